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
    let due = try due(paged, bot.id, changed, memory, known: known, newest: newest, folder: folder)
    var told: [IntegrationNumber: [String]] = [:]
    var reports: [IntegrationNumber: Report?] = [:]
    for start in stride(from: 0, to: due.count, by: Self.mostAtOnce) {
      var pages: [SitePage] = []
      for identity in due[start..<min(start + Self.mostAtOnce, due.count)] {
        guard let story = try store.story(bot: bot.id, issue: identity) else { continue }
        var input = IssuePageInput(bot: bot, story: story)
        let named = Set(story.entries.map(\.integration) + story.silencings.compactMap(\.endedIn))
          .union(story.laterNames.map(\.name.last))
        input.withPages = Set(
          named.filter { known.contains($0.value) && FileFacts(state.page(bot.id, $0)) != nil })
        (input.paged, input.asOf, input.folders) = (tests, newest, folders)
        for entry in story.entries where entry.state == .new || entry.state == .cameBack {
          if told[entry.integration] == nil {
            told[entry.integration] = try recipients(bot.id, entry.integration)
          }
          input.told[entry.integration] = told[entry.integration]
        }
        input.hasPage = { [state] number, page in
          FileFacts(state.pages(bot.id, number) + "/" + page) != nil
        }
        input.pagedIssues = paged
        input.suspected = suspected(story, bot.id, &reports)
        pages.append(site.issue(input))
        memory.made[IssueAddress.page(of: identity)] = PageMemory.Made(
          asOf: newest, isWrong: false, told: named.filter { known.contains($0.value) }.sorted())
      }
      let lay = lay
      for laid in Parallel.map(pages, { page in Result { try lay(page, folder) } }) { try laid.get() }
    }
    memory.removeOthers(than: Set(paged.map(IssueAddress.page)), of: "issues/", below: folder)
  }

  /// A larger one is not read for it; its own page of issues tells the same.
  private static let mostReportBytes = 4 << 20

  /// Nobody asks who did what is resolved.
  private func suspected(
    _ story: IssueStory, _ bot: BotID, _ reports: inout [IntegrationNumber: Report?]
  ) -> IssuePageInput.Suspected? {
    let began = story.entries.first { ($0.state == .new || $0.state == .cameBack) && !$0.isLimited }
    guard story.isOpen, let number = began?.integration else { return nil }
    if reports[number] == nil {
      let folder = state.integration(bot, number)
      let isRead = (FileFacts(folder.report)?.size ?? .max) <= Self.mostReportBytes
      reports[number] = .some(isRead ? folder.report(of: bot, number) : nil)
    }
    return reports[number].flatMap { $0 }.flatMap { .init(story.issue.identity, in: $0) }
  }

  /// Those whose pages have to be made.
  private func due(
    _ paged: Set<IssueIdentity>, _ bot: BotID, _ changed: [IntegrationNumber], _ memory: PageMemory,
    known: Set<Int>, newest: IntegrationNumber, folder: String
  ) throws -> [IssueIdentity] {
    let new = try store.toldIssues(bot: bot, in: changed)
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

  /// Who was told of new issues by mail.
  private func recipients(_ bot: BotID, _ number: IntegrationNumber) throws -> [String] {
    try store.messages(of: bot, number).filter { $0.topic == .issues }.map { "\($0.recipient), \($0.why)" }
  }
}
