import Model
import Processes
import Words

/// The variables of the environment that tell something of what is built and tested, and not of a terminal, a
/// login, or a start of the watcher.
enum LastingVariables {
  static func has(_ name: String) -> Bool {
    !Workbench.passing.contains(name) && name != Command.mark && !ofSessions.contains(name)
      && !leadsOfSessions.contains(where: name.hasPrefix)
  }

  /// Whole names, as others may begin so.
  private static let ofSessions: Set<String> = [
    "TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TERM_SESSION_ID", "COLORTERM", "STY", "WINDOW",
    "WINDOWID", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SESSION_MANAGER", "XDG_VTNR", "XDG_SEAT",
    "INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "MANAGERPID", "NOTIFY_SOCKET", "WATCHDOG_PID",
    "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "TMUX", "TMUX_PANE", "SHELL_SESSION_ID",
  ]
  private static let leadsOfSessions = [
    "BOTHY_", "SSH_", "GIT_", "XDG_SESSION_", "DBUS_SESSION_", "TRIGGER_TIMER_", "TRIGGER_PATH",
    "TRIGGER_UNIT", "MEMORY_PRESSURE_", "GNOME_TERMINAL_", "KONSOLE_", "KITTY_", "ALACRITTY_", "WEZTERM_",
    "ITERM_", "LC_TERMINAL", "VSCODE_",
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
