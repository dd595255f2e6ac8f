import Words

extension TestID {
  /// The one that was probably meant by a name that no test has: by its own name in another suite, by what is
  /// like it in the same suite, else by what is like it at all. Nil where none is.
  public func nearest(among tests: some Collection<TestID>) -> TestID? {
    let (suite, name) = parts
    let ordered = tests.sorted()
    let namesakes = ordered.filter { $0.isCalled(rawValue) || $0.isCalled(name) }
    if namesakes.count == 1 { return namesakes[0] }
    let beside = ordered.filter { $0.parts.suite == suite }
    if let near = Nearest.meant(by: name, among: beside.map(\.parts.name)) {
      return beside.first { $0.parts.name == near }
    }
    return Nearest.meant(by: rawValue, among: (namesakes.isEmpty ? ordered : namesakes).map(\.rawValue)).map {
      TestID($0)
    }
  }

  /// `M.S` and `testTwo` of `M.S/testTwo`.
  private var parts: (suite: Substring, name: String) {
    guard let slash = rawValue.lastIndex(of: "/") else { return ("", rawValue) }
    return (rawValue[..<slash], String(rawValue[rawValue.index(after: slash)...]))
  }
}
