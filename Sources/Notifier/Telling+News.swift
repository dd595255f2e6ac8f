import Integrator
package import Model
import Reports
import State
import Store

extension Telling {
  /// What readers were told of on a branch until now.
  struct ToldBefore {
    /// By addresses in small letters.
    var issues: [String: [IssueIdentity: ToldIssue]] = [:]
    /// What came back within hours.
    var flips: Set<IssueIdentity> = []

    func knows(_ address: String, _ issue: Issue) -> Bool {
      issues[address.lowercased()]?[issue.identity]?.wasThere ?? false
    }

    /// What comes and goes within hours is no news to whoever was told of it, and not that it is gone.
    func isNews(_ issue: Issue, to reader: Reader) -> Bool {
      !flips.contains(issue.identity) || !knows(reader.address, issue)
        || issues[reader.address.lowercased()]?[issue.identity]?.isGone ?? false
    }
  }

  func newIssues(
    _ report: Report, _ order: Order, _ index: Int, _ named: [Reader], committers: Bool, warnings: Bool
  ) throws -> [Message] {
    let along = report.issues.cameAlong.filter(\.kind.isRed)
    let all = (report.issues.new + along + report.issues.cameBack).filter { $0.kind != .flaky }
    let told = try toldBefore(report, order)
    let again = try redAgain(report, order, named, committers, told)
    let isAgain = Set(again.map { $0.address.lowercased() })
    func readers(_ issues: [Issue]) -> [Reader] {
      let suspects = issues.flatMap { issue in
        (committers ? Self.suspects(of: [issue], in: report) : []).filter {
          told.isNews(issue, to: $0) || issue.kind.isRed && isAgain.contains($0.address.lowercased())
        }
      }
      return named.filter { reader in issues.contains { told.isNews($0, to: reader) } } + suspects
    }
    let red = readers(all.filter(\.kind.isRed))
    var messages = Self.once(red + again).map { mail(.issues, $0, index, report, order) }
    if report.passed, !report.issues.loud.contains(where: \.kind.isRed) {
      messages += try green(report, order, index, named)
    }
    let reached = Set(messages.map { $0.recipient.lowercased() })
    // Beside what is red no committer is told of warnings alone; those that the bot file names hear of them.
    let calm = all.filter { warnings && !$0.kind.isRed }
    messages += Self.once(readers(calm))
      .filter { !reached.contains($0.address.lowercased()) && (red.isEmpty || $0.isNamed) }
      .map { reader in
        warningMail(reader, index, report, order, calm.filter { told.isNews($0, to: reader) })
      }
    return messages
  }

  private static let secondsUntilNews = 6.0 * 3600

  private func toldBefore(_ report: Report, _ order: Order) throws -> ToldBefore {
    let flips = try report.issues.cameBack.filter { issue in
      guard let last = issue.lastIn?.value else { return false }
      let ended = try store.past(bot: report.bot, numbers: last...last).first?.ended
      return ended.map { report.ended.timeIntervalSince($0) < Self.secondsUntilNews } ?? false
    }
    let asked =
      report.issues.cameBack + (report.issues.stillThere + report.issues.cameAlong).filter(\.kind.isRed)
    return ToldBefore(
      issues: try store.issuesTold(
        asked, of: order.bot, branch: order.branch, before: report.integration),
      flips: Set(flips.map(\.identity)))
  }

  /// Where what was red before is red again, however soon, as when it is silenced no more: who was told of
  /// it, and last that all is green again. What else is new concerns those who are suspected.
  private func redAgain(
    _ report: Report, _ order: Order, _ named: [Reader], _ committers: Bool, _ told: ToldBefore
  ) throws -> [Reader] {
    let back = (report.issues.cameBack + report.issues.cameAlong).filter(\.kind.isRed)
    let open = report.issues.stillThere.filter(\.kind.isRed)
    guard !back.isEmpty || !open.isEmpty else { return [] }
    let silenced = try store.silencedBefore(
      of: order.bot, branch: order.branch, before: report.integration)
    return try store.toldGreen(of: order.bot, branch: order.branch, before: report.integration)
      .compactMap { last in
        let again = back + open.filter { $0.since < last.green || silenced.contains($0.identity) }
        guard again.contains(where: { told.knows(last.recipient, $0) }) else { return nil }
        let why = "you were told that \(last.green) was green again"
        let address = last.recipient.lowercased()
        if named.contains(where: { $0.address.lowercased() == address }) {
          return Reader(address: last.recipient, why: why, isNamed: true)
        }
        guard committers, try !wasNamed(last.recipient, order, in: last.red) else { return nil }
        return Reader(address: last.recipient, why: why, isNamed: false, weakness: .max)
      }
  }

  /// Whom the bot file named then and names no more is told nothing new.
  private func wasNamed(
    _ recipient: String, _ order: Order, in number: IntegrationNumber
  ) throws -> Bool {
    try store.messages(of: order.bot, number).contains { message in
      guard case .mail(let mail) = message.content else { return false }
      return message.recipient.lowercased() == recipient.lowercased() && mail.isNamed
    }
  }

