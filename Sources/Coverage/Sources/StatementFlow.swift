internal import Tokens

/// How often each region of a function ran, by its statements: once as the compiler calculates it, and once
/// as it is. What it counts behind a `repeat` that is left by `break` or `continue` is too low, and the
/// condition of one that is left otherwise too high.
struct StatementFlow {
  /// It is not calculated as here, or cannot be told from what the tools tell.
  struct Unclear: Error {}

  struct Count: Equatable {
    var told: UInt64
    var real: UInt64

    static let zero = Count(told: 0, real: 0)

    // Less than none comes to be on the way.
    static func + (a: Self, b: Self) -> Self { Count(told: a.told &+ b.told, real: a.real &+ b.real) }
    static func - (a: Self, b: Self) -> Self { Count(told: a.told &- b.told, real: a.real &- b.real) }
  }

  struct Flow {
    var count: Count
    /// What comes behind is never executed.
    var isOver = false
    var isReturn = false

    var exit: Count { isOver ? .zero : count }
  }

  /// What may be left by name, or goes on.
  struct Target {
    enum Kind { case loop, repeated, cases, other }

    var kind: Kind
    var label: String?
    /// Those that the compiler takes for the end of it.
    var jumps = Count.zero
    var breaks = Count.zero
    var continues = Count.zero
    /// As told.
    var returns: UInt64 = 0
    var isLeft = false
  }

  private struct Scope {
    var end: Int
    var before: Count
  }

  /// The first of `? :`, how often both were come to, and where it ends.
  private struct Choice {
    var first: Count
    var all: Count
    var end: Int
  }

  let source: RepeatingSource
  /// A result builder makes it.
  let isBuilt: Bool
  /// By where they begin, the outer ones first: those that are not settled yet.
  private var regions: [Int: [LLVMExport.Region]] = [:]
  private(set) var settled: [LLVMExport.Place: UInt64] = [:]
  var index: Int
  var targets: [Target] = []
  var label: String?
  var fallen: Count?
  private var scopes: [Scope] = []
  private var choices: [Choice] = []
  private let end: Int

  /// The counts of a function's own regions; the outermost one first.
  static func counts(
    of regions: [LLVMExport.Region], in source: RepeatingSource, isBuilt: Bool = false
  ) throws(Unclear) -> [LLVMExport.Place: UInt64] {
    guard let first = regions.first else { throw Unclear() }
    var flow = try Self(regions, first, source, isBuilt)
    let body = try flow.own(source.offset(first.place.line, first.place.column))
    _ = try flow.block(body)
    guard flow.regions.isEmpty else { throw Unclear() }
    return flow.settled
  }

  private init(
    _ regions: [LLVMExport.Region], _ first: LLVMExport.Region, _ source: RepeatingSource, _ isBuilt: Bool
  ) throws(Unclear) {
    (self.source, self.isBuilt) = (source, isBuilt)
    for region in regions {
      self.regions[source.offset(region.place.line, region.place.column), default: []].append(region)
    }
    let start = source.offset(first.place.line, first.place.column)
    guard let index = source.index(of: start) else { throw Unclear() }
    self.index = index
    end = source.offset(first.place.endLine, first.place.endColumn)
    guard stands("{") else { throw Unclear() }
  }

  // MARK: - Tokens

  func stands(_ mark: String) -> Bool {
    source.tokens.indices.contains(index) && source.mark(index) == mark.utf8.first
  }

  func stands(word: String) -> Bool {
    source.tokens.indices.contains(index) && source.word(index) == word
  }

  func start() throws(Unclear) -> Int {
    guard index < source.tokens.count, source.tokens[index].start < end else { throw Unclear() }
    return source.tokens[index].start
  }

  mutating func takeLabel() -> String? {
    defer { label = nil }
    return label
  }

  // MARK: - Regions

  mutating func take(at offset: Int) -> LLVMExport.Region? {
    guard var found = regions[offset], !found.isEmpty else { return nil }
    let region = found.removeFirst()
    regions[offset] = found.isEmpty ? nil : found
    return region
  }

  mutating func settle(_ region: LLVMExport.Region, _ count: Count) throws(Unclear) {
    // What is less than none is told as the most that there is.
    let isTold =
      region.count == count.told || (Int64(bitPattern: count.told) < 0 && region.count >= UInt64(Int64.max))
    guard isTold, Int64(bitPattern: count.real) >= 0 else { throw Unclear() }
    settled[region.place] = count.real
  }

  /// What has a counter of its own.
  mutating func own(_ offset: Int, adding other: Count = .zero) throws(Unclear) -> Count {
    guard let region = take(at: offset) else { throw Unclear() }
    let count = Count(told: region.count, real: region.count) + other
    guard Int64(bitPattern: count.real) >= 0 else { throw Unclear() }
    settled[region.place] = count.real
    return Count(told: region.count, real: count.real)
  }

