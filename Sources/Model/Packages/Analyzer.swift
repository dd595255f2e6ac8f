import Words

/// What looks at the sources besides the build.
public enum Analyzer: Equatable, Hashable, Sendable {
  /// What the compiler warned of, which the build has told.
  case compiler
  /// Clang's static analyzer, for targets in C and its relatives.
  case clang
  /// `swift format lint`, with the package's own configuration.
  case format
  /// A shell command of the bot's own.
  case command(String)

  public static let usual: [Analyzer] = [.compiler, .clang]

  /// As it is called wherever it is told of.
  public var name: String {
    switch self {
    case .compiler: "compiler"
    case .clang: "clang"
    case .format: "swift format"
    case .command(let command): Self.script(of: command) ?? command
    }
  }

  /// As it is called beside others: by the whole command where another one would be called alike.
  public func name(among others: [Analyzer]) -> String {
    others.contains { $0 != self && $0.name == name } ? whole : name
  }

  /// The whole command; by it what it finds is known again.
  public var whole: String { if case .command(let command) = self { command } else { name } }

  private static let interpreters: Set = [
    "sh", "bash", "dash", "zsh", "python3", "python", "perl", "ruby", "env",
  ]

  /// The file name of the script that a command begins with: "lint.sh" of `FAST=1 sh ./lint.sh --all`.
  private static func script(of command: String) -> String? {
    var words = command.split(whereSeparator: \.isWhitespace)[...]
    func file() -> Substring? { words.first.flatMap { $0.split(separator: "/").last } }
    while let word = words.first, word.contains(/^[A-Za-z_][A-Za-z0-9_]*=/) { words.removeFirst() }
    if let name = file(), interpreters.contains(String(name)) { words.removeFirst() }
    guard let word = words.first, let name = file(), word.contains("/") || name.dropFirst().contains("."),
      word.wholeMatch(of: /[A-Za-z0-9._\/+-]+/) != nil, !word.hasPrefix("-")
    else { return nil }
    return String(name)
  }
}

extension Analyzer: Codable {
  private static let commandMark = "run: "

  public init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    switch word {
    case "compiler": self = .compiler
    case "clang": self = .clang
    case "format": self = .format
    case _ where word.hasPrefix(Self.commandMark):
      self = .command(String(word.dropFirst(Self.commandMark.count)))
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no analyzer: \(word)"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .compiler: try container.encode("compiler")
    case .clang: try container.encode("clang")
    case .format: try container.encode("format")
    case .command(let command): try container.encode(Self.commandMark + command)
    }
  }
}

/// The result of one analyzer.
public struct Analysis: Codable, Equatable, Sendable {
  /// Its name.
  public var analyzer: String
  /// How many different warnings it found.
  public var warnings = 0
  /// In how many places, where that is another number.
  @Nullable public var places: Int?
  /// How many files it looked at, if Bothy chose them.
  @Nullable public var files: Int?
  /// How long it took.
  public var seconds = 0.0
  /// Why it did not finish, in one sentence.
  @Nullable public var problem: String?

  public init(_ analyzer: Analyzer, among others: [Analyzer] = []) {
    self.analyzer = analyzer.name(among: others)
  }
}

extension Analysis {
  /// What a warning of it begins with, so that nobody takes one for another's.
  public static func lead(_ analyzer: String) -> String { analyzer + ": " }

  /// "clang: 3 warnings in 12 files"
  public var words: String {
    if let problem { return "\(analyzer): \(problem)" }
    if files == 0 { return "\(analyzer): nothing to look at" }
    var found = warnings == 0 ? "no warning" : Figures.count(warnings, "warning")
    if let places { found += " at \(Figures.count(places, "place"))" }
    return "\(analyzer): \(found)" + (files.map { " in \(Figures.count($0, "file"))" } ?? "")
  }
}

extension Sequence<Diagnostic> {
  /// How many issues they are: the same in several lines of a file is one.
  public var issueCount: Int {
    Set(map { [$0.file ?? "", $0.steadyText].map(ExactText.init) }).count
  }

  /// At how many places they are; nil where each issue is at one.
  public var placeCount: Int? {
    let all = Array(self)
    let places = Set(
      all.map {
        [$0.file ?? "", $0.steadyText, "\($0.line ?? 0):\($0.column ?? 0)"].map(ExactText.init)
      })
    return places.count > all.issueCount ? places.count : nil
  }
}

extension Diagnostic {
  fileprivate var steadyText: String { SteadyText.of(HeaderWarning.plain(message, in: file)) }
}
