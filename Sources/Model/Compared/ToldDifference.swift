/// A difference that a message tells as text: lines that only one side has, behind – or +, among those that
/// both have.
public struct ToldDifference: Equatable, Sendable {
  public enum Kind: Equatable, Sendable { case same, removed, added, place }

  public struct Line: Equatable, Sendable {
    public var kind: Kind
    /// Without its mark.
    public var text: String

    public init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
  }

  /// What is said above and below.
  public var lead: String
  public var lines: [Line]
  public var rest: String

  /// Comparing more lines than these costs more than it tells.
  private static let mostLines = 5000

  public init(lines: [Line]) { (lead, self.lines, rest) = ("", lines, "") }

  /// nil when the message has none.
  public init?(message: String) {
    let all = message.split(separator: "\n", omittingEmptySubsequences: false)
    guard all.count > 1, all.count <= Self.mostLines,
      let first = all.dropFirst().first(where: { Self.isChange($0.drop { $0 == " " }) })
    else { return nil }
    // A text that both sides have may begin with blanks and a dash: the margin comes first.
    for indent in [0, first.prefix { $0 == " " }.count] {
      if let found = ToldDifference(all, indent: indent) {
        self = found
        return
      }
    }
    return nil
  }

  private init?(_ all: [Substring], indent: Int) {
    guard
      let first = all.indices.dropFirst().first(where: {
        Self.isChange(all[$0].dropFirst(indent)) && Self.kind(of: all[$0], indent: indent) != nil
      })
    else { return nil }
    func kind(_ line: Substring) -> Kind? { Self.kind(of: line, indent: indent) }
    var start = first
    while start > 1, let above = kind(all[start - 1]), above == .same || above == .place { start -= 1 }
    while start < first, all[start].isEmpty { start += 1 }
    var end = first
    while end < all.count, kind(all[end]) != nil { end += 1 }
    while end > start, all[end - 1].allSatisfy({ $0 == " " || $0 == "\u{2007}" }) { end -= 1 }
    lines = all[start..<end].map { line in
      let found = kind(line) ?? .same
      return Line(found, String(line.dropFirst(found == .place ? indent : indent + 1)))
    }
    lead = all[..<start].joined(separator: "\n").trimmed
    rest = all[end...].joined(separator: "\n").trimmed
    guard isConvincing(marks: all[start..<end], indent: indent) else { return nil }
    // Where a blank stands behind every mark, it belongs to the mark.
    let isSpaced = lines.allSatisfy {
      $0.kind == .place || $0.text.isEmpty || $0.text.hasPrefix(" ") || $0.text.hasPrefix("\u{2007}")
    }
    guard isSpaced else { return }
    lines = lines.map { $0.kind == .place ? $0 : Line($0.kind, String($0.text.dropFirst())) }
  }

  /// Both sides, or one whose marks nobody types by chance, among lines that both have.
  private func isConvincing(marks: ArraySlice<Substring>, indent: Int) -> Bool {
    let (removed, added) = (count(.removed), count(.added))
    if removed > 0, added > 0 { return true }
    let isTypographic = marks.contains { line in
      line.dropFirst(indent).first.map { "–−".contains($0) } ?? false
    }
    return removed + added > 0 && (count(.place) > 0 || (isTypographic || added > 0) && count(.same) > 1)
  }

  private func count(_ kind: Kind) -> Int { lines.count { $0.kind == kind } }

  private static func isChange(_ line: Substring) -> Bool { line.first.map { "-–−+".contains($0) } ?? false }

  private static func kind(of line: Substring, indent: Int) -> Kind? {
    guard line.prefix(indent).allSatisfy({ $0 == " " }) else { return nil }
    guard line.count > indent, let mark = line.dropFirst(indent).first else {
      return line.allSatisfy { $0 == " " } ? .same : nil
    }
    switch mark {
    case "-", "–", "−": return .removed
    case "+": return .added
    case " ", "\u{2007}": return .same
    case "@": return line.dropFirst(indent).hasPrefix("@@") ? .place : nil
    default: return nil
    }
  }

  /// The first line that differs, on each side.
  public var firstPair: (removed: String?, added: String?) {
    guard let first = lines.firstIndex(where: { $0.kind == .removed || $0.kind == .added }) else {
      return (nil, nil)
    }
    let near = lines[first...].prefix { $0.kind == .removed || $0.kind == .added }
    return (near.first { $0.kind == .removed }?.text, near.first { $0.kind == .added }?.text)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    while let first = text.first, first.isNewline { text.removeFirst() }
    return String(text)
  }
}
