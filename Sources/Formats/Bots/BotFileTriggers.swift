import Model
import YAML

/// A trigger while it is read: what was written of any kind.
private struct TriggerDraft {
  struct Mail {
    var to: [String] = []
    var report: Bot.Trigger.MailReport = .newIssues
    var committers = false
    var warnings = false
    var when: [Bot.Trigger.Condition] = []
  }

  struct Webhook {
    var url = ""
    var posting = Bot.Trigger.Posting()
    var when: [Bot.Trigger.Condition] = []
  }

  var before: String?
  var after: String?
  var mail = Mail()
  var webhook = Webhook()
  var when: [Bot.Trigger.Condition] = []
  var timeoutSeconds = 600.0
}

private let kinds = ["before", "after", "email", "webhook"]

extension Form<Bot.Trigger> {
  static var trigger: Self {
    let section = Section<TriggerDraft>.trigger
    return Form(
      words: section.words,
      read: { node, findings in
        var draft = TriggerDraft()
        guard case .mapping(let entries) = node.content else {
          findings.reject(node, "it takes \(section.words)")
          return nil
        }
        guard section.read(node, into: &draft, &findings) else { return nil }
        return draft.trigger(kind: entries.map(\.key).first(where: kinds.contains) ?? "")
      }, keys: section.keys(below:))
  }
}

extension TriggerDraft {
  fileprivate func trigger(kind: String) -> Bot.Trigger? {
    let act: Bot.Trigger.Act
    switch kind {
    case "before": act = .before(script: before ?? "")
    case "after": act = .after(script: after ?? "")
    case "email":
      act = .email(
        to: mail.to, report: mail.report, committers: mail.committers, warnings: mail.warnings)
    default:
      act = .webhook(url: webhook.url, posting: webhook.posting == .init() ? nil : webhook.posting)
    }
    return Bot.Trigger(act: act, when: conditions(kind), timeoutSeconds: timeoutSeconds)
  }

  private func conditions(_ kind: String) -> [Bot.Trigger.Condition] {
    switch kind {
    case "webhook": webhook.when
    case "email": mail.when
    default: when
    }
  }
}

private var conditions: Form<[Bot.Trigger.Condition]> {
  Form<Bot.Trigger.Condition>.choice.list("a list of conditions", such: "[succeeded, test-failures]")
}
private let conditionsExplained =
  "A result: succeeded, test-failures, flaky, inconclusive, build-errors, build-warnings, analyzer-warnings. "
  + "Or a change: broke, mended, new-issues, uncovered-changes. Default: always."

extension Section<TriggerDraft> {
  fileprivate static var trigger: Self {
    Section(
      fields: [
        .key(
          "before", \.before, .text("a shell script"), example: "./scripts/prepare.sh",
          "A shell script that runs in the checkout before building. If it fails, the integration ends as "
            + "trigger-error."),
        .key(
          "after", \.after, .text("a shell script"), example: "./scripts/publish.sh",
          "A shell script that runs in the checkout when report and pages are published."),
        .key(
          "when", \.when, conditions, example: "[test-failures]", "For `after`. " + conditionsExplained),
        .key(
          "timeout", \.timeoutSeconds, .duration, example: "2m", "Time limit of the script. Default: 10m."),
        .group("email", \.mail, .mail, "Sends mail."),
        .group("webhook", \.webhook, .webhook, "Posts the report to an address."),
      ],
      check: { draft, written, place, findings in
        let present = kinds.filter { written.place($0) != nil }
        if present.isEmpty {
          findings.add("a trigger needs one of before, after, email, webhook", at: place)
        }
        for kind in present.dropFirst() {
          findings.add(
            "`\(kind)` beside `\(present[0])`: each trigger is an item of its own, starting with `- `",
            at: written.place(kind) ?? place)
        }
        if present.count == 1, present != ["after"], let place = written.place("when") {
          let inside = ["webhook": "a webhook's", "email": "a mail's"]
          let advice = inside[present[0]].map { ": \($0) stands inside its braces" } ?? ""
          findings.add("`when` belongs to `after`, `email` and `webhook`\(advice)", at: place)
        } else {
          findings.refuseNever(draft.when, written)
        }
      })
  }
}

extension Section<TriggerDraft.Mail> {
  fileprivate static var mail: Self {
    Section(
      fields: [
        .key(
          "to", \.to, Form.mailAddress.list("a list of addresses", such: "[team@example.org]"),
          example: "[team@example.org]",
          "Addresses."),
        .key(
          "report", \.report, .choice, example: "new-issues",
          "new-issues: when there are some. every: each integration. daily, weekly: a summary. Default: "
            + "new-issues."),
        .key(
          "committers", \.committers, .flag, example: "true",
          "Also mail the authors of the commits. Default: false."),
        .key(
          "warnings", \.warnings, .flag, example: "true",
          "For `report: new-issues`: also mail new warnings. Default: false."),
        .key(
          "when", \.when, conditions, example: "[inconclusive]", "For `report: every`. " + conditionsExplained
        ),
      ],
      check: { mail, written, place, findings in
        findings.refuseNever(mail.when, written)
        if mail.report != .every, written.isSound("report"), let place = written.place("when") {
          findings.add(
            "`when` goes with `report: every` only", at: place)
        }
        if mail.to.isEmpty, !mail.committers, written.isSound("to"), written.isSound("committers") {
          findings.add(
            "nobody gets this mail: give `to` some addresses, or set `committers: true`", at: place)
        }
      })
  }
}

extension Findings {
  /// Without any condition it means always; an empty list looks like never.
  fileprivate mutating func refuseNever(_ when: [Bot.Trigger.Condition], _ written: Written) {
    guard when.isEmpty, written.isSound("when"), let place = written.place("when") else { return }
    add("`when` is empty: name a condition, or leave it out for always", at: place)
  }
}

extension Section<TriggerDraft.Webhook> {
  fileprivate static var webhook: Self {
    let fields: [Field<TriggerDraft.Webhook>] = [
      .key(
        "url", \.url, .webAddress, example: "\"http://127.0.0.1:9000/hook\"",
        "The address. {commit}, {branch} and the {NAME} of a secret are filled in."
      )
      .required,
      .key("when", \.when, conditions, example: "[test-failures]", conditionsExplained),
      .key(
        "template", \.posting.template, .webhookTemplate, example: "github-status",
        "The body: summary, github-status, gitea-status, gitlab-status, chat, or your own "
          + "webhooks/NAME.json.mustache. Default: summary."),
      .key(
        "secret", \.posting.secret, .secretName, example: "HOOK_SECRET",
        "The secret that signs the body in the header X-Bothy-Signature."),
      .key(
        "token", \.posting.token, .secretName, example: "FORGE_TOKEN",
        "The secret that is sent as Authorization: Bearer."),
      .key(
        "start", \.posting.start, .flag, example: "true",
        "Whether the start of an integration is posted too. Default: only for templates that are a status."),
    ]
    return Section(
      fields: fields, check: { webhook, written, _, findings in findings.refuseNever(webhook.when, written) })
  }
}
