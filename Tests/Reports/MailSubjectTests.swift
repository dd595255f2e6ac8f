import Foundation
import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite("The subject of a mail") struct MailSubjectTests {
  private func report(_ result: IntegrationResult, _ reason: String, failing: Int = 0) -> Report {
    var report = Report(
      bot: "parser", integration: 5, result: result, reason: reason,
      commit: Commit(
        id: CommitID(String(repeating: "a", count: 40)), branch: "main", author: "A", email: "a@b.c",
        date: Date(timeIntervalSince1970: 0), subject: "S"), toolchain: "Swift 6.3", configuration: .debug,
      queued: Date(timeIntervalSince1970: 0), started: Date(timeIntervalSince1970: 0))
    let ids = (0..<max(failing, 3)).map { TestID("T.S/test\($0)") }
    report.tests = TestReport(
      cases: ids.enumerated().map { index, id in
        TestCase(
          id: id, library: .xctest, target: "T", suite: "S", name: "test\(index)",
          outcome: index < failing ? .failed : .passed)
      })
    report.comparedWith = Comparison(integration: 4, coverage: nil)
    report.issues.new = ids.prefix(failing).map {
      Model.Issue(kind: .testFailure, message: "m", target: "T", file: nil, line: nil, test: $0, since: 5)
    }
    return report
  }

  private func subject(_ report: Report) -> String {
    MailView(report: report, name: "Parser", topic: .every, why: "w").subject
  }

  @Test("what proved nothing says why, with the tests that failed all the same")
  func inconclusive() {
    let none = report(.inconclusive, "None of 3 tests ran")
    #expect(subject(none) == "? Parser #5 on main: None of 3 tests ran")
    let some = report(.inconclusive, "2 of 3 announced tests ran; 1 of 3 tests failed", failing: 1)
    #expect(
      subject(some) == "? Parser #5 on main: 2 of 3 announced tests ran; 1 of 3 tests failed (test0)")
  }

  @Test("the names of what is new say so where the sentence ends with what is silenced or flaky")
  func mixed() {
    var mixed = report(.testFailures, "", failing: 2)
    #expect(subject(mixed).hasSuffix("2 of 3 tests failed, both new (test0, test1)"))
    mixed.issues.silenced = [mixed.issues.new.removeLast()]
    #expect(subject(mixed).hasSuffix("2 of 3 tests failed, both new, 1 of them silenced (news: test0)"))
  }

  @Test("what did not build counts its errors and how many of them are new, and no tests")
  func unbuilt() {
    var report = report(.buildErrors, "The package did not build: 2 errors")
    report.tests = TestReport(cases: [])
    report.issues.new = ["x", "y"].map {
      Model.Issue(kind: .buildError, message: $0, target: "T", file: "F.swift", line: 1, test: nil, since: 5)
    }
    let glyph = report.result.glyph.rawValue
    #expect(subject(report) == "\(glyph) Parser #5 on main: The package did not build: 2 errors, both new")
  }

  @Test("what was noted of the integration, as that its history was rewritten, stands in the mail")
  func noted() throws {
    var report = report(.succeeded, "3 tests passed")
    report.notes = ["The history of main was rewritten: 1234567, which #4 integrated, is not in it any more."]
    let values = MailView(report: report, name: "Parser", topic: .green, why: "w").values()
    for kind in ["txt", "html"] {
      let mail = try Sample.library().render("mail/integration.\(kind).mustache", .object(values))
      let words = String(decoding: mail, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
      #expect(words.contains(report.notes[0]))
    }
  }

  @Test("of many new failures two are named, and how many more there are")
  func many() {
    #expect(
      subject(report(.testFailures, "", failing: 4))
        == "✗ Parser #5 on main: 4 of 4 tests failed, all of them new (test0, test1 and 2 more)")
  }

  @Test("of equal warnings of several files each names its file")
  func equalWarnings() throws {
    var report = report(.succeeded, "All passed")
    report.issues.resolved = [("m", "A.swift"), ("m", "B.swift"), ("n", "A.swift")].map { message, file in
      Model.Issue(
        kind: .warning, message: message, target: "T", file: PackagePath(file), line: 1, test: nil, since: 4)
    }
    let values = MailView(report: report, name: "Parser", topic: .every, why: "w").values()
    guard case .object(let resolved)? = values["resolved"] else {
      Issue.record("nothing is resolved")
      return
    }
    #expect(resolved["list"] == .list(["m (A.swift)", "m (B.swift)", "n (A.swift)"].map { .text($0) }))
  }

  @Test("what fails as on the base branch is named")
  func knownOnBase() throws {
    var report = report(.testFailures, "", failing: 2)
    (report.issues.unresolved, report.issues.new) = (report.issues.new, [])
    for index in report.issues.unresolved.indices { report.issues.unresolved[index].knownOn = "main" }
    let view = MailView(report: report, name: "Parser", topic: .every, why: "w")
    for (template, head) in [("txt", "KNOWN ON main: 2"), ("html", "Known on main (2)")] {
      let bytes = try Sample.library().render(
        "mail/integration.\(template).mustache", .object(view.values()))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains(head) && text.contains("T.S/test0") && text.contains("T.S/test1"), "\(text)")
    }
  }

  @Test("green because what fails is silenced says so, not where something was mended")
  func greenBySilence() {
    var report = report(.succeeded, "", failing: 2)
    (report.issues.silenced, report.issues.new) = ([report.issues.new[0]], [])
    func view(_ before: [MailView.ResolvedBefore] = []) -> MailView {
      var view = MailView(report: report, name: "Parser", topic: .green, why: "w")
      (view.after, view.resolvedBefore) = (41, before)
      return view
    }
    #expect(view().subject.hasSuffix("green again, after #41, because what fails is silenced"))
    #expect(view().headline.hasPrefix("It is green again, after #41, because what fails is silenced: "))
    let mended = MailView.ResolvedBefore(issue: report.issues.silenced[0], integration: 40)
    #expect(view([mended]).subject.hasSuffix("green again, after #41"))
    report.issues.resolved = report.issues.silenced
    #expect(view().subject.hasSuffix("green again, after #41"))
  }

  @Test("a webhook marks what is resolved because its test is gone, and counts all that is silenced")
  func gone() throws {
    var report = report(.succeeded, "", failing: 3)
    (report.issues.resolved, report.issues.new) = (report.issues.new, [])
    report.issues.resolved[0].testIsGone = true
    report.issues.silenced = [report.issues.resolved.removeLast()]
    report.issues.silenced[0].seen = false
    var view = WebhookView(bot: "parser", name: "Parser", integration: 5)
    view.report = report
    let bytes = try Sample.library().render("webhooks/summary.json.mustache", .object(view.values()))
    let body = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let resolved = (body["issues"] as? [String: [[String: Any]]])?["resolved"]
    #expect(resolved?.map { $0["testIsGone"] as? Bool } == [true, nil])
    #expect((body["issueCounts"] as? [String: Int])?["silenced"] == 1)
  }

  @Test("what is silenced and fails still is named, what did not run is not")
  func silenced() throws {
    var report = report(.succeeded, "", failing: 2)
    (report.issues.silenced, report.issues.new) = (report.issues.new, [])
    report.issues.silenced[1].seen = false
    let view = MailView(report: report, name: "Parser", topic: .every, why: "w")
    for (template, head) in [("txt", "SILENCED: 1"), ("html", "Silenced (1)")] {
      let bytes = try Sample.library().render(
        "mail/integration.\(template).mustache", .object(view.values()))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains(head) && text.contains("T.S/test0") && !text.contains("T.S/test1"), "\(text)")
    }
  }
}
