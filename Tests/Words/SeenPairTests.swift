import Kit
import Testing
import Words

@Suite("Two texts beside each other")
struct SeenPairTests {
  @Test(
    "what differs in blanks, ends, line ends or what hides is drawn with signs",
    arguments: [
      ("1", "2", "1 ≠ 2"), ("a  b c", "a b d", "a b c ≠ a b d"), ("a  b", "a b", "a··b ≠ a b"),
      ("a\tb", "a b", "a→b ≠ a b"), ("a ", "a", "a· ≠ a"), (" a", "a", "·a ≠ a"), ("ab", "a b", "ab ≠ a b"),
      ("a\n", "a", "a↵ ≠ a"), ("a\r\nb", "a\nb", "a␍ ≠ a"), ("a\nb", "a b", "a↵b ≠ a b"),
      ("a\nb", "c", "a↵b ≠ c"), ("a\nb\nc", "a\nb", "c ≠ (no more)"),
      ("a\nb\nc", "a\nB\nc", "b ≠ B"), ("a\nb\n(no more)", "a\nb", "a b (no more) ≠ a b"),
      ("a\n", "b", "a↵ ≠ b"), ("", " ", " ≠ ·"),
      ("a\u{200B}b", "ab", "a\\u{200B}b ≠ ab"), ("a\u{A0}b", "a b", "a\\u{A0}b ≠ a b"),
      ("e\u{301}", "\u{E9}", "e\\u{301} ≠ \\u{E9}"), ("a·", "a· ", "a\\u{B7} ≠ a\\u{B7}\\u{20}"),
      ("\u{1B}[31ma\u{1B}[0m", "a", "\\u{1B}[31ma\\u{1B}[0m ≠ a"), ("\u{1B}[31ma\u{1B}[0m", "b", "a ≠ b"),
    ])
  func drawn(first: String, second: String, line: String) throws {
    let pair = try #require(SeenPair(linesOf: first, second)).collapsed
    #expect("\(pair.first) ≠ \(pair.second)" == line)
  }

  @Test("the same text twice is no pair")
  func same() {
    #expect(SeenPair("nan", "nan") == nil && SeenPair(linesOf: "a\nb", "a\nb") == nil)
  }

  @Test("of two long ones what they begin with alike is cut first")
  func long() throws {
    let long = String(repeating: "k", count: 300)
    let pair = try #require(SeenPair(long + "1", long + "2")).cut(to: 140)
    #expect(pair.first == "…kkkkkkkkkkkk1" && pair.second == "…kkkkkkkkkkkk2")
    let short = try #require(SeenPair("nil", long)).cut(to: 140)
    #expect(short.first == "nil" && short.second.count == 138)
  }

  @Test(
    "one text alone keeps the blanks that a line would lose, and is as it is where it has none",
    arguments: [
      ("a b", "a b"), ("a\nb", "a↵b"), ("a  b", "a··b"), ("\"a\tb\"", "\"a→b\""), (" a", "·a"), ("", ""),
      ("a → b", "a → b"), ("→\n", "\\u{2192}\\n"),
    ])
  func line(text: String, seen: String) { #expect(SeenPair.line(of: text) == seen) }

  @Test("whatever two texts differ in, the two sides differ, also where blanks are not counted")
  func always() {
    var random = SeededRandom(seed: 20)
    let signs = [
      "a", "b", " ", " ", "  ", "\t", "\n", "\r\n", "\r", "\u{200B}", "\u{A0}", "\u{2028}", "\u{85}",
      "\u{301}",
      "\u{E9}", "e", "\u{200D}", "\u{FE0F}", "\u{1B}[31m", "\u{1B}", "·", "→", "↵", "\\", "\\u{20}", "\\t",
      "…",
      "(no more)", "\u{0}", "\u{2800}", String(repeating: "k", count: 90),
    ]
    for _ in 0..<20_000 {
      var first = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        signs.randomElement(using: &random) ?? ""
      }
      let one = first.joined()
      for _ in 0...Int.random(in: 0...1, using: &random) {
        let place = Int.random(in: 0...first.count, using: &random)
        if Bool.random(using: &random), place < first.count {
          first.remove(at: place)
        } else {
          first.insert(signs.randomElement(using: &random) ?? "", at: place)
        }
      }
      let other = first.joined()
      guard let pair = SeenPair(linesOf: one, other) else {
        #expect(Array(one.utf8) == Array(other.utf8))
        continue
      }
      let short = pair.collapsed.cut(to: 140)
      // As Swift compares: what looks alike is the same to it.
      #expect(short.first != short.second, "\(one.debugDescription) \(other.debugDescription)")
      #expect(pair.cut(to: 140).first != pair.cut(to: 140).second)
    }
  }
}
