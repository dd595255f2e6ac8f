import Kit
import Testing

@testable import Model

private typealias Issue = Model.Issue

@Suite struct IssueHistoryTests: IssueJudging {
  /// One integration as fate has it.
  private struct Fate: IssueJudging {
    var findings: [Issue] = []
    var result: IntegrationResult
    var outcomes: [String: TestOutcome] = [:]
    var whole: Bool

    init(_ random: inout SeededRandom) {
      result = IntegrationResult.allCases.randomElement(using: &random) ?? .succeeded
      whole = Bool.random(using: &random)
      for name in ["a", "b", "c", "d"] where Int.random(in: 0..<4, using: &random) > 0 {
        let outcome = TestOutcome.allCases.randomElement(using: &random) ?? .passed
        outcomes[name] = outcome
        guard outcome.isFailure else { continue }
        findings.append(issue(TestID("T.S/\(name)"), outcome))
      }
      for kind in [Issue.Kind.buildError, .warning, .analyzerWarning] where Bool.random(using: &random) {
        findings.append(issue("w\(Int.random(in: 0..<3, using: &random))", kind))
      }
      findings += findings.prefix(Int.random(in: 0..<3, using: &random))
      findings.shuffle(using: &random)
    }
  }

  @Test("in any history nothing is lost, and each issue is in exactly one list", arguments: 0..<200)
  func nothingLost(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var open: [Issue] = []
    for number in 1...40 {
      let fate = Fate(&random)
      let lists = judge(
        fate.findings, open: open, fate.result, fate.outcomes, whole: fate.whole,
        analyzed: Bool.random(using: &random), integration: IntegrationNumber(number))
      check(lists, fate.findings, open, fate.result, fate.outcomes, IntegrationNumber(number))
      open = lists.open
    }
  }

  private func check(
    _ lists: IssueLists, _ findings: [Issue], _ open: [Issue], _ result: IntegrationResult,
    _ outcomes: [String: TestOutcome], _ number: IntegrationNumber
  ) {
    let all = (lists.new + lists.unresolved + lists.resolved).map(\.identity)
    let found = Set(findings.map(\.identity))
    let before = Set(open.map(\.identity))
    #expect(all.count == Set(all).count)
    #expect(Set(all) == found.union(before))
    #expect(Set(lists.new.map(\.identity)) == found.subtracting(before))
    // One that fails and passes alone is still there.
    let flaky = open.filter { issue in
      outcomes[issue.test.map { String($0.rawValue.dropFirst(4)) } ?? ""] == .flaky
    }
    let seen = found.intersection(before).union(flaky.map(\.identity))
    #expect(Set(lists.unresolved.filter(\.seen).map(\.identity)) == seen)
    #expect(found.isDisjoint(with: lists.resolved.map(\.identity)))
    #expect(lists.new.allSatisfy { $0.since == number && $0.seen })
    for issue in lists.unresolved + lists.resolved {
      #expect(open.first { $0.identity == issue.identity }?.since == issue.since)
    }
    if [.canceled, .checkoutError, .triggerError, .internalError, .inconclusive].contains(result) {
      #expect(lists.resolved.isEmpty)
    }
    if result == .buildErrors { #expect(lists.resolved.allSatisfy { $0.kind == .buildError }) }
    for issue in lists.resolved {
      let outcome = outcomes[issue.test.map { String($0.rawValue.dropFirst(4)) } ?? ""]
      #expect(outcome != .skipped && outcome != .notRun && outcome?.isFailure != true)
      #expect(issue.testIsGone == (issue.test != nil && outcome == nil))
    }
  }

  @Test("the order of findings changes nothing", arguments: 0..<20)
  func order(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let fate = Fate(&random)
    let open = Fate(&random).findings
    func lists(_ findings: [Issue], _ open: [Issue]) -> IssueLists {
      judge(findings, open: open, .testFailures, fate.outcomes, integration: 3)
    }
    #expect(
      lists(fate.findings, open)
        == lists(fate.findings.shuffled(using: &random), open.shuffled(using: &random)))
  }
}
