import Model
import Words

/// A log as it is shown: of a long one the beginning and the end; all of it lies beside the page.
struct ShownLog: Sendable {
  struct Line: Sendable {
    /// In the whole log, from 1; nil for what stands for the part that is left out.
    var number: Int?
    var text: String
    var isCut = false
    /// When it was printed, in tenths of a second since the log began.
    var tenths: Int?
    /// The phase that begins here.
    var phase: String?

    var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
  }

  let sections: [LogMarkup.Section]
  let places: LogPlaces
  /// Bytes left out of the middle.
  let left: Int
  let hasTimes: Bool

  /// Bytes of a page, about.
  private static let mostFront = 300_000
  private static let mostBack = 900_000
  /// A longer line is cut: no reader gets to its end.
  private static let mostLineBytes = 20_000
  private static let newline = UInt8(ascii: "\n")

  /// - Parameter pages: of the files that have one.
  init(
    _ log: [UInt8], times: LogTimes = LogTimes(), pages: [PackagePath: String] = [:],
    lineCount: (PackagePath) -> Int = { _ in .max }
  ) {
    var lines: [Line] = []
    let (front, rest) = Self.cut(log)
    if front >= rest {
      left = 0
      _ = Self.read(log[...], times, from: 1, into: &lines)
    } else {
      left = rest - front
      var number = Self.read(log[..<front], times, from: 1, into: &lines)
      lines.append(Line(text: "[… \(Figures.bytes(left)) are left out here; all of it is in log.txt …]"))
      let (count, phase) = Self.passOver(log[front..<rest])
      // The phase that began in the part that is left out goes on behind it.
      if let phase { lines.append(Line(number: number, text: "", phase: phase)) }
      number += count
      _ = Self.read(log[rest...], times, from: number, into: &lines)
    }
    hasTimes = !times.isEmpty
    sections = LogMarkup.sections(of: lines, links: LogLinks(pages, lineCount: lineCount))
    places = LogPlaces(lines)
  }

  /// Where the first part ends and the last one begins, at the beginnings of lines.
  private static func cut(_ log: [UInt8]) -> (front: Int, rest: Int) {
    var front = 0
    var room = mostFront
    while front < log.count, room > 0 {
      room -= size(log[front])
      front += 1
    }
    var rest = log.count
    room = mostBack
    while rest > front, room > 0 {
      rest -= 1
      room -= size(log[rest])
    }
    guard front < rest else { return (log.count, log.count) }
    return (
      log[..<front].lastIndex(of: newline).map { $0 + 1 } ?? front,
      log[rest...].firstIndex(of: newline).map { $0 + 1 } ?? rest
    )
  }

  /// What a byte of the log comes to on the page: each line is an element, signs of markup are spelled out,
  /// and each colour is an element of its own.
  private static func size(_ byte: UInt8) -> Int {
    switch byte {
    case newline: 30
    case 0x1B: 20
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"): 6
    default: 1
    }
  }

  /// Returns the number of the line behind.
  private static func read(
    _ log: ArraySlice<UInt8>, _ times: LogTimes, from number: Int, into lines: inout [Line]
  ) -> Int {
    var number = number
    for line in log.split(separator: newline, omittingEmptySubsequences: false) {
      // What stands behind the last line's end is no line.
      if line.isEmpty, line.endIndex == log.endIndex { break }
      let text = String(decoding: line.prefix(mostLineBytes), as: UTF8.self)
      lines.append(
        Line(
          number: number, text: text, isCut: line.count > mostLineBytes,
          tenths: times.tenths(at: line.startIndex), phase: Phase.Kind(heading: line)?.rawValue))
      number += 1
    }
    return number
  }

  private static func passOver(_ log: ArraySlice<UInt8>) -> (lines: Int, phase: String?) {
    var count = 0
    var phase: String?
    var start = log.startIndex
    log.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == newline {
        count += 1
        let end = log.startIndex + index
        if end - start < 20, let kind = Phase.Kind(heading: log[start..<end]) { phase = kind.rawValue }
        start = end + 1
      }
    }
    return (count, phase)
  }
}
