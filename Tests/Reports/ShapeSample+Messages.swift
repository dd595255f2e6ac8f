import Foundation
import Model
import Templates

@testable import Reports

extension ShapeSample {
  /// What is told over the network: of an integration with everything, and of one with nothing.
  static var messages: [(template: String, values: [String: TemplateValue])] {
    let mails = inputs.flatMap { input -> [[String: TemplateValue]] in
      var many = MailView(report: input.report, name: "Sample", topic: .issues, why: "W")
      many.address = "https://ci.example/1"
      let one = input.report.issues
      many.report.issues.new = Array(repeating: one.new.first, count: 12).compactMap(\.self)
      many.report.issues.cameBack = Array(repeating: one.cameBack.first, count: 12).compactMap(\.self)
      many.report.issues.unresolved = Array(repeating: one.new.first, count: 22).compactMap(\.self)
      let along = one.new.first { $0.kind.isRed }.map { issue in
        var issue = issue
        (issue.cameFrom, issue.lastIn) = (7, 6)
        return issue
      }
      many.report.issues.unresolved += Array(repeating: along, count: 12).compactMap(\.self)
      let onBase = one.new.first.map { issue in
        var issue = issue
        issue.knownOn = "main"
        return issue
      }
      many.report.issues.unresolved += Array(repeating: onBase, count: 22).compactMap(\.self)
      many.report.issues.resolved = Array(repeating: one.new.first, count: 22).compactMap(\.self)
      many.report.issues.silenced = Array(repeating: one.new.first, count: 22).compactMap(\.self)
      let gone = many.report.issues.resolved.map { issue in
        var issue = issue
        issue.testIsGone = true
        return issue
      }
      many.report.issues.resolved += gone
      many.report.commits = Array(repeating: one.new.isEmpty ? nil : commit, count: 12).compactMap(\.self)
      many.report.comparedWith = Comparison(integration: 1, coverage: nil)
      many.report.notes = ["N"]
      var few = many
      few.report.issues.new = Array(many.report.issues.new.prefix(1))
      for place in few.report.issues.new.indices { few.report.issues.new[place].lastIn = 6 }
      few.report.issues.unresolved = [along, onBase].compactMap(\.self)
      few.report.issues.cameBack = Array(many.report.issues.cameBack.prefix(1))
      return [many.values(), few.values()]
    }
    return mails.flatMap { [("mail/integration.txt.mustache", $0), ("mail/integration.html.mustache", $0)] }
      + digests.flatMap { [("mail/digest.txt.mustache", $0), ("mail/digest.html.mustache", $0)] } + posts
  }

  private static var commit: Commit {
    Commit(
      id: CommitID(String(repeating: "a", count: 40)), branch: "main", author: "Ada", email: "ada@a.b",
      date: moment, subject: "S")
  }

  private static var digests: [[String: TemplateValue]] {
    let past = (0..<14).map { number in
      var past = PastIntegration(number: IntegrationNumber(14 - number), started: moment, processID: 1)
      (past.branch, past.seconds, past.ended) = (BranchName("b\(number)"), 2, moment)
      past.result = .succeeded
      return past
    }
    var view = DigestView(name: "Sample", period: "a day", why: "W", integrations: past, history: past)
    (view.address, view.branch) = ("https://ci.example", "main")
    return [view.values()]
  }

  private static var posts: [(template: String, values: [String: TemplateValue])] {
    let views = inputs.map { input in
      var view = WebhookView(bot: "sample", name: "Sample", integration: 1)
      (view.report, view.branch, view.address) = (input.report, "main", "https://ci.example")
      return view.values()
    }
    return ["chat", "gitea-status", "github-status", "gitlab-status", "summary"].flatMap { name in
      views.map { ("webhooks/\(name).json.mustache", $0) }
    }
  }
}
