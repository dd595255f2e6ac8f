/// One step of rendering. Numbers only: ranges of the source, and indices into the template's tables.
enum Instruction {
  case text(start: Int, end: Int)
  case value(name: Int, isEscaped: Bool)
  /// What it holds follows, up to `end`.
  case section(name: Int, end: Int)
  case inverted(name: Int, end: Int)
  case partial(call: Int)
  /// The blocks that it gives follow, up to `end`.
  case parent(call: Int, end: Int)
  /// Its default follows, up to `end`.
  case block(site: Int, end: Int)
}

/// `a.b.c`; without parts it is the implicit iterator.
final class DottedName: Sendable {
  let text: String
  let first: String
  let rest: [String]
  let isImplicit: Bool

  init(_ text: String) {
    self.text = text
    isImplicit = text == "."
    let parts = text == "." ? [] : text.split(separator: ".").map(String.init)
    first = parts.first ?? ""
    rest = Array(parts.dropFirst())
  }
}

extension DottedName {
  private var lead: String { "unknown name `\(PartialPath.shown(text))`" }

  /// It begins with none of the names that are known.
  func unknown(among known: some Collection<String>) -> String {
    lead + NearName.advice(known, to: first, nothing: "no name is known here")
  }

  /// What it says so far has no such part.
  func unknown(_ part: String, below path: String, among known: some Collection<String>) -> String {
    lead
      + NearName.advice(known.map { path + "." + $0 }, to: path + "." + part, nothing: "`\(path)` is empty")
  }

  /// What it says so far has no parts.
  func unknown(below path: String, of kind: String) -> String {
    "\(lead): `\(path)` is \(kind), it has no names"
  }
}

/// A partial or a parent that is brought in.
struct TemplateCall {
  enum Target {
    case template(Int)
    case unknown(String)
    case named(DottedName)
  }

  let target: Target
  /// Nil when it shares its line with something else.
  let indentation: Range<Int>?
  var blocks: [GivenBlock] = []
}

struct GivenBlock {
  let name: String
  let offset: Int
  let start: Int
  let end: Int
}

/// A place that a block may be given for.
struct BlockSite {
  let name: String
  let indentation: Range<Int>
}

/// A template as a flat list of steps. Calls name other templates by their number in the library.
final class CompiledTemplate: Sendable {
  let file: String
  let source: [UInt8]
  let code: [Instruction]
  /// Where in the source each instruction comes from.
  let offsets: [Int]
  let names: [DottedName]
  let calls: [TemplateCall]
  let sites: [BlockSite]
  /// With any of these there is no code.
  let mistakes: [Mistake]

  init(
    file: String, source: [UInt8], code: [Instruction] = [], offsets: [Int] = [], names: [DottedName] = [],
    calls: [TemplateCall] = [], sites: [BlockSite] = [], mistakes: [Mistake] = []
  ) {
    (self.file, self.source, self.code, self.offsets) = (file, source, code, offsets)
    (self.names, self.calls, self.sites, self.mistakes) = (names, calls, sites, mistakes)
  }

  func problem(at offset: Int, _ message: String) -> TemplateProblem {
    let place = TextPlace(offset, in: source)
    return TemplateProblem(file: file, line: place.line, column: place.column, message: message)
  }

  var problems: [TemplateProblem] { mistakes.map { problem(at: $0.offset, $0.message) } }
}