  /// What begins there has that count, where anything does.
  mutating func settle(at offset: Int, _ count: Count) throws(Unclear) {
    if let region = take(at: offset) { try settle(region, count) }
  }

  /// The same, and it ends where its region does.
  mutating func enter(at offset: Int, _ count: Count, _ flow: inout Flow) throws(Unclear) {
    guard let region = take(at: offset) else { return }
    try settle(region, count)
    scopes.append(Scope(end: source.offset(region.place.endLine, region.place.endColumn), before: flow.count))
    flow.count = count
  }

  /// What holds behind the last token.
  mutating func behind(_ count: Count) throws(Unclear) {
    try settle(at: source.tokens[index - 1].end, count)
  }

  /// What ends there holds no more.
  private mutating func finish(_ offset: Int, _ flow: inout Flow) {
    while let last = scopes.last, last.end <= offset {
      flow.count = last.before
      scopes.removeLast()
    }
  }

  /// What begins in it ends with it.
  mutating func within(_ body: (inout Self) throws(Unclear) -> Void) throws(Unclear) {
    let known = scopes.count
    try body(&self)
    scopes.removeLast(max(0, scopes.count - known))
  }

  /// What of `? :` begins with this token.
  private mutating func begin(_ flow: inout Flow) throws(Unclear) {
    let start = source.tokens[index].start
    guard let region = regions[start]?.first, index > 1 else { return }
    let end = source.offset(region.place.endLine, region.place.endColumn)
    if source.mark(index - 1) == UInt8(ascii: "?") {
      let count = Count(told: region.count, real: region.count)
      choices.append(Choice(first: count, all: flow.count, end: end))
      try enter(at: start, count, &flow)
    } else if source.mark(index - 1) == UInt8(ascii: ":"),
      let choice = choices.last(where: { $0.end == source.tokens[index - 2].end })
    {
      try enter(at: start, choice.all - choice.first, &flow)
    }
  }

  /// A call that may throw has a region behind it.
  private mutating func afterCall(_ flow: inout Flow) throws(Unclear) {
    let last = source.tokens[index - 1]
    // What is returned ends with what it is counted by.
    if !flow.isReturn { finish(last.end, &flow) }
    guard last.kind != .keyword, SilentThrows.endsCall(source.bytes[last.end - 1]), regions[last.end] != nil
    else { return }
    if index < source.tokens.count, source.tokens[index].start == last.end, stands("{") { return }
    while let region = regions[last.end]?.first {
      let told = Int64(bitPattern: flow.count.told)
      guard told >= 0, region.count <= flow.count.told else { throw Unclear() }
      let thrown = flow.count.told - region.count
      try enter(at: last.end, Count(told: region.count, real: flow.count.real &- thrown), &flow)
    }
  }

  // MARK: - Statements

  /// Reads what is between brackets, and tells what holds at its end.
  mutating func block(_ entry: Count) throws(Unclear) -> Flow {
    guard stands("{") else { throw Unclear() }
    index += 1
    let flow = try statements(entry) { $0.stands("}") }
    index += 1
    return flow
  }

  mutating func statements(_ entry: Count, until isEnd: (Self) -> Bool) throws(Unclear) -> Flow {
    let known = scopes.count
    var flow = Flow(count: entry)
    while !isEnd(self) { try step(&flow) }
    scopes.removeLast(max(0, scopes.count - known))
    if flow.isReturn {
      for index in targets.indices { targets[index].returns &+= flow.count.told }
    }
    return flow
  }

  /// What is asked, up to the body.
  mutating func header(_ flow: inout Flow, until isEnd: (Self) -> Bool) throws(Unclear) {
    var depth = 0
    while true {
      _ = try start()
      if depth == 0, isEnd(self) { return }
      let token = source.tokens[index]
      switch token.kind {
      case .textBegin: depth += 1
      case .textEnd: depth -= 1
      case .punctuation:
        if stands("(") || stands("[") { depth += 1 }
        if stands(")") || stands("]") { depth -= 1 }
      case .space, .newline, .comment, .text, .textMiddle, .pattern, .number, .identifier, .keyword,
        .attribute, .directive:
        break
      }
      try step(&flow)
    }
  }

  var isBody: Bool { stands("{") && !SourceBranches.asksMore(source.bytes[..<source.tokens[index - 1].end]) }

  private mutating func step(_ flow: inout Flow) throws(Unclear) {
    _ = try start()
    try begin(&flow)
    let word = source.word(index)
    if try !control(word, &flow) {
      if stands("{") {
        try passBrackets()
      } else if let name = source.label(index) {
        label = name
        index += 2
      } else {
        if source.isCondition(index) { throw Unclear() }
        index += 1
      }
    }
    try afterCall(&flow)
  }

  /// Functions of their own.
  private mutating func passBrackets() throws(Unclear) {
    var depth = 0
    repeat {
      _ = try start()
      if stands("{") { depth += 1 }
      if stands("}") { depth -= 1 }
      index += 1
    } while depth > 0
  }
}
