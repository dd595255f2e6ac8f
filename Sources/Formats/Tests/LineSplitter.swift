internal import Foundation

/// What is kept of a line until it ends.
protocol KeptLine: Sendable {
  /// A whole line that is no longer is handed on as it is.
  var limit: Int { get }
  mutating func append(_ piece: UnsafeRawBufferPointer)
  /// Hands on what was kept, and forgets it.
  mutating func give(_ body: (UnsafeRawBufferPointer) -> Void)
}

/// Splits a byte stream into lines without their line feed. Of a line that is too long only so much is kept
/// as `Line` says, so that memory stays bounded whatever a process prints.
struct Splitter<Line: KeptLine>: Sendable {
  private(set) var line: Line
  private var hasPartial = false

  init(_ line: Line) { self.line = line }

  mutating func add(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard let base = bytes.baseAddress else { return }
    var start = 0
    while start < bytes.count {
      guard let feed = memchr(base + start, 10, bytes.count - start) else { break }
      let end = UnsafeRawPointer(feed) - base
      give(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), body)
      start = end + 1
    }
    if start < bytes.count {
      line.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
      hasPartial = true
    }
  }

  /// Gives the last line when it has no line feed.
  mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard hasPartial else { return }
    give(UnsafeRawBufferPointer(start: nil, count: 0), body)
  }

  private mutating func give(_ rest: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    if !hasPartial, rest.count <= line.limit { return body(rest) }
    line.append(rest)
    line.give(body)
    hasPartial = false
  }
}

/// Lines of text: one that is too long is cut to its head and tail with a mark in between.
typealias LineSplitter = Splitter<CutLine>

extension LineSplitter {
  init(limit: Int = 65536) { self.init(CutLine(limit: limit)) }
}

struct CutLine: KeptLine {
  let limit: Int
  private var kept: KeptOutput

  init(limit: Int) {
    self.limit = max(limit, 64)
    kept = KeptOutput(limit: self.limit)
  }

  mutating func append(_ piece: UnsafeRawBufferPointer) { kept.append(piece) }

  mutating func give(_ body: (UnsafeRawBufferPointer) -> Void) {
    kept.bytes.withUnsafeBytes(body)
    kept.clear()
  }
}
