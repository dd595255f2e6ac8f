import Model
import Processes
import Words

/// The variables of the environment that tell something of what is built and tested, and not of a terminal, a
/// login, or a start of the watcher.
enum LastingVariables {
  static func has(_ name: String) -> Bool {
    !Workbench.passing.contains(name) && name != Command.mark && !ofSessions.contains(where: name.hasPrefix)
  }

  private static let ofSessions = [
    "BOTHY_", "TERM", "COLORTERM", "TMUX", "STY", "WINDOW", "SSH_", "XDG_SESSION", "XDG_VTNR", "XDG_SEAT",
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SESSION_MANAGER", "DBUS_SESSION", "INVOCATION_ID",
    "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "MANAGERPID", "TRIGGER_", "MEMORY_PRESSURE_", "NOTIFY_SOCKET",
    "WATCHDOG_", "LISTEN_", "GNOME_TERMINAL", "KONSOLE_", "SHELL_SESSION_ID", "KITTY_", "ALACRITTY_",
    "WEZTERM_", "ITERM_", "LC_TERMINAL", "VSCODE_", "GIT_",
  ]

  /// Of what tests of this order run with. Git puts its own folder first for its hooks.
  static func mark(_ workbench: Workbench) -> String {
    var mark = ContentMark()
    let chosen = workbench.settings.environment.merging(workbench.secrets.values) { $1 }
    for (name, value) in workbench.environment().sorted(by: { $0.key < $1.key })
    where chosen[name] != nil || has(name) {
      mark.add(name)
      let folders = value.split(separator: ":", omittingEmptySubsequences: false)
      mark.add(
        name == "PATH" ? folders.filter { !$0.hasSuffix("/git-core") }.joined(separator: ":") : value)
    }
    return mark.short
  }
}
