import Foundation

/// What somebody types without its being shown.
public enum HiddenLine {
  private static let controlC: Character = "\u{3}"

  /// Nil where there is none, or Ctrl-C was pressed: that must not leave a terminal which shows nothing.
  public static func read(of terminal: Int32 = 0) -> String? {
    var former = termios()
    guard tcgetattr(terminal, &former) == 0 else { return nil }
    var quiet = former
    quiet.c_lflag &= ~tcflag_t(ECHO | ISIG)
    quiet.c_lflag |= tcflag_t(ECHONL)
    tcsetattr(terminal, TCSAFLUSH, &quiet)
    defer { tcsetattr(terminal, TCSAFLUSH, &former) }
    guard let line = readLine(), !line.contains(controlC) else { return nil }
    return line
  }
}
