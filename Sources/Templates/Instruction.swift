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
    self.file = file
    self.source = source
    self.code = code
    self.offsets = offsets
    self.names = names
    self.calls = calls
    self.sites = sites
    self.mistakes = mistakes
  }

  func problem(at offset: Int, _ message: String) -> TemplateProblem {
    let place = TextPlace(offset, in: source)
    return TemplateProblem(file: file, line: place.line, column: place.column, message: message)
  }

  var problems: [TemplateProblem] { mistakes.map { problem(at: $0.offset, $0.message) } }
}
