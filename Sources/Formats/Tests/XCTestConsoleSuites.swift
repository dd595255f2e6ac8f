import Model

/// The suites that have started and not ended, outermost first.
struct XCTestConsoleSuites {
  private var open: [String] = []
  private(set) var executed: (tests: Int, skipped: Int, failures: Int, unexpected: Int)?
  /// A count is believed right after the end of its suite only.
  var expectsCount = false

  var currentClass: String? {
    guard open.count > 1, let top = open.last, !top.hasSuffix(".xctest") else { return nil }
    return top
  }

  func contains(_ name: String) -> Bool { open.contains(name) }

  func accepts(_ name: String, _ announced: XCTestConsoleAnnounced) -> Bool {
    if open.isEmpty { return name == "All tests" || name == "Selected tests" }
    if name.hasSuffix(".xctest") { return open.count == 1 }
    return currentClass == nil && announced.mayContain(class: name)
  }

  mutating func start(_ name: String) {
    expectsCount = false
    open.append(name)
  }

  mutating func end(_ name: String) {
    while let top = open.popLast(), top != name {}
    expectsCount = true
  }

  mutating func count(_ counts: (tests: Int, skipped: Int, failures: Int, unexpected: Int)) {
    expectsCount = false
    if open.isEmpty { executed = counts }
  }
}

/// The tests that a process said it would run, in its order.
struct XCTestConsoleAnnounced {
  private let entries: [TestList.Entry]
  private let positions: [String: [Int]]
  private let modules: [String: String]

  /// `known`: of which module a class is, where there is no list.
  init(_ entries: [TestList.Entry], _ known: [String: String] = [:]) {
    self.entries = entries
    positions = Dictionary(grouping: entries.indices) { Self.key(entries[$0].consoleName) }
    modules =
      entries.isEmpty ? known : Dictionary(entries.map { ($0.consoleClass, $0.module) }) { first, _ in first }
  }

  func mayContain(class name: String) -> Bool {
    entries.isEmpty || modules[name] != nil
  }

  /// Which test a line that starts one means, if it may. The console doesn't tell the module: of two tests
  /// of one name, the order decides.
  func next(
    _ name: String, position: Int, started: Set<TestList.Entry>, currentClass: String?
  ) -> (entry: TestList.Entry, position: Int, isDoubtful: Bool)? {
    if let found = positions[Self.key(name)] {
      let open = found.filter { !started.contains(entries[$0]) }
      guard let index = open.first(where: { $0 >= position }) ?? open.first else { return nil }
      return (entries[index], index + 1, index != position)
    }
    guard let dot = Self.isQuick(name) ? name.firstIndex(of: ".") : name.lastIndex(of: "."),
      dot != name.startIndex
    else { return nil }
    let className = String(name[..<dot])
    let entry = TestList.Entry(
      module: modules[className] ?? "", class: className, method: String(name[name.index(after: dot)...]))
    guard !entry.method.isEmpty, !started.contains(entry) else { return nil }
    if entries.isEmpty { return (entry, position, false) }
    return className == currentClass ? (entry, position, true) : nil
  }

  private static func isQuick(_ name: String) -> Bool {
    TestList.quickClasses.contains { name.hasPrefix($0 + ".") }
  }

  private static func key(_ name: String) -> String { isQuick(name) ? TestList.asListed(name) : name }
}
