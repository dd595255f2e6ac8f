import Files
import Integrator
import Model
import Reports
import State
import Store
import Threads
import Words

/// Lays the pages of a bot's issues: those of which something is new, and a few others each time.
struct IssuePublishing {
  let state: StateFolder
  let store: SQLiteStore
  let site: HistorySite
  let lay: @Sendable (SitePage, String) throws -> Void

  /// Of pages of which nothing is new, the longest untold first.
  static let mostRefreshed = 40
  private static let mostAtOnce = 500

  /// - Parameters:
  ///   - changed: the integrations of which something is new.
  ///   - tests: those that have a page.
  func publish(
    _ bot: KnownBot, _ changed: [IntegrationNumber], tests: Set<TestID>, _ folders: NamedFolders,
    known: Set<Int>, _ memory: inout PageMemory
  ) throws {
    let paged = try store.pagedIssues(bot: bot.id)
    let folder = state.pages(bot.id)
    let newest = try store.newestEnded(bot: bot.id) ?? 0
    let moment = try store.integration(bot: bot.id, number: newest)?.ended
    let gone = Set(try store.tips(of: bot.id).filter(\.isGone).map(\.branch))
    var past = Past(bot: bot.id, state: state, store: store)
    let new = try store.toldIssues(bot: bot.id, in: changed)
      .union(changed.flatMap { try past.alongTold($0) })
      .union(paged.intersection(changed.flatMap { past.ofAddedTests($0) }))
      .union(store.issuesLeft(bot: bot.id, on: gone.symmetricDifference(memory.gone)))
    let due = try due(paged, new, bot.id, memory, known: known, newest: newest, folder: folder)
    for start in stride(from: 0, to: due.count, by: Self.mostAtOnce) {
      var pages: [SitePage] = []
      for identity in due[start..<min(start + Self.mostAtOnce, due.count)] {
        guard var story = try store.story(bot: bot.id, issue: identity) else { continue }
        story.silencings = standing(story, &past) + story.silencings
        var input = IssuePageInput(bot: bot, story: story)
        let named = Set(story.entries.map(\.integration) + story.silencings.compactMap(\.endedIn))
          .union(story.laterNames.flatMap { $0.name.names.map(\.since) } + story.formerNames.map(\.until))
        input.withPages = Set(
          named.filter { known.contains($0.value) && FileFacts(state.page(bot.id, $0)) != nil })
        (input.paged, input.folders) = (tests, folders)
        (input.asOf, input.moment) = (newest, moment)
        input.told = try mails(story, &past)
        input.hasPage = { [state] number, page in
          FileFacts(state.pages(bot.id, number) + "/" + page) != nil
        }
        input.pagedIssues = paged
        input.suspected = suspected(story, &past)
        pages.append(site.issue(input))
        memory.made[IssueAddress.page(of: identity)] = PageMemory.Made(
          asOf: newest, isWrong: false, told: named.filter { known.contains($0.value) }.sorted())
      }
      let lay = lay
      for laid in Parallel.map(pages, { page in Result { try lay(page, folder) } }) { try laid.get() }
    }
    memory.gone = gone
    memory.removeOthers(than: Set(paged.map(IssueAddress.page)), of: "issues/", below: folder)
  }

  /// What the bot file says: the store keeps it only once it has ended.
  private func standing(_ story: IssueStory, _ past: inout Past) -> [IssueStory.Silencing] {
    guard let entry = story.current.first(where: { $0.state == .silenced }) else { return [] }
    return past.silences(entry.integration).filter { $0.origin == .botFile && $0.reaches(story.issue) }
      .map { IssueStory.Silencing($0, endedIn: nil) }
  }

  /// Of what is resolved nobody is suspected any more; who was found to have done it did it.
  private func suspected(_ story: IssueStory, _ past: inout Past) -> IssuePageInput.Suspected? {
    let began = story.entries.first { ($0.state == .new || $0.state == .cameBack) && !$0.isLimited }
    guard let number = began?.integration, let report = past.report(number) else { return nil }
    let isFound = (report.issues.new + report.issues.cameBack).contains {
      $0.identity == story.issue.identity && $0.culprit?.isSure == true
    }
    return story.isOpen || isFound ? .init(story.issue.identity, in: report) : nil
  }

