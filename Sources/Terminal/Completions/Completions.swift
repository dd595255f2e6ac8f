/// Scripts for shells, made from the command table.
public enum Completions {
  public static func script(_ shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletions.script
    case .zsh: ZshCompletions.script
    case .fish: FishCompletions.script
    }
  }

  /// Every way to write an option: `--jobs`, `-j`.
  static func spellings(_ option: OptionDescription) -> [String] {
    [option.long] + (option.short.map { ["-\($0)"] } ?? [])
  }

  static var topics: [String] { CommandTable.shown.map(\.name.rawValue) }
}
