public import Coverage
import Tokens
import Words

/// A source file cut into lines that can be written as markup, with colours and marks.
public struct SourceText: Sendable {
  /// What is marked in a line, besides its colours.
  public struct Mark: Sendable {
    var span: ColumnSpan
    /// The start tag; the end tag is `</u>`.
    var open: String

    public static func missed(_ span: ColumnSpan) -> Mark {
      Mark(span: span, open: "<u title=\"ran 0 times\">")
    }
    public static func unusedMessage(_ span: ColumnSpan) -> Mark {
      Mark(span: span, open: "<u class=w title=\"never made: the check held\">")
    }
  }

  private let bytes: [UInt8]
  /// Those that have a colour.
  private let tokens: [SourceToken]
  /// Where each line begins.
  private let starts: [Int]
  /// The first token that reaches into the line.
  private let firstTokens: [Int]

  /// Colours would make half as much again of a page that is long already.
  private static let mostColored = 1_000_000

  public static func isColored(_ bytes: Int) -> Bool { bytes <= mostColored }

  public init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    let language = Self.isColored(bytes.count) ? SourceLanguage(path: path) : nil
    tokens = language.map { Self.colored(bytes, $0) } ?? []
    var starts: [Int] = bytes.isEmpty ? [] : [0]
    for index in bytes.indices where bytes[index] == 0x0A && index + 1 < bytes.count {
      starts.append(index + 1)
    }
    self.starts = starts
    var first = 0
    firstTokens = starts.map { [tokens] start in
      while first < tokens.count, tokens[first].end <= start { first += 1 }
      return first
    }
  }

  private static func colored(_ bytes: [UInt8], _ language: SourceLanguage) -> [SourceToken] {
    var tokens: [SourceToken] = []
    tokens.reserveCapacity(bytes.count / 12)
    for token in SourceTokens(bytes, language) where token.kind.element != nil { tokens.append(token) }
    return tokens
  }

  public var lineCount: Int { starts.count }

  /// The markup of one line, counted from 1.
  public func write(line number: Int, marks: [Mark] = [], to html: inout [UInt8]) {
    guard number >= 1, number <= starts.count else { return }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0A { end -= 1 }
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    var place = start
    for mark in marks {
      let from = min(max(start + mark.span.start - 1, place), end)
      let to = min(max(start + mark.span.end - 1, from), end)
      guard to > from else { continue }
      writeColored(place..<from, line: number, to: &html)
      html += mark.open.utf8
      writeColored(from..<to, line: number, to: &html)
      html += "</u>".utf8
      place = to
    }
    writeColored(place..<end, line: number, to: &html)
  }

  public func markup(line number: Int) -> [UInt8] {
    var html: [UInt8] = []
    write(line: number, to: &html)
    return html
  }

  private func writeColored(_ range: Range<Int>, line: Int, to html: inout [UInt8]) {
    var place = range.lowerBound
    var index = firstTokens[line - 1]
    while index < tokens.count, tokens[index].start < range.upperBound {
      let token = tokens[index]
      index += 1
      let from = max(token.start, place)
      let to = min(token.end, range.upperBound)
      guard to > from, let element = token.kind.element else { continue }
      writePlain(place..<from, to: &html)
      html += "<\(element)>".utf8
      writePlain(from..<to, to: &html)
      html += "</\(element)>".utf8
      place = to
    }
    writePlain(place..<range.upperBound, to: &html)
  }

  private func writePlain(_ range: Range<Int>, to html: inout [UInt8]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") {
        html += (byte == UInt8(ascii: "<") ? "&lt;" : "&amp;").utf8
        index += 1
      } else if (byte < 0x20 && byte != 0x09) || byte == 0x7F || byte >= 0xC2 {
        index += writeUnusual(at: index, to: &html)
      } else {
        html.append(byte)
        index += 1
      }
    }
  }

  /// Signs for what acts or hides; returns how many bytes were read.
  private func writeUnusual(at index: Int, to html: inout [UInt8]) -> Int {
    var decoder = UTF8()
    var rest = bytes[index..<min(index + 4, bytes.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
      html += "\u{FFFD}".utf8
      return 1
    }
    // A byte order mark at the very beginning is no news.
    if scalar.value == 0xFEFF, index == 0 { return 3 }
    if let sign = UnseenCharacter.picture(of: scalar) {
      html += "<mark>\(sign)</mark>".utf8
    } else {
      html += UTF8.encode(scalar).map(Array.init) ?? []
    }
    return UTF8.width(scalar)
  }
}