  /// Its first line says whether the integration is red: whoever reads that was told so.
  private func warningMail(
    _ reader: Reader, _ index: Int, _ report: Report, _ order: Order, _ news: [Issue]
  ) -> Message {
    var message = mail(.warnings, reader, index, report, order, news: news)
    if report.issues.loud.contains(where: { $0.kind.isRed && $0.seen }) { message.topic = .issues }
    return message
  }

  /// One mail to each who was told that it was red.
  private func green(
    _ report: Report, _ order: Order, _ index: Int, _ named: [Reader]
  ) throws -> [Message] {
    let told = try store.toldRed(of: order.bot, branch: order.branch, before: report.integration)
    return try told.compactMap { told in
      let isNamed = order.settings.names(told.recipient)
      guard try isNamed || !wasNamed(told.recipient, order, in: told.integration) else { return nil }
      // The mail of the red one may be on its way still, where the server was away.
      let were = told.isOnItsWay ? "are being told" : "were told"
      let reader = Reader(
        address: told.recipient, why: "you \(were) of \(told.integration), which was red",
        isNamed: named.contains { $0.address == told.recipient })
      let before = try resolvedBefore(report, order, toldTo: told.recipient)
      return mail(.green, reader, index, report, order, after: told.integration, resolvedBefore: before)
    }
  }

  /// What else a reader was told of and is not there any more: of several failures the last to go is alone in
  /// the report.
  private func resolvedBefore(
    _ report: Report, _ order: Order, toldTo reader: String
  ) throws -> [MailView.ResolvedBefore] {
    let now = Set((report.issues.resolved + report.issues.flaky + report.issues.silenced).map(\.identity))
    let ended = try store.resolvedSinceGreen(
      of: order.bot, branch: order.branch, toldTo: reader, before: report.integration
    ).filter { !now.contains($0.identity) }
    let reports = Dictionary(grouping: ended.prefix(Self.mostResolved), by: \.number)
    return reports.sorted { $0.key < $1.key }.flatMap { number, ended -> [MailView.ResolvedBefore] in
      let identities = Set(ended.map(\.identity))
      let report = state.integration(order.bot, number).report(of: order.bot, number)
      return (report?.issues.resolved ?? []).filter { $0.kind.isRed && identities.contains($0.identity) }
        .map { MailView.ResolvedBefore(issue: $0, integration: number) }
    }
  }

  private static let mostResolved = 40

  // MARK: - What is found later

  /// Whose commits were found to have broken what still fails is told so, once, also where a mail told them
  /// that it may be theirs. `silences`: those that hold now.
  @discardableResult
  package func found(_ report: Report, _ order: Order, _ silences: [Silence] = []) throws -> Int {
    guard report.limited == nil, let branch = order.branch else { return 0 }
    let newest = try store.past(bot: order.bot, branch: branch, limit: Self.mostLookedAt, isWhole: true)
      .first { $0.result?.isConclusive ?? false }
    guard newest?.isGreen != true else { return 0 }
    let now = newest.flatMap { state.integration(order.bot, $0.number).report(of: order.bot, $0.number) }
    let broken = (report.issues.new + report.issues.cameBack).filter { issue in
      (issue.culprit?.isSure ?? false) && now?.stillHas(issue) ?? true
        && !silences.contains { $0.reaches(issue) }
    }
    let told = try foundBefore(order.bot, report.integration)
    let messages = order.settings.triggers.enumerated().flatMap { index, trigger -> [Message] in
      guard case .email(_, .newIssues, true, _) = trigger.act else { return [] }
      return Self.once(Self.suspects(of: broken, in: report)).compactMap { reader in
        let own = broken.filter { issue in
          Self.suspects(of: [issue], in: report).contains { $0.isSame(as: reader) }
            && told[reader.address.lowercased()]?.contains(issue.identity) != true
        }
        guard !own.isEmpty else { return nil }
        var message = mail(.issues, reader, index, report, order, found: own)
        if case .mail(var mail) = message.content {
          (mail.isOfCulprit, mail.found) = (true, own.map(\.identity))
          message.content = .mail(mail)
        }
        return message
      }
    }
    return try store.post(messages)
  }

  /// What each address was told to have broken.
  private func foundBefore(
    _ bot: BotID, _ number: IntegrationNumber
  ) throws -> [String: Set<IssueIdentity>] {
    try store.messages(of: bot, number).reduce(into: [:]) { told, message in
      guard case .mail(let mail) = message.content, mail.isOfCulprit == true else { return }
      told[message.recipient.lowercased(), default: []].formUnion(mail.found ?? [])
    }
  }

  private static let mostLookedAt = 20
}

extension Report {
  fileprivate func stillHas(_ issue: Issue) -> Bool {
    issues.loud.contains { $0.identity == issue.identity || $0.renamedFrom == issue.test }
  }
}
