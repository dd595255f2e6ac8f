import Foundation

extension Message {
  /// To a program.
  public var isPost: Bool { if case .post = content { true } else { false } }

  /// Who is told, as people tell several at one host apart: an address of mail, or
  /// "https://chat.example/hooks/… (chat, trigger 3)".
  public var addressee: String {
    guard case .post(let post) = content else { return recipient }
    let path = Self.shownPath(of: post.address)
    return "\(recipient)\(path) (\(post.template ?? "summary"), trigger \(trigger + 1))"
  }

  private static let mostParts = 8

  /// The path of an address with its plain words and the names of secrets; whatever else stands there may be
  /// a secret itself.
  static func shownPath(of address: String) -> String {
    let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    let path = rest.drop { !"/?#".contains($0) }.prefix { !"?#".contains($0) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard parts.contains(where: { !$0.isEmpty }) else { return "" }
    let shown = parts.prefix(mostParts).map { isPlain($0) ? String($0) : "…" }
    return (shown + (parts.count > mostParts ? ["…"] : [])).map { "/" + $0 }.joined()
  }

  /// Whatever of an address is not shown and not named: its reader gave it away where an answer repeats it.
  public static func hiddenParts(of address: String) -> [String] {
    let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    let (host, behind) = (rest.prefix { !"/?#".contains($0) }, rest.drop { !"/?#".contains($0) })
    let login = host.lastIndex(of: "@").map { host[..<$0].split(separator: ":") } ?? []
    let path = behind.prefix { !"?#".contains($0) }.split(separator: "/").filter { !isPlain($0) }
    let query = behind.drop { !"?#".contains($0) }.split { "?#&=".contains($0) }.filter { !isPlain($0) }
    let parts = (login + path + query).map(String.init)
    return Set(parts + parts.compactMap(\.removingPercentEncoding)).filter { $0.utf8.count > mostSigns }
      .sorted()
  }

  private static let mostLetters = 12
  private static let mostSigns = 3

  private static func isPlain(_ part: Substring) -> Bool {
    if part.wholeMatch(of: /\{[A-Za-z_][A-Za-z0-9_]*\}/) != nil { return true }
    // "v1", "p2": nobody is kept out by as little.
    if part.count <= mostSigns, part.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
      return true
    }
    let words = part.split(whereSeparator: { "-_.".contains($0) })
    return words.allSatisfy { $0.wholeMatch(of: /[A-Za-z]?[a-z]*/) != nil && $0.count <= mostLetters }
  }
}
