internal import Foundation
public import Model

/// Reads the log that clang writes with `CC_LOG_DIAGNOSTICS`: one dictionary of a property list after the
/// other, one for each source with a diagnostic.
public enum ClangLog {
  /// The warnings by source. Entries that are not whole are left out.
  public static func read(_ bytes: [UInt8]) -> [String: [Diagnostic]] {
    var said: [String: [Diagnostic]] = [:]
    // Each is read by itself: one that was cut off takes no other with it.
    for part in String(decoding: bytes, as: UTF8.self).split(separator: "\n</dict>\n") {
      guard let start = part.range(of: "<dict>") else { continue }
      let text = "<plist version=\"1.0\">\(part[start.lowerBound...])\n</dict>\n</plist>"
      guard let unit = try? PropertyListDecoder().decode(Unit.self, from: Data(text.utf8)) else { continue }
      said[unit.source, default: []] += warnings(unit.diagnostics)
    }
    return said
  }

  private static func warnings(_ entries: [Entry]) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    var isOfWarning = false
    for entry in entries {
      let option = entry.option.map { " [-W\($0)]" } ?? ""
      switch entry.level {
      case "warning":
        isOfWarning = true
        warnings.append(
          Diagnostic(
            severity: .warning, message: entry.message + option, file: entry.file, line: entry.line,
            column: entry.column, details: []))
      case "note" where isOfWarning:
        let place = entry.file.map { "\($0):\(entry.line ?? 0):\(entry.column ?? 0): " } ?? ""
        warnings[warnings.count - 1].details.append("\(place)note: \(entry.message)")
      default: isOfWarning = false
      }
    }
    return warnings
  }

  private struct Unit: Decodable {
    var source: String
    var diagnostics: [Entry]

    private enum CodingKeys: String, CodingKey {
      case source = "main-file"
      case diagnostics
    }
  }

  private struct Entry: Decodable {
    var level: String
    var message: String
    var file: String?
    var line: Int?
    var column: Int?
    var option: String?

    private enum CodingKeys: String, CodingKey {
      case level, message, line, column
      case file = "filename"
      case option = "WarningOption"
    }
  }
}
