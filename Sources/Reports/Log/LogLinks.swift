import Model
import Words

/// Places in sources that a log names, as links to their pages.
struct LogLinks: Sendable {
  /// The files that have a page, by the last part of their paths.
  private let files: [Substring: [File]]
  /// Those with blanks in their names, by what stands behind the last one.
  private let blanks: [Substring: [File]]

  private struct File {
    let path: String
    let page: String
    /// A tool may name a line behind the end: no page has that.
    let lineCount: Int
  }

  init(_ pages: [PackagePath: String] = [:], lineCount: (PackagePath) -> Int = { _ in .max }) {
    let all = pages.map { File(path: $0.key.rawValue, page: $0.value, lineCount: lineCount($0.key)) }
    files = Dictionary(grouping: all, by: { $0.path.split(separator: "/").last ?? "" })
    blanks = files.filter { $0.key.contains(" ") }.reduce(into: [:]) {
      $0[$1.key.split(separator: " ").last ?? "", default: []] += $1.value
    }
  }

  var isEmpty: Bool { files.isEmpty }

  /// The text in pieces, those that are places with where they lead.
  func parts(of text: String) -> [(Substring, String?)] {
    var parts: [(Substring, String?)] = []
    var rest = text[...]
    while let mark = rest.firstRange(of: ".swift:") {
      let digits = rest[mark.upperBound...].prefix { $0.isASCII && $0.isNumber }
      // A name may have blanks in it; what stands before it then belongs to it.
      let whole = rest[..<rest.index(before: mark.upperBound)]
      let token = whole.reversed().prefix { !" \t'\"`(<[,".contains($0) && !$0.isNewline }.count
      if let line = Int(digits), let file = file(endingIn: whole, token: whole.suffix(token)) {
        let start = rest.index(whole.endIndex, offsetBy: -max(token, file.length))
        parts.append((rest[..<start], nil))
        let anchor = line <= file.lineCount ? "#L\(line)" : ""
        parts.append((rest[start..<digits.endIndex], Markup.link(file.page) + anchor))
      } else {
        parts.append((rest[..<digits.endIndex], nil))
      }
      rest = rest[digits.endIndex...]
    }
    return parts + [(rest, nil)]
  }

  /// The one file that is meant: an absolute path ends like it, a lone name is the only one of its kind.
  private func file(
    endingIn text: Substring, token: Substring
  ) -> (page: String, lineCount: Int, length: Int)? {
    let name = token.split(separator: "/").last ?? ""
    let candidates = (files[name] ?? []) + (blanks[name] ?? [])
    let meant = candidates.filter { file in
      text.hasSuffix(file.path)
        && (text.dropLast(file.path.count).last.map { " /'\"`(<[,\t".contains($0) } ?? true)
    }
    // Of several the longest is meant: `A/B.swift` ends like `B.swift` too.
    if let longest = meant.max(by: { $0.path.count < $1.path.count }) {
      return (longest.page, longest.lineCount, longest.path.count)
    }
    guard !token.contains("/"), candidates.count == 1 else { return nil }
    return (candidates[0].page, candidates[0].lineCount, token.count)
  }
}
