/// Where a commit can be looked at: an address of the web with a place for the commit in it.
public enum CommitLink {
  private static let place = "{commit}"

  /// What is wrong with an address, as advice; nil when it can be used.
  public static func problem(_ address: String) -> String? {
    let example = "https://forge.example/parser/commit/{commit}"
    guard let rest = afterScheme(address) else {
      return "it takes an address of http or https, such as \(example)"
    }
    guard address.contains(place) else { return "it must say where the commit stands: \(example)" }
    let host = rest.prefix { !"/?#".contains($0) }
    if host.contains("@") { return "a name or password would stand on every page: leave it out" }
    let plain = address.replacing(place, with: "")
    let isPlain = plain.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) }
    guard isPlain else { return "it takes an address without blanks, quotes and braces, such as \(example)" }
    guard !host.isEmpty, !host.contains(place) else { return "the commit stands behind the host: \(example)" }
    return nil
  }

  /// Nil where the address is none: stored settings may be of any origin, and nothing else becomes a link.
  public static func of(_ commit: CommitID?, in address: String?) -> String? {
    guard let commit, let address, problem(address) == nil, commit.rawValue.allSatisfy(\.isHexDigit) else {
      return nil
    }
    return address.replacing(place, with: commit.rawValue)
  }

  private static func afterScheme(_ address: String) -> Substring? {
    for scheme in ["https://", "http://"] where address.lowercased().hasPrefix(scheme) {
      return address.dropFirst(scheme.count)
    }
    return nil
  }
}
