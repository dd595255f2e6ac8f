import Files
import Foundation
import Model
import Words

/// What a module says to others, and its sources to each other, as marks: by the sources, and by how they are
/// compiled.
struct ModuleSaid: Codable, Equatable, Sendable {
  /// What others may be compiled with.
  var text: String
  /// The same with what only tests see.
  var inside: String
  /// What its sources import, all together.
  var imports: String
  var settings: String
  /// What sources say that give the language's own signs a meaning: nobody names what a literal calls.
  var unnamed: String
  /// What its types are made of, where a source asks for the size of one: the compiler forgets whom it asked.
  var measured: String
  /// What names of types mean, as other types' and by their parameters: who writes one does not write that
  /// down.
  var aliases: String

  private static let parts: [any WritableKeyPath<Self, String> & Sendable] = [
    \.text, \.inside, \.imports, \.settings, \.unnamed, \.measured, \.aliases,
  ]
  private static let unknown = "?"

  var isInDoubt: Bool { Self.parts.contains { self[keyPath: $0] == Self.unknown } }

  /// What is another now may have been built, and by the next time be as it was.
  mutating func doubt(whatDiffersFrom now: Self) {
    for part in Self.parts where self[keyPath: part] != now[keyPath: part] {
      self[keyPath: part] = Self.unknown
    }
  }

  /// Whether its own sources have of each other what the compiler does not ask for again.
  func isAnother(to now: Self) -> Bool {
    (imports, unnamed, measured) != (now.imports, now.unnamed, now.measured)
  }

  mutating func doubtText() { text = Self.unknown }
}

extension ModuleSaid {
  /// What is said may depend on what is defined.
  init(
    by units: [CompiledFiles.SwiftUnit], of module: String, _ flags: CompilerFlags,
    _ configuration: Configuration
  ) {
    let sources = units.map(\.source).sorted().lazy.map { contents(of: $0) ?? [] }
    let defined = (flags.defined(in: module) ?? []).sorted()
    settings = ContentMark(flags.settings(of: module)).text
    let isMeasured = sources.contains(where: Self.measures)
    var lines: Set<String> = []
    var (said, unnamed, whole) = (InterfaceText(defined: defined), InterfaceText(), ContentMark())
    for word in defined { whole.add(word) }
    for source in sources {
      for words in ImportLines.all(in: source) { lines.insert(words.joined(separator: " ")) }
      switch configuration {
      case .debug:
        said.add(source)
        if Self.unnamedWords.contains(where: source.holds) { unnamed.add(source) }
      case .release: whole.add(source)
      }
    }
    imports = ContentMark(lines.sorted().joined(separator: "\n")).text
    switch configuration {
    case .debug: (text, inside, self.unnamed) = (said.mark, said.markInside, unnamed.markInside)
    // Optimized, others have bodies of it in them, and all of it is one job.
    case .release: (text, inside, self.unnamed) = (whole.text, whole.text, "")
    }
    measured = isMeasured ? inside : ""
    aliases = configuration == .debug ? said.markOfAliases : inside
  }

  /// Whether it asks for the size of a type.
  static func measures(_ source: [UInt8]) -> Bool { source.holds("MemoryLayout") }

  private static let unnamedWords = [
    "Literal", "Interpolation", "Iterator", ": Collection", "BidirectionalCollection",
    "RandomAccessCollection", ": Sequence", "AsyncSequence",
  ]
}

/// The lines by which a source imports.
enum ImportLines {
  /// The words of each, with its attributes.
  static func all(in source: [UInt8]) -> [[Substring]] {
    guard source.holds("import ") else { return [] }
    return source.split(whereSeparator: { $0 == 10 || $0 == 13 }).compactMap { line in
      guard let first = line.first(where: { $0 != 32 && $0 != 9 }), beginnings.contains(first),
        Array(line).holds("import ")
      else { return nil }
      let words = Substring(decoding: line, as: UTF8.self).split(whereSeparator: { " \t;".contains($0) })
      let rest = words.drop { $0.hasPrefix("@") || accesses.contains($0) }
      return rest.first == "import" ? words : nil
    }
  }

  /// One that is imported in another way is taken for one that is not, which costs time alone.
  static func modules(in source: [UInt8]) -> Set<String> {
    Set(
      all(in: source).compactMap { words in
        words.drop { $0 != "import" }.dropFirst().first { !kinds.contains($0) }
          .map { String($0.prefix { $0 != "." }) }
      })
  }

  /// Of `import`, of an attribute and of each access.
  private static let beginnings = Array("@fip".utf8)
  private static let kinds: Set<Substring> = [
    "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]
  private static let accesses: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
}
