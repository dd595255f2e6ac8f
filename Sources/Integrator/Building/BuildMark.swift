import Foundation
import Words

/// What swift was asked to build, wherever that was, and what builds and tests may have from outside of the
/// checkout: two integrations of one commit are alike only where it is the same.
struct BuildMark {
  let text: String

  init(_ workbench: Workbench) {
    let order = workbench.order
    let plan = String(
      decoding: BuildPlan.bytes(buildFolder: order.buildFolder, workbench.settings.configuration),
      as: UTF8.self)
    var mark = ContentMark(
      plan.replacing(order.buildFolder, with: "build").replacing(order.checkoutFolder, with: "checkout"))
    OutsidePackages(buildFolder: order.buildFolder, checkoutFolder: order.checkoutFolder).add(to: &mark)
    // Manifests and tests may ask for what whoever typed the command has set.
    for (name, value) in workbench.surroundings.environment.sorted(by: { $0.key < $1.key }) {
      guard !Workbench.passing.contains(name), !Self.ofSession.contains(where: name.hasPrefix) else {
        continue
      }
      mark.add(name)
      mark.add(value)
    }
    text = mark.short
  }

  /// Of a terminal, a login, or a start of the watcher.
  private static let ofSession = [
    "BOTHY_", "TERM", "COLORTERM", "TMUX", "STY", "WINDOWID", "SSH_", "XDG_SESSION", "INVOCATION_ID",
    "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "DBUS_SESSION", "GIT_",
  ]
}