  /// Whom a mail was made for where it began, came back, or came along.
  private func mails(_ story: IssueStory, _ past: inout Past) throws -> [IntegrationNumber: [String]] {
    var told: [IntegrationNumber: [String]] = [:]
    let isRed = story.issue.kind.isRed
    for entry in story.entries where entry.state == .new || entry.state == .cameBack {
      told[entry.integration] = try past.recipients(entry.integration, ofRed: isRed)
    }
    for turn in story.turns where turn.first.state == .unresolved && turn.first.isSeen {
      let number = turn.first.integration
      let isAlong = try past.alongTold(number).contains(story.issue.identity)
      if isAlong { told[number] = try past.recipients(number, ofRed: isRed) }
    }
    return told
  }

  /// Those whose pages have to be made.
  private func due(
    _ paged: Set<IssueIdentity>, _ new: Set<IssueIdentity>, _ bot: BotID, _ memory: PageMemory,
    known: Set<Int>, newest: IntegrationNumber, folder: String
  ) throws -> [IssueIdentity] {
    let silenced = Set(
      try store.silences(of: bot).compactMap { silence -> IssueIdentity? in
        guard case .issue(let identity) = silence.subject else { return nil }
        return IssueIdentity(identity)
      })
    var due: [IssueIdentity] = []
    var others: [(identity: IssueIdentity, asOf: IntegrationNumber)] = []
    for identity in paged.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let earlier = memory.good(IssueAddress.page(of: identity), below: folder, known: known),
        !new.contains(identity), !silenced.contains(identity)
      else {
        due.append(identity)
        continue
      }
      if earlier.asOf < newest { others.append((identity, earlier.asOf)) }
    }
    return due + others.sorted { $0.asOf < $1.asOf }.prefix(Self.mostRefreshed).map(\.identity)
  }
}

/// What integrations said and sent, each read once.
private struct Past {
  let bot: BotID
  let state: StateFolder
  let store: SQLiteStore
  private var mails: [IntegrationNumber: [Message]] = [:]
  private var reports: [IntegrationNumber: Report?] = [:]
  private var silences: [IntegrationNumber: [Silence]] = [:]

  /// A larger one is not read for it; its own page of issues tells the same.
  private static let mostReportBytes = 4 << 20

  init(bot: BotID, state: StateFolder, store: SQLiteStore) {
    (self.bot, self.state, self.store) = (bot, state, store)
  }

  mutating func report(_ number: IntegrationNumber) -> Report? {
    if let known = reports[number] { return known }
    let folder = state.integration(bot, number)
    let isRead = (FileFacts(folder.report)?.size ?? .max) <= Self.mostReportBytes
    let report = isRead ? folder.report(of: bot, number) : nil
    reports[number] = .some(report)
    return report
  }

  /// What was silenced when it was ordered.
  mutating func silences(_ number: IntegrationNumber) -> [Silence] {
    if let known = silences[number] { return known }
    let order = try? state.integration(bot, number).readOrder(doing: "reading what is silenced")
    let found = order?.silences ?? []
    silences[number] = found
    return found
  }

  /// Of what came along from another branch, where somebody was told of it by mail.
  mutating func alongTold(_ number: IntegrationNumber) throws -> [IssueIdentity] {
    guard try !recipients(number, ofRed: true).isEmpty else { return [] }
    return report(number)?.issues.cameAlong.map(\.identity) ?? []
  }

  /// Those that a test may have had before it went and was added again.
  mutating func ofAddedTests(_ number: IntegrationNumber) -> [IssueIdentity] {
    (report(number)?.comparedWith?.tests?.added ?? []).flatMap(IssueIdentity.all)
  }

  /// Who was told of new issues by mail; what is not red also stands in mails that are of such alone, or of
  /// what is green again.
  mutating func recipients(_ number: IntegrationNumber, ofRed isRed: Bool) throws -> [String] {
    let all = try mails[number] ?? store.messages(of: bot, number)
    mails[number] = all
    let topics: [Message.Topic] = isRed ? [.issues] : [.issues, .warnings, .green]
    return all.filter { topics.contains($0.topic) }
      .map { "\($0.recipient), \($0.why)" }
  }
}
