import Files
import Foundation

/// What a log said last.
enum LogEnd {
  private static let mostBytes: UInt64 = 16 << 10

  /// Its last lines, without one that was cut.
  static func lines(of path: String) -> [UInt8] {
    guard FileFacts(path)?.isRegular == true, let file = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? file.close() }
    guard let size = try? file.seekToEnd() else { return [] }
    let start = size > mostBytes ? size - mostBytes : 0
    guard (try? file.seek(toOffset: start)) != nil, let data = try? file.readToEnd() else { return [] }
    return start == 0 ? [UInt8](data) : [UInt8](data.drop { $0 != 0x0A }.dropFirst())
  }
}
