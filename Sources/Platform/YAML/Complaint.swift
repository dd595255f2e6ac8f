/// What libyaml says about a text, put into words for the person who wrote it.
struct Complaint {
  var problem: String
  var context: String
  /// The line on which the thing began that went wrong.
  var contextLine: Int?
  /// The text of the line, and how many characters of it come before the problem.
  var line: String
  var column: Int

  var sentence: String {
    if isIndentedByTab { return "a tab indents this line: YAML is indented by spaces" }
    if problem == "found character that cannot start any token" {
      return "a text cannot start with `\(character)`: put it in quotes"
    }
    return Self.sentences[problem] ?? besides
  }

  /// libyaml tells where it noticed; for these a person looks for where they began.
  var isAboutItsStart: Bool {
    !isIndentedByTab
      && (["while scanning an alias", "while scanning an anchor", "while scanning a tag"].contains(context)
        || (context == "while scanning a quoted scalar" && problem.hasPrefix("found unexpected")))
  }

  private var isIndentedByTab: Bool { line.prefix { $0 == " " || $0 == "\t" }.contains("\t") }

  private var character: String {
    line.unicodeScalars.dropFirst(column).first.map { String(Character($0)) } ?? ""
  }

  private static let sentences = [
    "mapping values are not allowed in this context":
      "a `:` makes no sense here: quote the text if it contains `: `, or mend the indentation",
    "could not find expected ':'":
      "a key without its `:`: write `key: value`, and indent what belongs to a longer text",
    "did not find expected key":
      "this line is not indented like the ones it belongs to, or a quote is missing",
    "did not find expected '-' indicator":
      "an item of the list should start here with `- `, in the same column as the others",
    "block sequence entries are not allowed in this context":
      "a list item makes no sense here: start it on a line of its own below the key",
    "found unknown escape character":
      "`\\` starts an escape in double quotes: use single quotes, which leave it alone",
    "did not find expected alphabetic or numeric character":
      "a text cannot start with * or &: put it in quotes",
    "found undefined tag handle": "a text cannot start with !: put it in quotes",
    "did not find expected <document start>": "nothing but the one document may stand in the file",
    "found unexpected document indicator": "this quote is not closed before the document ends",
  ]

  private var besides: String {
    let since = contextLine.map { " that starts on line \($0)" } ?? ""
    switch context {
    case "while parsing a flow sequence": return "the list\(since) needs `,` or `]` here"
    case "while parsing a flow mapping": return "the group\(since) needs `,` or `}` here"
    case "while scanning a quoted scalar": return "this quote is never closed"
    case "while parsing a flow node", "while parsing a block node": return "a value is missing here"
    case "while parsing a tag", "while scanning a tag": return "a text cannot start with !: put it in quotes"
    case "while scanning a block scalar":
      return "after `|` or `>` the text starts on the next line, indented by spaces"
    default: return "this is not YAML: \(problem)"
    }
  }
}
