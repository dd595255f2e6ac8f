enum FishCompletions {
  static var script: String {
    let commands = CommandTable.shown.map {
      "complete -c bothy -f -n __fish_use_subcommand -a \($0.name.rawValue) -d \(quoted($0.summary))"
    }
    let globals = CommandTable.everywhere.map(CommandTable.option).map { line($0, condition: nil) }
    let version = line(CommandTable.option(.version), condition: "__fish_use_subcommand")
    return ([head, functions] + commands + globals + [version] + CommandTable.shown.flatMap(lines))
      .joined(separator: "\n") + "\n"
  }

  private static let head = "# Completes bothy's command line in fish:  bothy completions fish | source"

  private static let functions = #"""
    function __bothy_integrations
      set -l state $BOTHY_STATE
      test -n "$state"; or set state $XDG_STATE_HOME/bothy
      test "$state" != /bothy; or set state $HOME/.local/state/bothy
      set -l token (commandline -ct)
      if string match -q '*#*' -- $token
        set -l bot (string replace -r '#.*' '' -- $token)
        for folder in $state/integrations/$bot/*/
          echo $bot'#'(basename $folder)
        end
      else
        for folder in $state/integrations/*/
          basename $folder
        end
      end
    end
    function __bothy_place
      set -l words (commandline -opc | string match -v -- '-*')
      test (count $words) -eq (math 2 + $argv[1])
    end
    function __bothy_revisions
      echo HEAD
      git for-each-ref --format='%(refname:short)' refs/heads refs/tags 2>/dev/null
    end
    """#

  private static func lines(_ command: CommandDescription) -> [String] {
    let condition = "__fish_seen_subcommand_from \(command.name.rawValue)"
    let arguments = command.arguments.enumerated().map { place, argument in
      let here = command.arguments.count > 1 ? "; and __bothy_place \(place)" : ""
      return "complete -c bothy -n '\(condition)\(here)'" + values(argument.kind)
    }
    return arguments
      + command.options.map { line(CommandTable.option($0, of: command.name), condition: condition) }
  }

  private static func line(_ option: OptionDescription, condition: String?) -> String {
    let when = condition.map { " -n '\($0)'" } ?? ""
    let short = option.short.map { " -s \($0)" } ?? ""
    let value = option.value.map { " -r" + values($0.kind) } ?? ""
    return "complete -c bothy\(when)\(short) -l \(option.name.rawValue)\(value) -d \(quoted(option.summary))"
  }

  private static func values(_ kind: ValueKind) -> String {
    switch kind {
    case .folder: " -x -a '(__fish_complete_directories)'"
    case .file: " -F"
    case .revision: " -x -a '(__bothy_revisions)'"
    case .integration: " -x -a '(__bothy_integrations)'"
    case .topic: " -x -a \(quoted(Completions.topics.joined(separator: " ")))"
    case .choice(let words): " -x -a \(quoted(words.joined(separator: " ")))"
    case .pattern, .duration, .number, .words: " -x"
    }
  }

  /// Fish knows two escapes inside single quotes.
  private static func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += "'\\".contains($1) ? "\\\($1)" : String($1) } + "'"
  }
}
