enum BashCompletions {
  static var script: String {
    """
    # Completes bothy's command line in bash:  source <(bothy completions bash)
    \(functions)
    _bothy() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= place=0 i
      COMPREPLY=()
      # --option=value comes as three words.
      if [[ $cur == = ]]; then cur=
      elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          \(globalsWithValue)) [[ ${COMP_WORDS[i+1]} == = ]] && i=$((i + 2)) || i=$((i + 1)) ;;
          -*|=) ;;
          *) command=${COMP_WORDS[i]}; break ;;
        esac
      done
      for ((i++; i < COMP_CWORD; i++)); do
        case $command:${COMP_WORDS[i]} in
          \(optionsWithValue)) [[ ${COMP_WORDS[i+1]} == = ]] && i=$((i + 2)) || i=$((i + 1)) ;;
          *:-*|*:=) ;;
          *) place=$((place + 1)) ;;
        esac
      done
      case $command:$prev in
    \(values)
      esac
      case $command:$place:$cur in
    \(words)
      esac
    }
    complete -F _bothy bothy

    """
  }

  private static let functions = #"""
    _bothy_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
    _bothy_folder() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$cur"); }
    _bothy_file() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); }
    _bothy_revision() {
      _bothy_words "HEAD $(git for-each-ref --format='%(refname:short)' refs/heads refs/tags 2>/dev/null)"
    }
    _bothy_integration() {
      local state=${BOTHY_STATE:-${XDG_STATE_HOME:-$HOME/.local/state}/bothy} folder name i
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          --state) state=${COMP_WORDS[i+1]}; [[ $state == = ]] && state=${COMP_WORDS[i+2]} ;;
        esac
      done
      state=${state/#\~\//$HOME/}
      local bot=
      [[ $cur == *#* ]] && bot=${cur%#*}
      for folder in "$state/integrations/${bot:+$bot/}"*/; do
        [[ -d $folder ]] || continue
        name=${folder%/}; name=${bot:+$bot#}${name##*/}
        [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")
      done
    }
    """#

  private static var globalsWithValue: String {
    CommandTable.everywhere.map(CommandTable.option).filter { $0.value != nil }
      .map(\.long).joined(separator: "|")
  }

  /// Patterns of the options that take a value, with the kind of that value.
  private static var withValue: [(pattern: String, kind: ValueKind)] {
    let own = CommandTable.shown.flatMap { command in
      command.options.map { (command.name.rawValue, CommandTable.option($0, of: command.name)) }
    }
    let global = CommandTable.everywhere.map(CommandTable.option).map { ("*", $0) }
    return (own + global).compactMap { command, option in
      option.value.map { value in
        (Completions.spellings(option).map { "\(command):\($0)" }.joined(separator: "|"), value.kind)
      }
    }
  }

  private static var optionsWithValue: String { withValue.map(\.pattern).joined(separator: "|") }

  /// After such an option, only its values are offered.
  private static var values: String {
    withValue.map { "    \($0.pattern)) \(action($0.kind)); return ;;" }.joined(separator: "\n")
  }

  private static var words: String {
    var lines = CommandTable.shown.flatMap { command -> [String] in
      let name = command.name.rawValue
      let options = CommandTable.options(of: command).map(\.long).joined(separator: " ")
      let arguments = command.arguments.enumerated().map { place, argument in
        "    \(name):\(place):*) \(action(argument.kind)) ;;"
      }
      return ["    \(name):*:-*) _bothy_words \"\(options)\" ;;"] + arguments
    }
    let options = CommandTable.options(of: nil).map(\.long).joined(separator: " ")
    lines += [
      "    :*:-*) _bothy_words \"\(options)\" ;;",
      "    :*:*) _bothy_words \"\(Completions.topics.joined(separator: " "))\" ;;",
    ]
    return lines.joined(separator: "\n")
  }

  private static func action(_ kind: ValueKind) -> String {
    switch kind {
    case .folder: "_bothy_folder"
    case .file: "_bothy_file"
    case .revision: "_bothy_revision"
    case .integration: "_bothy_integration"
    case .topic: "_bothy_words \"\(Completions.topics.joined(separator: " "))\""
    case .choice(let words): "_bothy_words \"\(words.joined(separator: " "))\""
    case .pattern, .duration, .number, .words: ":"
    }
  }
}
