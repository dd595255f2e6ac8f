import Model

/// What of a hosted repository goes into a backup, and may come back from one: what was pushed, what names
/// it, and what Bothy knows of it. Not its settings and hooks, by which somebody could have anything done:
/// they are made anew where it comes back.
package enum HostedContents {
  package static let folder = "hosted/"
  /// What Bothy keeps in it.
  package static let record = "bothy.json"
  package static let push = "bothy-push.json"
  /// What git has to find, be it empty.
  package static let folders = ["objects/info", "objects/pack", "refs/heads", "refs/tags"]
  package static let alone = ["HEAD", "packed-refs", record, push]

  /// `parser.git/refs/heads/main`, by its parts.
  package static func holds(_ parts: some Collection<String>) -> Bool {
    let parts = Array(parts)
    guard parts.count > 1, parts[0].hasSuffix(".git"), HostedName(repository: parts[0]) != nil else {
      return false
    }
    return holds(inside: Array(parts[1...]))
  }

  package static func holds(inside parts: [String]) -> Bool {
    switch (parts[0], parts.count) {
    case (let name, 1): alone.contains(name)
    case ("refs", 3...): parts.dropFirst().allSatisfy(isFit)
    case ("logs", 2): parts[1] == "HEAD"
    case ("logs", 4...): parts[1] == "refs" && parts.dropFirst(2).allSatisfy(isFit)
    case ("objects", 3) where parts[1] == "pack": isPack(parts[2])
    case ("objects", 3): isHex(parts[1], 2) && isHex(parts[2], 38)
    default: false
    }
  }

  /// As git lets a branch be called, and no lock.
  private static func isFit(_ part: String) -> Bool { !part.hasPrefix(".") && !part.hasSuffix(".lock") }

  private static func isHex(_ text: String, _ count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Of what comes along with a pack that which git does not make anew by itself.
  private static func isPack(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return parts.count == 2 && parts[0].hasPrefix("pack-") && isHex(String(parts[0].dropFirst(5)), 40)
      && ["pack", "idx", "rev", "mtimes"].contains(parts[1])
  }
}
