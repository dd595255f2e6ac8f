/// The extra arguments of a bot for `swift build`: they may change how the package is built, never which
/// package, into what folder, or how much of it.
public struct BuildArguments {
  public struct Problem: Equatable, Sendable {
    /// Which of the arguments.
    public var index: Int
    /// The option, as it is written.
    public var option: String
    /// Why it is refused, or what to write in its place.
    public var advice: String
  }

  private struct Part {
    var index: Int
    var name: String
    var value: String?
    var words: [String]
    var use: BuildOption.Use?
  }

  private let parts: [Part]

  public init(_ arguments: [String]) {
    var parts: [Part] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      let halves = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      var part = Part(
        index: index, name: String(halves.first ?? ""), value: halves.count == 2 ? String(halves[1]) : nil,
        words: [argument], use: nil)
      index += 1
      if part.name.hasPrefix("-"), part.name != "--" {
        part.use = BuildOption.use(of: part.name)
        let next = index < arguments.count ? arguments[index] : nil
        // Only what is passed on to another tool may begin as options do.
        let isPassedOn = part.use?.isPassedOn ?? false
        if part.value == nil, let next, isPassedOn || !next.hasPrefix("-") {
          part.value = next
          part.words.append(next)
          index += 1
        }
      }
      parts.append(part)
    }
    self.parts = parts
  }

  /// What is refused, in the order in which it is written. What swift does not know it refuses itself.
  public var problems: [Problem] {
    parts.compactMap { part in
      advice(on: part).map { Problem(index: part.index, option: part.name, advice: $0) }
    }
  }

  private func advice(on part: Part) -> String? {
    if part.name == "--" { return "nothing may follow the options" }
    switch part.use {
    case .refused(let why): return why
    case .passed(let tool, _):
      guard let value = part.value else { return "it takes the argument that \(tool) is to be given" }
      return BuildOption.compilesNothing.contains(value)
        ? "with \(value), \(tool) makes nothing, and what an earlier build left would be tested" : nil
    case .building, .ofPackage, .ofTraits, nil: return nil
    }
  }

  /// Those that decide what the package and its dependencies are: for the commands that resolve and describe.
  public func ofPackage(resolving: Bool) -> [String] {
    parts.filter { part in
      switch part.use {
      case .ofPackage, .passed(_, ofPackage: true): true
      case .ofTraits: resolving
      case .building, .passed, .refused, nil: false
      }
    }.flatMap(\.words)
  }
}
