import Coverage
import Model
import Testing

@testable import Reports

@Suite("Rows of changed lines")
struct ChangesRowsTests {
  @Test("how often a line ran stands where its page has it: at no lone bracket, with ≤ where it is a bound")
  func runs() {
    var bound = LineCoverage(
      number: 3, state: .executed, count: 2, starts: [RegionStart(column: 1, count: 2)])
    bound.isAtMost = true
    let lines = [
      LineCoverage(number: 1, state: .notExecuted, count: 0, starts: [RegionStart(column: 9, count: 0)]),
      LineCoverage(number: 2, state: .notExecuted, count: 0), bound,
      LineCoverage(number: 4, state: .executed, count: 1),
    ]
    let rows = HunkRows(
      hunks: [FileChange.Hunk(old: 0, new: 1, lines: ["+a {", "+}", "+b", "+c"])],
      lines: Dictionary(lines.map { ($0.number, $0) }) { first, _ in first }, page: nil)
    let cells = String(decoding: rows.markup(), as: UTF8.self).split(separator: "\n").compactMap { row in
      row.contains("class=sign") ? row.split(separator: "<td>")[2] : nil
    }
    #expect(cells == ["0", "<span class=sign>+</span>}", "≤2", "<span class=sign>+</span>c"])
  }

  @Test("after unequal runs no figure of lines is sure")
  func unequal() {
    #expect(ChangeText.lines(0, isUnequal: true) == "0 ?" && ChangeText.lines(-3, isUnequal: false) == "−3")
  }

  @Test("arguments that a failure names are not named again")
  func arguments() {
    var test = TestCase(
      id: "T.S/a", library: .swiftTesting, target: "T", suite: "S", name: "a(_:)", outcome: .failed)
    test.arguments = ["7", "8", "9"].map { TestArgument(name: $0, outcome: $0 == "9" ? .passed : .failed) }
    func failure(_ message: String) -> TestFailure {
      TestFailure(message: message, file: nil, line: nil, kind: .assertion)
    }
    var compared = failure("x")
    compared.values = ComparedValues(.init("1"), .init("2"), comment: "why\nwith arguments: 8")
    let told = failure("Issue\nwith arguments: 7")
    #expect(FailureCard.arguments(of: test, besides: [told]) == ["8"])
    #expect(FailureCard.arguments(of: test, besides: [told, compared]) == [])
    #expect(FailureCard.arguments(of: test, besides: []) == ["7", "8"])
  }

  @Test("the outcomes of a test that failed often reach back to a failure")
  func strip() {
    func strip(_ failure: Int?) -> Int {
      let outcomes = (0..<60).map {
        EarlierOutcome(integration: 1, outcome: $0 == failure ? .failed : .passed)
      }
      return FailingTest(id: "a", library: .xctest, target: "T", failures: 1, outcomes: outcomes).strip.count
    }
    #expect(strip(0) == 20 && strip(19) == 20 && strip(20) == 21 && strip(59) == 60 && strip(nil) == 20)
  }
}
