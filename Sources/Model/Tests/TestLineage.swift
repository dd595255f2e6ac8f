/// Under which ids the tests of a branch went on, from one of its integrations to the next.
public struct TestLineage: Equatable, Sendable {
  public struct Step: Equatable, Sendable {
    /// The first one that had the later id.
    public var integration: IntegrationNumber
    public var from: TestID
    /// Nil where the test is gone and another one has its id.
    public var to: TestID?

    public init(integration: IntegrationNumber, from: TestID, to: TestID?) {
      (self.integration, self.from, self.to) = (integration, from, to)
    }
  }

  /// The oldest first.
  private var turns: [(integration: IntegrationNumber, ids: [TestID: TestID?])] = []

  public init(_ steps: [Step] = []) {
    for (integration, members) in Dictionary(grouping: steps, by: \.integration).sorted(by: {
      $0.key < $1.key
    }) {
      turns.append((integration, Dictionary(members.map { ($0.from, $0.to) }) { first, _ in first }))
    }
  }

  public static func == (one: TestLineage, other: TestLineage) -> Bool {
    one.turns.elementsEqual(other.turns) { $0 == $1 }
  }

  public var isEmpty: Bool { turns.isEmpty }

  /// Whether something that was called so went on by another id, or is gone while another has this.
  public func frees(_ test: TestID) -> Bool { turns.contains { $0.ids[test] != nil } }

  /// What a test of an integration is called after the last one; nil where it is gone and its id another's.
  public func now(_ test: TestID, of integration: IntegrationNumber) -> TestID? {
    var test = test
    for turn in turns where turn.integration > integration {
      guard let found = turn.ids[test] else { continue }
      guard let next = found else { return nil }
      test = next
    }
    return test
  }

  /// A later name of a test: since the first one that called it otherwise, and that which gave it this name.
  public struct Renaming: Equatable, Sendable {
    public var to: TestID
    public var first: IntegrationNumber
    public var last: IntegrationNumber
    /// Those between, the oldest first.
    public var former: [Name] = []
    /// The first that called it as before again.
    public var back: IntegrationNumber?

    public struct Name: Equatable, Sendable {
      public var id: TestID
      public var since: IntegrationNumber
    }

    public init(to: TestID, first: IntegrationNumber, last: IntegrationNumber) {
      (self.to, self.first, self.last) = (to, first, last)
    }

    public var newest: Name { Name(id: to, since: last) }
    public var names: [Name] { former + [newest] }
  }

  /// What it is called after an integration that called it so, or was until it had its name again; nil where
  /// it is gone.
  public func renaming(of test: TestID, after integration: IntegrationNumber) -> Renaming? {
    var found: Renaming?
    for turn in turns where turn.integration > integration {
      guard let next = turn.ids[found?.to ?? test] else { continue }
      guard let next else { break }
      guard next != test else {
        found?.back = turn.integration
        break
      }
      let former = found?.names ?? []
      found = Renaming(to: next, first: found?.first ?? turn.integration, last: turn.integration)
      found?.former = former
    }
    return found
  }

  /// All ids under which it went on.
  public func laterNames(of test: TestID) -> Set<TestID> {
    var names: Set = [test]
    for turn in turns {
      for (from, to) in turn.ids { if let to, names.contains(from) { names.insert(to) } }
    }
    return names.subtracting([test])
  }

  /// What it is called last, and since when; nil where its name is its own still, or its id another's.
  public func nextName(of test: TestID) -> (id: TestID, from: IntegrationNumber)? {
    var name: (id: TestID, from: IntegrationNumber)?
    for turn in turns {
      guard let found = turn.ids[name?.id ?? test] else { continue }
      guard let next = found else { return name }
      name = (next, turn.integration)
    }
    return name.flatMap { $0.id == test ? nil : $0 }
  }

  /// What it was called before, and by which integration it was called otherwise first; the latest first.
  public func formerNames(of test: TestID) -> [(id: TestID, until: IntegrationNumber)] {
    var found: [(id: TestID, until: IntegrationNumber)] = []
    var names: Set = [test]
    for turn in turns.reversed() {
      let former = turn.ids.filter { $0.value.map(names.contains) ?? false }.keys.sorted()
      for from in former where names.insert(from).inserted { found.append((from, turn.integration)) }
    }
    return found
  }

  /// Since when something was called so that was called otherwise before, as before an integration.
  public func begins(_ name: TestID, before integration: IntegrationNumber) -> IntegrationNumber? {
    turns.last { $0.integration < integration && $0.ids.values.contains { $0 == name } }?.integration
  }

  /// These, and all ids under which they may have gone before.
  public func names(of tests: Set<TestID>) -> Set<TestID> {
    var names = tests
    for turn in turns.reversed() {
      for (from, to) in turn.ids { if let to, names.contains(to) { names.insert(from) } }
    }
    return names
  }
}
