import Words

/// One line of `bothy doctor`.
public struct Finding: Equatable, Sendable {
  public enum Status: Sendable { case good, warning, problem }

  public var status: Status
  public var subject: String
  public var words: String
  /// The command that mends it, ready to be pasted, or a sentence where there is none.
  public var remedy: String?

  package init(_ status: Status, _ subject: String, _ words: String, remedy: String? = nil) {
    (self.status, self.subject, self.words, self.remedy) = (status, subject, words, remedy)
  }

  public func text(capabilities: TerminalCapabilities) -> String {
    let paragraphs = Paragraphs(capabilities)
    let palette = paragraphs.palette
    let mark =
      switch status {
      case .good: palette.paint(palette.unicode ? "✓" : "+", .green)
      case .warning: palette.paint("!", .yellow)
      case .problem: palette.paint(palette.unicode ? "✗" : "x", .red)
      }
    let head = "\(mark) " + Columns.padded(subject, to: 14) + " "
    let lines = paragraphs.broken(SafeText.line(words), first: head, indent: 17)
    // A command stays on one line, so that it can be copied.
    let space = String(repeating: " ", count: 17)
    let mend = remedy.map { [space + palette.paint("mend: ", .bold) + SafeText.line($0)] } ?? []
    return (lines + mend).joined(separator: "\n") + "\n"
  }

  /// The last line, and the status to end with.
  public static func conclusion(
    _ findings: [Finding], capabilities: TerminalCapabilities
  ) -> (text: String, exitStatus: Int32) {
    let problems = findings.count { $0.status == .problem }
    let warnings = findings.count { $0.status == .warning }
    let palette = Palette(capabilities)
    let also = warnings > 0 ? ", with \(Figures.count(warnings, "warning"))" : ""
    if problems > 0 {
      let text = "This machine cannot integrate yet: \(Figures.count(problems, "problem"))\(also)."
      return ("\n" + palette.paint(text, .red) + "\n", 5)
    }
    return ("\n" + palette.paint("This machine is able to integrate\(also).", .green) + "\n", 0)
  }
}
