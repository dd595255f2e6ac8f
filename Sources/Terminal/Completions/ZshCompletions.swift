import Words

enum ZshCompletions {
  static var script: String {
    """
    #compdef bothy
    # Completes bothy's command line in zsh:  source <(bothy completions zsh)
    \(functions)
    _bothy() {
      local curcontext=$curcontext context state line
      typeset -A opt_args
      _arguments -C \\
    \(specifications(CommandTable.options(of: nil), indent: 4)) \\
        '1:command:_bothy_commands' '*::argument:->rest'
      [[ $state == rest ]] || return
      curcontext=${curcontext%:*}-$line[1]:
      case $line[1] in
    \(cases)
      esac
    }
    if [[ $funcstack[1] == _bothy ]]; then _bothy "$@"; else compdef _bothy bothy; fi

    """
  }

  private static var functions: String {
    let commands = CommandTable.shown.map {
      "    " + ShellWord.inQuotes($0.name.rawValue + ":" + $0.summary)
    }.joined(separator: "\n")
    return """
      _bothy_commands() {
        local -a commands=(
      \(commands)
        )
        _describe command commands
      }
      _bothy_revision() {
        local -a names
        names=(${(f)"$(git for-each-ref --format='%(refname:short)' refs/heads refs/tags 2>/dev/null)"})
        compadd HEAD $names
      }
      _bothy_integration() {
        local state=${opt_args[--state]:-${BOTHY_STATE:-${XDG_STATE_HOME:-$HOME/.local/state}/bothy}}
        local -a names
        if [[ $PREFIX == *\\#* ]]; then
          names=($state/integrations/${PREFIX%\\#*}/*(N/:t))
          compadd -- ${PREFIX%\\#*}\\#$^names
        else
          names=($state/integrations/*(N/:t))
          compadd -a names
        fi
      }
      """
  }

  private static var cases: String {
    CommandTable.shown.map { command in
      var specifications = specifications(CommandTable.options(of: command), indent: 8)
      for (index, argument) in command.arguments.enumerated() {
        let spec = "\(index + 1):\(escaped(argument.placeholder)):\(action(argument.kind))"
        specifications += " \\\n        " + ShellWord.inQuotes(spec)
      }
      return "    \(command.name.rawValue)) _arguments \\\n\(specifications) ;;"
    }.joined(separator: "\n")
  }

  private static func specifications(_ options: [OptionDescription], indent: Int) -> String {
    let space = String(repeating: " ", count: indent)
    return options.flatMap { option in
      Completions.spellings(option).map { spelling in
        let mark = option.value == nil ? "" : spelling.hasPrefix("--") ? "=" : "+"
        let value = option.value.map { ":\(escaped($0.placeholder)):\(action($0.kind))" } ?? ""
        let star = option.name == .filter || option.name == .skip ? "*" : ""
        return space + ShellWord.inQuotes("\(star)\(spelling)\(mark)[\(escaped(option.summary))]\(value)")
      }
    }.joined(separator: " \\\n")
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += "[]:\\".contains($1) ? "\\\($1)" : String($1) }
  }

  private static func action(_ kind: ValueKind) -> String {
    switch kind {
    case .folder: "_files -/"
    case .file: "_files"
    case .revision: "_bothy_revision"
    case .integration: "_bothy_integration"
    case .topic: "_bothy_commands"
    case .choice(let words): "(\(words.joined(separator: " ")))"
    case .pattern, .duration, .number, .words: " "
    }
  }
}
