/// A piece of a template. Every line of its text begins with a `lead`, the white space before anything else.
struct Token {
  enum Kind {
    case lead, text, lineEnd
    case value, raw, section, inverted, end, partial, parent, block, comment, delimiters
  }

  let kind: Kind
  /// In the source; for tags with their delimiters.
  var range: Range<Int>
  var name = ""
  /// The name is to be looked up: `{{>*name}}`.
  var isDynamic = false
  /// The other half of a pair.
  var partner: Int?
  /// A block that is given to the parent around it.
  var isArgument = false
  /// White space or a line end that stands with a tag that has the line for itself.
  var isRemoved = false
  /// The lead of a tag that has the line for itself: what it brings in is indented by that.
  var indentation: Int?
  /// What it holds begins on the next line.
  var opensLine = false

  init(_ kind: Kind, _ range: Range<Int>) { (self.kind, self.range) = (kind, range) }

  var opensPair: Bool { [.section, .inverted, .parent, .block].contains(kind) }

  var isText: Bool { [.lead, .text, .lineEnd].contains(kind) }

  /// Whether a line that holds nothing else disappears.
  var mayStandAlone: Bool { !isText && kind != .value && kind != .raw }
}

/// A mistake before its place is worked out.
struct Mistake {
  let offset: Int
  let message: String
}
