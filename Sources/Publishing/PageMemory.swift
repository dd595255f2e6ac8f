import Files
import Foundation
import Model

/// What the pages of a bot's tests and branches tell of, so that those of which nothing is new are left,
/// and none leads to an integration that is kept no longer.
struct PageMemory: Equatable {
  struct Made: Equatable {
    /// The newest integration that had ended when it was made.
    var asOf: IntegrationNumber
    /// What it is about went wrong last.
    var isWrong: Bool
    /// The integrations that it names.
    var told: [IntegrationNumber]
  }

  /// By their addresses below the bot's folder.
  var made: [String: Made]
  /// To which other integrations the pages of each lead; of those that are not here that is not known.
  var links: [Int: [IntegrationNumber]] = [:]
  /// The branches that are told as gone.
  var gone: Set<BranchName> = []
  /// What the pages depend on beside what is stored.
  let maker: String

  init(_ text: String, maker: String) {
    self.maker = maker
    var lines = text.split(separator: "\n")[...]
    let isSame = lines.popFirst().map { $0 == maker } ?? true
    made = Dictionary(lines.compactMap(Self.read)) { first, _ in first }
    for line in lines where line.hasPrefix(Self.linksMark) {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      for number in Self.numbers(of: parts[1]) { links[number.value] = Self.numbers(of: parts[2]) }
    }
    let names = lines.filter { $0.hasPrefix(Self.goneMark) }.map { $0.dropFirst(Self.goneMark.count) }
    gone = Set(names.map { BranchName(String($0)) })
    // Pages that others made: each is to be made again, or removed.
    if !isSame { made = made.mapValues { _ in Made(asOf: 0, isWrong: true, told: []) } }
  }

  var text: String {
    let lines = made.sorted { $0.key < $1.key }.map { page, one in
      "\(page)\t\(one.asOf.value)\t\(one.isWrong ? 1 : 0)\t\(Self.text(of: one.told))"
    }
    // Most lead nowhere, or where those beside them lead.
    let sources = Dictionary(grouping: links.keys) { Self.text(of: links[$0] ?? []) }
    let leading = sources.sorted { $0.key < $1.key }.map { targets, numbers in
      "\(Self.linksMark)\(Self.text(of: numbers.map { IntegrationNumber($0) }))\t\(targets)"
    }
    let gone = gone.map { Self.goneMark + $0.rawValue }.sorted()
    return ([maker] + lines + leading + gone).joined(separator: "\n") + "\n"
  }

  private static let linksMark = "links\t"
  private static let goneMark = "gone\t"

  /// One that is there and names nothing that is kept no longer.
  func good(_ page: String, below folder: String, known: Set<Int>) -> Made? {
    guard let one = made[page], FileFacts(folder + "/" + page) != nil,
      one.told.allSatisfy({ known.contains($0.value) })
    else { return nil }
    return one
  }

  mutating func removeOthers(than pages: Set<String>, of kind: String, below folder: String) {
    for page in made.keys where page.hasPrefix(kind) && !pages.contains(page) {
      unlink(folder + "/" + page)
      made[page] = nil
    }
  }

  private static func read(_ line: Substring) -> (String, Made)? {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard parts.count == 4, let asOf = Int(parts[1]), !parts[0].contains("..") else { return nil }
    let made = Made(asOf: IntegrationNumber(asOf), isWrong: parts[2] == "1", told: numbers(of: parts[3]))
    return (String(parts[0]), made)
  }

  /// `3,7-12`.
  private static func text(of numbers: [IntegrationNumber]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in Set(numbers.map(\.value)).sorted() {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  private static func numbers(of text: Substring) -> [IntegrationNumber] {
    text.split(separator: ",").flatMap { range -> [IntegrationNumber] in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first <= last, last - first < 100_000 else {
        return []
      }
      return (first...last).map { IntegrationNumber($0) }
    }
  }
}
