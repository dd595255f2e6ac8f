import Git
import Model
import Synchronization
import Words

/// Whether a test may be in a commit that cannot be asked, as it does not build: what no source spells is not
/// there.
struct WrittenNames {
  let repository: String

  private static let mostFiles = 5000
  private static let mostBytes = 64 << 20

  private struct Asked: Hashable {
    var repository: String
    var commit: CommitID
    var name: String
  }

  /// A commit never says anything else, and a watcher asks as long as a test is red.
  private static let known = Mutex<[Asked: Bool]>([:])
  private static let mostKnown = 1000

  func mayHave(_ name: String, at commit: CommitID) -> Bool {
    let asked = Asked(repository: repository, commit: commit, name: name)
    if let known = Self.known.withLock({ $0[asked] }) { return known }
    let answer = isSpelled(name, at: commit)
    Self.known.withLock { known in
      if known.count >= Self.mostKnown { known = [:] }
      known[asked] = answer
    }
    return answer
  }

  private func isSpelled(_ name: String, at commit: CommitID) -> Bool {
    let spelled = name.prefix { $0 != "(" }.filter { $0 != "`" }
    guard !spelled.isEmpty, let place = try? Repository.find(from: repository),
      let repository = try? Repository(at: place),
      let files = try? CommitFiles(of: repository, commit: commit.rawValue), !files.hasSubmodules
    else { return true }
    let sources = files.paths.filter { $0.hasSuffix(".swift") }
    guard sources.count <= Self.mostFiles else { return true }
    var left = Self.mostBytes
    return sources.contains { path in
      guard let text = try? files.content(of: path) else { return true }
      left -= text.count
      return left < 0 || text.holds(spelled)
    }
  }
}
