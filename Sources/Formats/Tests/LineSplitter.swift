internal import Foundation

/// Splits a byte stream into lines without their line feed. A line longer than the limit is cut to its
/// head and tail with a mark in between, so that memory stays bounded whatever a process prints.
public struct LineSplitter: Sendable {
  private var partial: KeptOutput
  private var hasPartial = false
  private let limit: Int

  public init(limit: Int = 65536) {
    self.limit = max(limit, 64)
    partial = KeptOutput(limit: self.limit)
  }

  public mutating func add(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard let base = bytes.baseAddress else { return }
    var start = 0
    while start < bytes.count {
      guard let feed = memchr(base + start, 10, bytes.count - start) else { break }
      let end = UnsafeRawPointer(feed) - base
      give(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), body)
      start = end + 1
    }
    if start < bytes.count {
      partial.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
      hasPartial = true
    }
  }

  /// Gives the last line when it has no line feed.
  public mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard hasPartial else { return }
    give(UnsafeRawBufferPointer(start: nil, count: 0), body)
  }

  private mutating func give(_ line: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    if !hasPartial, line.count <= limit { return body(line) }
    partial.append(line)
    partial.bytes.withUnsafeBytes(body)
    partial.clear()
    hasPartial = false
  }
}
