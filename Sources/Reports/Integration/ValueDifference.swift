/// Where two texts differ: line by line when there are several, within a line by whole words.
struct ValueDifference {
  struct Part: Equatable {
    var text: String
    var differs: Bool
  }

  private(set) var first: [Part] = []
  private(set) var second: [Part] = []

  /// Comparing more lines than these costs more than it tells.
  private static let mostLines = 400
  /// Letters around a difference that are still taken for one word.
  private static let longestWord = 24

  init(_ first: some StringProtocol, _ second: some StringProtocol) {
    let (a, b) = (Self.lines(first), Self.lines(second))
    let isShort = a.count <= Self.mostLines && b.count <= Self.mostLines
    if isShort, a.count > 1 || b.count > 1 {
      add(a, b)
    } else {
      addMiddle(Array(first), Array(second))
    }
    self.first = Self.joined(self.first)
    self.second = Self.joined(self.second)
  }

  private static func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  // MARK: - Lines

  private mutating func add(_ a: [String], _ b: [String]) {
    var (i, j) = (0, 0)
    for (x, y) in CommonSequence.pairs(a, b) + [(a.count, b.count)] {
      addGap(Array(a[i..<x]), Array(b[j..<y]))
      if x < a.count {
        begin(\.first)
        begin(\.second)
        first.append(Part(text: a[x], differs: false))
        second.append(Part(text: b[y], differs: false))
      }
      (i, j) = (x + 1, y + 1)
    }
  }

  /// Lines that stand in the place of each other; those without a counterpart differ as a whole.
  private mutating func addGap(_ a: [String], _ b: [String]) {
    for index in 0..<max(a.count, b.count) {
      if index < a.count { begin(\.first) }
      if index < b.count { begin(\.second) }
      if index < a.count, index < b.count {
        addMiddle(Array(a[index]), Array(b[index]))
      } else if index < a.count {
        first.append(Part(text: a[index], differs: true))
      } else {
        second.append(Part(text: b[index], differs: true))
      }
    }
  }

  /// The end of the line before.
  private mutating func begin(_ side: WritableKeyPath<Self, [Part]>) {
    if !self[keyPath: side].isEmpty { self[keyPath: side].append(Part(text: "\n", differs: false)) }
  }

  // MARK: - Within a line

  private mutating func addMiddle(_ a: [Character], _ b: [Character]) {
    let shortest = min(a.count, b.count)
    var start = 0
    while start < shortest, a[start] == b[start] { start += 1 }
    var tail = 0
    while tail < shortest - start, a[a.count - 1 - tail] == b[b.count - 1 - tail] { tail += 1 }
    let middles = [a, b].map { $0[start..<($0.count - tail)] }
    start -= Self.word(a[..<start].reversed(), touches: middles.map(\.first))
    tail -= Self.word(Array(a[(a.count - tail)...]), touches: middles.map(\.last))
    let middle = WordDifference.parts(a[start..<(a.count - tail)], b[start..<(b.count - tail)])
    for (side, text, parts) in [(\Self.first, a, middle.first), (\Self.second, b, middle.second)] {
      self[keyPath: side] += [Part(text: String(text[..<start]), differs: false)]
      self[keyPath: side] += parts
      self[keyPath: side] += [Part(text: String(text[(text.count - tail)...]), differs: false)]
    }
  }

  /// How many of the letters beside a difference belong to the word in which it lies.
  private static func word(_ beside: [Character], touches edges: [Character?]) -> Int {
    func isLetter(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    guard edges.contains(where: { $0.map(isLetter) ?? false }) else { return 0 }
    let length = beside.prefix(longestWord + 1).prefix(while: isLetter).count
    return length > longestWord ? 0 : length
  }

  /// A mark without a text stays where it is alone: something is missing there.
  private static func joined(_ parts: [Part]) -> [Part] {
    parts.reduce(into: []) { joined, part in
      if part.text.isEmpty, !part.differs { return }
      if let last = joined.last, last.differs == part.differs {
        joined[joined.count - 1].text += part.text
      } else {
        joined.append(part)
      }
    }
  }
}
