internal import Foundation

/// Splits JSON lines, each without its line feed. Those that are too long to be kept whole are shortened
/// while they are read, so that memory stays bounded.
struct RecordSplitter: Sendable {
  private let limits: RecordLimits
  private var partial: [UInt8] = []
  private var thinner: RecordThinner?
  /// Of how many something was left out.
  private(set) var cutCount = 0

  init(_ limits: RecordLimits) { self.limits = limits }

  mutating func add(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard let base = bytes.baseAddress else { return }
    var start = 0
    while start < bytes.count {
      guard let feed = memchr(base + start, 10, bytes.count - start) else { break }
      let end = UnsafeRawPointer(feed) - base
      give(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), body)
      start = end + 1
    }
    if start < bytes.count { keep(UnsafeRawBufferPointer(rebasing: bytes[start...])) }
  }

  /// Gives the last line when it has no line feed.
  mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard !partial.isEmpty || thinner != nil else { return }
    give(UnsafeRawBufferPointer(start: nil, count: 0), body)
  }

  private mutating func keep(_ piece: UnsafeRawBufferPointer) {
    guard thinner == nil else {
      thinner?.add(piece)
      return
    }
    partial.append(contentsOf: piece)
    // No text of a shorter one is too long.
    guard partial.count > limits.text else { return }
    var thinner = RecordThinner(limits)
    partial.withUnsafeBytes { thinner.add($0) }
    (self.thinner, partial) = (thinner, [])
  }

  private mutating func give(_ rest: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    if partial.isEmpty, thinner == nil, rest.count <= limits.text { return body(rest) }
    keep(rest)
    guard let whole = thinner else {
      partial.withUnsafeBytes(body)
      partial.removeAll(keepingCapacity: true)
      return
    }
    thinner = nil
    if whole.isCut { cutCount += 1 }
    // What is no JSON any more is told as a line that cannot be read.
    (whole.isTooLong ? Array("{".utf8) : whole.bytes).withUnsafeBytes(body)
  }
}
