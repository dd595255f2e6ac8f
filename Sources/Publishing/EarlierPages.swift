import Files
import Foundation
import Model
import Reports
import State
import Words

/// The pages of an earlier integration, for those of this one that are the same.
struct EarlierPages: Sendable {
  typealias Row = (mark: String, bytes: Int, path: String)

  private let folder: String
  private let rows: [String: Row]

  init(_ earlier: IntegrationFolder?, site: String) {
    let parts = (earlier?.path ?? "").split(separator: "/").suffix(2)
    folder = ([site, "bots"] + parts.map(String.init)).joined(separator: "/")
    let text = earlier.flatMap { contents(of: $0.pages) }.map { String(decoding: $0, as: UTF8.self) } ?? ""
    rows = Dictionary(Self.read(text).map { ($0.path, $0) }) { first, _ in first }
  }

  /// Lays the same file there, in no room of its own; nil when the page has to be made.
  func share(_ page: SitePage, as place: String) -> Row? {
    guard let mark = page.mark, let row = rows[page.path], row.mark == mark.text else { return nil }
    let file = folder + "/" + page.path
    guard let facts = FileFacts(file), facts.isRegular, facts.size == row.bytes, link(file, place) == 0
    else { return nil }
    return row
  }

  static func write(_ rows: [Row]) -> [UInt8] {
    // A path with a line break has no place in a list of lines; its page is made each time.
    let lines = rows.filter { !$0.path.utf8.contains(0x0A) }.map { "\($0.mark)\t\($0.bytes)\t\($0.path)" }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func read(_ text: String) -> [Row] {
    text.lines.compactMap { line in
      let parts = line.fields(most: 3).map(String.init)
      guard parts.count == 3, let bytes = Int(parts[1]) else { return nil }
      return (parts[0], bytes, parts[2])
    }
  }
}
