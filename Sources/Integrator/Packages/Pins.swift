import Files
import Formats
import Foundation
import Git
import Model

/// What the package's dependencies resolved to, and whether its commit says so.
struct Pins {
  let workbench: Workbench

  private static let mostNamed = 5

  private var file: String { workbench.packageFolder + "/Package.resolved" }

  func found(in commit: CommitID?) -> [PinnedDependency] {
    guard let bytes = contents(of: file) else { return [] }
    let committed = commit.flatMap(recorded).map(ResolvedPins.read) ?? []
    return ResolvedPins.read(bytes).map { pin in
      var pin = pin
      // Some of them may be committed: SwiftPM adds what a stale file lacks.
      pin.committed = committed.contains { Self.same($0, pin) }
      return pin
    }
  }

  /// A commit that takes its pins back leaves the choice to the manifest again; the package manager would
  /// stay with what it resolved last.
  func forgetTakenBack() throws {
    let state = workbench.order.buildFolder + "/workspace-state.json"
    guard FileFacts(file) == nil, let known = contents(of: state),
      ["SourceControl\"", "\"registry\""].contains(where: known.holds)
    else { return }
    try FileManager.default.removeItem(atPath: state)
    workbench.log.write(line: "[What dependencies resolved to is pinned no more: they are resolved anew.]")
  }

  private func recorded(_ commit: CommitID) -> [UInt8]? {
    let folder = workbench.settings.package == "." ? "" : workbench.settings.package + "/"
    let clone = OwnClone(folder: workbench.order.checkoutFolder)
    return try? clone.recorded(folder + "Package.resolved", commit: commit.rawValue)
  }

  private static func same(_ a: PinnedDependency, _ b: PinnedDependency) -> Bool {
    a.identity == b.identity && a.revision == b.revision && a.version == b.version
  }

  /// What a reader must know of a green that no fresh clone may repeat; nil when all is committed. `before`
  /// are the pins that were there before anything was resolved.
  static func note(_ dependencies: [PinnedDependency], before: [PinnedDependency]) -> String? {
    let loose = dependencies.filter { !$0.committed }
    guard !loose.isEmpty else { return nil }
    let named = loose.prefix(mostNamed).map(\.shown).joined(separator: ", ")
    let more = loose.count > mostNamed ? " and \(loose.count - mostNamed) more" : ""
    let since =
      !loose.contains(where: { pin in before.contains { same($0, pin) } })
      ? "They were resolved by this integration"
      : "Not all were resolved by this integration, and a clean one (`--clean`) resolves anew"
    return "The commit does not pin what these dependencies resolve to (Package.resolved): \(named)\(more). "
      + "\(since); a fresh clone may get others, where the manifest leaves a choice."
  }
}
