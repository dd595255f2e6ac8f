import Explaining
import Files
import Model
import Processes
import Publishing
import State
import Store
import Terminal
import Words

/// `bothy render [BOT[#N]]`: the pages of integrations that ended long ago, made again from what they left.
struct RenderCommand {
  let address: IntegrationAddress?
  let state: StateFolder
  let store: SQLiteStore
  let templates: String?
  /// One line that is drawn again and again shows how far it is.
  var moves = false
  var output = Output.standard
  var errors = Output.error

  func perform() throws -> Int32 { try perform(CommandContext.cancellation()) }

  func perform(_ cancellation: Cancellation) throws -> Int32 {
    // Before anything is touched: a template with a mistake would spoil every page. Those that were shipped
    // had none.
    if let templates {
      let check = try TemplateCheck(user: templates)
      guard check.problems.isEmpty else {
        errors.write(ErrorText.lines(check.problems.map(\.description)))
        return 2
      }
    }
    let wanted = try self.wanted()
    var made: [FoundIntegration] = []
    var failures: [Explanation] = []
    // First, so that the others lead there.
    var each = EachTestPublishing(state: state, templates: templates, store: store)
    each.goesOn = { !cancellation.isCanceled }
    for bot in Set(wanted.map(\.bot)).sorted() {
      show("Rendering the pages of tests of \(bot)")
      _ = try each.publish(bot)
    }
    for (index, found) in wanted.enumerated() {
      guard !cancellation.isCanceled else { break }
      show("Rendering \(found.bot) \(found.known.number), \(index + 1) of \(wanted.count)")
      do {
        try render(found)
        made.append(found)
      } catch  where address?.number == nil && FileFacts(found.folder.report) == nil {
        // It was let go meanwhile.
        continue
      } catch {
        failures.append(Explanation(error))
        show("")
        if address?.number == nil { errors.write(Explanation(error).text + "\n") }
      }
    }
    show("")
    if cancellation.isCanceled {
      errors.write(
        "Interrupted: the pages of \(made.count) of \(wanted.count) integrations were made again.\n")
      return 130
    }
    show("Rendering the pages of all bots")
    defer { show("") }
    var history = HistoryPublishing(state: state, templates: templates, store: store)
    (history.isAsked, history.isAlive) = (true, ProcessLife.isOtherRunning)
    try history.publish(made.map { (bot: $0.bot, number: $0.known.number) })
    let compared = ComparePublishing(state: state, templates: templates, store: store)
    for bot in Set(made.map(\.bot)).sorted() { try compared.publishAgain(bot) }
    show("")
    if let address, address.number != nil, let failure = failures.first {
      throw Explanation(
        doing: "rendering \(address)", wrong: "its pages could not be made: \(failure.wrong)",
        advice: failure.advice)
    }
    output.write(sentence(made.count, failures.count))
    return failures.isEmpty ? 0 : 5
  }

  private func sentence(_ made: Int, _ failures: Int) -> String {
    let which = address.map { $0.number == nil ? " of \($0.bot)" : "" } ?? ""
    if made + failures == 0 {
      return "There is no integration\(which) with a report: made only the pages that tell of none. "
        + "They are in \(state.site).\n"
    }
    let failed = failures == 0 ? "" : "; those of \(Figures.grouped(failures)) could not be made"
    let number = address?.number.map { "\(address?.bot.rawValue ?? "") \($0)" }
    return "Made the pages of \(number ?? Figures.count(made, "integration") + which) again\(failed). "
      + "They are in \(state.site).\n"
  }

  private func show(_ line: String) {
    if moves { errors.write("\r\u{1B}[K" + line) }
  }

  // MARK: What there is to render

  /// The oldest first, because later pages are those of earlier ones where nothing changed.
  private func wanted() throws -> [FoundIntegration] {
    guard let address else { return try store.knownBots().flatMap { try ended(of: $0.id) } }
    let found = try FoundIntegration.find(address, in: store, state: state, doing: "rendering \(address)")
    guard address.number != nil else { return try ended(of: address.bot) }
    guard FileFacts(found.folder.report) != nil else {
      throw Explanation(
        doing: "rendering \(address)",
        wrong: found.known.result == nil
          ? "it has not ended" : "it left no report, or its files were removed",
        advice: "`\(ShellWord.line(["bothy", "show", "\(address)"]))` tells what is known of it")
    }
    return [found]
  }

  private func ended(of bot: BotID) throws -> [FoundIntegration] {
    try store.past(bot: bot, limit: Int.max).reversed().compactMap { stored in
      let folder = state.integration(bot, stored.number)
      guard FileFacts(folder.report) != nil else { return nil }
      return FoundIntegration(bot: bot, known: stored, folder: folder)
    }
  }

  // MARK: One integration

  private func render(_ found: FoundIntegration) throws {
    let (bot, number) = (found.bot, found.known.number)
    let left = try state.left(by: bot, number, doing: "rendering \(bot) \(number)")
    var publishing = PagePublishing(state: state, templates: templates)
    publishing.sources = left.sources
    publishing.messages = try store.messages(of: bot, number)
    publishing.earlier = try .init(before: left.report, branch: left.order.branch, store: store, state: state)
    let upgrade = UpgradePages(state: state, templates: templates, store: store)
    publishing.upgradedFrom = try upgrade.former(of: left.report)
    try publishing.publishAsked(left.report, left.order, from: found.folder)
    if publishing.upgradedFrom != nil { try upgrade.layAgain(left.report) }
  }
}
