public import Coverage
import Foundation
public import Model
internal import Threads
public import Words

/// Coverage line by line as it is kept: one line of JSON says who made it, then there is one for each file,
/// so that one file can be looked up, or told from what it was, without reading the others.
public struct CoverageDetailFile: Sendable {
  private let bytes: [UInt8]
  private var places: [PackagePath: Range<Int>] = [:]

  // MARK: Writing

  /// `maker` is whatever the exports depend on beside the coverage itself.
  public static func write(_ rows: [[UInt8]], maker: String) -> [UInt8] {
    Array(([JSONText.write(["bothy-coverage-detail", maker], .line)] + rows).joined())
  }

  /// What is kept of each file: one line.
  public static func rows(_ detail: CoverageDetail) -> [[UInt8]] {
    Parallel.map(detail.files) { JSONText.write(Row(file: $0), .line) }
  }

  // MARK: Reading

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = (bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1) + 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if let path = Self.path(bytes[start..<end]) { places[path] = start..<end }
      start = end + 1
    }
  }

  /// The lines and functions of one file; nil when it was not measured, or can't be read.
  public func file(_ path: PackagePath) -> CoverageDetail.File? {
    guard let place = places[path] else { return nil }
    return try? JSONDecoder().decode(Row.self, from: Data(bytes[place])).file
  }

  /// What the file's coverage can be told from another one by; nil when it was not measured.
  public func mark(of path: PackagePath) -> ContentMark? {
    places[path].map { ContentMark(Array(bytes[$0])) }
  }

  /// Whether a file is what it was, to the last count.
  public func holds(_ row: [UInt8], of path: PackagePath) -> Bool {
    places[path].map { bytes[$0].elementsEqual(row.dropLast()) } ?? false
  }

  var paths: Set<PackagePath> { Set(places.keys) }

  /// Everything; nil when some of it can't be read.
  public var detail: CoverageDetail? {
    let files = places.keys.map(file)
    return files.contains { $0 == nil } ? nil : CoverageDetail(files: files.compactMap { $0 })
  }

  /// A row begins with its path.
  private static func path(_ row: ArraySlice<UInt8>) -> PackagePath? {
    guard row.starts(with: [UInt8(ascii: "["), UInt8(ascii: "\"")]) else { return nil }
    var end = row.startIndex + 2
    var isEscaped = false
    while end < row.endIndex, row[end] != UInt8(ascii: "\"") {
      if row[end] == UInt8(ascii: "\\") {
        isEscaped = true
        end += 1
      }
      end += 1
    }
    guard end < row.endIndex else { return nil }
    if !isEscaped { return PackagePath(String(decoding: row[(row.startIndex + 2)..<end], as: UTF8.self)) }
    let texts = try? JSONDecoder().decode([String].self, from: Data(row[row.startIndex...end] + [0x5D]))
    return texts?.first.map { PackagePath($0) }
  }

  /// `[path, target, lines, [[line, column, count, name], …], source]`
  private struct Row: Codable {
    var file: CoverageDetail.File

    init(file: CoverageDetail.File) { self.file = file }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.unkeyedContainer()
      try values.encode(file.path)
      try values.encode(file.target)
      try values.encode(CoverageDetailText.write(file.lines))
      var functions = values.nestedUnkeyedContainer()
      for function in file.functions {
        var row = functions.nestedUnkeyedContainer()
        try row.encode(function.line)
        try row.encode(function.column)
        try row.encode(function.count)
        try row.encode(function.name)
      }
      if let source = file.source { try values.encode(source) }
    }

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      let path = PackagePath(try values.decode(String.self))
      let target = try values.decode(String.self)
      guard let lines = CoverageDetailText.read(try values.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: values, debugDescription: "the lines of \(path) can't be read")
      }
      file = CoverageDetail.File(path: path, target: target, lines: lines)
      var functions = try values.nestedUnkeyedContainer()
      while !functions.isAtEnd {
        var row = try functions.nestedUnkeyedContainer()
        let (line, column) = (try row.decode(Int.self), try row.decode(Int.self))
        let count = try row.decode(UInt64.self)
        file.functions.append(
          FunctionCoverage(name: try row.decode(String.self), line: line, column: column, count: count))
      }
      if !values.isAtEnd { file.source = try values.decode(String.self) }
    }
  }
}
