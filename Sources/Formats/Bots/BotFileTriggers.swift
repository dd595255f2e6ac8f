import Model
import YAML

/// A trigger while it is read: what was written of any kind.
private struct TriggerDraft {
  struct Mail {
    var to: [String] = []
    var report: Bot.Trigger.MailReport = .newIssues
    var committers = false
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
    case "email": act = .email(to: mail.to, report: mail.report, committers: mail.committers)
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
  "Any of succeeded, test-failures, flaky, inconclusive, build-errors, build-warnings, analyzer-warnings, "
  + "and of what changed: broke, mended, new-issues, uncovered-changes. Default: always."

extension Section<TriggerDraft> {
  fileprivate static var trigger: Self {
    Section(
      fields: [
        .key(
          "before", \.before, .text("a shell script"), example: "./scripts/prepare.sh",
          "A shell script run in the checkout before building; failing ends the integration as trigger-error."
        ),
        .key(
          "after", \.after, .text("a shell script"), example: "./scripts/publish.sh",
          "A shell script run in the checkout after everything else."),
        .key("when", \.when, conditions, example: "[test-failures]", "Of `after`. " + conditionsExplained),
        .key("timeout", \.timeoutSeconds, .duration, example: "2m", "For the script. Default: 10m."),
        .group("email", \.mail, .mail, "Tells people by mail."),
        .group("webhook", \.webhook, .webhook, "Sends the report to a program."),
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
          example: "[team@example.org]", "Who gets it."),
        .key(
          "report", \.report, .choice, example: "new-issues",
          "new-issues: when there are some. every: always. daily, weekly: a summary. Default: new-issues."),
        .key(
          "committers", \.committers, .flag, example: "true", "Also who wrote the commits. Default: false."),
        .key(
          "when", \.when, conditions, example: "[inconclusive]", "Of `every`. " + conditionsExplained),
      ],
      check: { mail, written, place, findings in
        findings.refuseNever(mail.when, written)
        if mail.report != .every, written.isSound("report"), let place = written.place("when") {
          findings.add(
            "`when` goes with `report: every`: the others say themselves of what they tell", at: place)
        }
        if mail.to.isEmpty, !mail.committers, written.isSound("to"), written.isSound("committers") {
          findings.add(
            "nobody would get this mail: give `to` some addresses, or set `committers: true`", at: place)
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
        "Where it is posted. {commit}, {branch} and the {NAME} of a secret are filled in."
      )
      .required,
      .key("when", \.when, conditions, example: "[test-failures]", conditionsExplained),
      .key(
        "template", \.posting.template, .webhookTemplate, example: "github-status",
        "What is posted: summary, github-status, gitea-status, gitlab-status, chat, or a template of your "
          + "own, webhooks/NAME.json.mustache. Default: summary."),
      .key(
        "secret", \.posting.secret, .secretName, example: "HOOK_SECRET",
        "The secret that signs what is posted, in the header X-Bothy-Signature. Read from the bot's secrets; "
          + "the build does not see it, unless `secrets` names it too."),
      .key(
        "token", \.posting.token, .secretName, example: "FORGE_TOKEN",
        "The secret that is sent as Authorization: Bearer."),
      .key(
        "start", \.posting.start, .flag, example: "true",
        "Whether the beginning is told too. Default: by the templates that are a status."),
    ]
    return Section(
      fields: fields, check: { webhook, written, _, findings in findings.refuseNever(webhook.when, written) })
  }
}
