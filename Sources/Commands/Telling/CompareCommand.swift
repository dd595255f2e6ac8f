import Explaining
import Files
import Integrator
import Model
import Publishing
import State
import Store
import Terminal
import Words

/// `bothy compare BOT#A BOT#B`: what differs in the second one.
struct CompareCommand {
  let store: SQLiteStore
  let state: StateFolder
  let templates: String?
  let capabilities: TerminalCapabilities
  var output = Output.standard
  var errors = Output.error

  func perform(_ first: IntegrationAddress, _ second: IntegrationAddress, json: Bool) throws -> Int32 {
    let doing = "bothy compare \(first) \(second)"
    let (before, now) = (try read(first, doing), try read(second, doing))
    guard before.report.integration != now.report.integration || before.report.bot != now.report.bot else {
      let name = "\(now.report.bot)\(now.report.integration)"
      throw Explanation(
        doing: doing, wrong: "both are \(name), and nothing differs from itself",
        advice: "name another one: `\(ShellWord.line(["bothy", "history", now.report.bot.rawValue]))` tells "
          + "which there are", status: 2)
    }
    let difference = IntegrationDifference(before, now, in: state)
    try check(difference, doing)
    let page = try publish(difference)
    output.write(
      json
        ? try DifferenceJSON(difference, page: page).jsonText
        : CompareText.text(difference, page: page, capabilities: capabilities))
    return 0
  }

  /// What was found is told also where no page can be made of it.
  private func publish(_ difference: IntegrationDifference) throws -> String? {
    do {
      return try ComparePublishing(state: state, templates: templates, store: store).publish(difference)
    } catch {
      errors.write(Explanation(error).text + "\n")
      return nil
    }
  }

  private func read(_ address: IntegrationAddress, _ doing: String) throws -> ComparedIntegration {
    let found: FoundIntegration
    do {
      found = try FoundIntegration.find(address, in: store, state: state, doing: doing)
    } catch var error as Explanation {
      if try wasKept(address) { error.status = 5 }
      error.advice = try kept(address) ?? error.advice
      throw error
    }
    let number = found.known.number
    if let read = ComparedIntegration(of: found.bot, number, in: state) { return read }
    // Why what lies there is none is told as wherever it is read.
    _ = try found.report()
    let name = "\(found.bot)\(number)"
    guard let result = found.known.result else {
      throw Explanation(
        doing: doing, wrong: "\(name) has not ended",
        advice: "`\(ShellWord.line(["bothy", "show", name]))` tells what it does", status: 5)
    }
    throw Explanation(
      doing: doing, wrong: "\(name) left no report (\(result.word))",
      advice: try kept(IntegrationAddress(bot: found.bot)) ?? "integrate that commit again", status: 5)
  }

  private func wasKept(_ address: IntegrationAddress) throws -> Bool {
    guard let number = address.number else { return false }
    let (known, last) = try store.knownNumbers(bot: address.bot)
    return number.value <= last && !known.contains(number.value)
  }

  /// Which integrations of a bot can be compared; nil where there are none.
  private func kept(_ address: IntegrationAddress) throws -> String? {
    let known = try store.knownNumbers(bot: address.bot).known
    let there = known.sorted().map { IntegrationNumber($0) }
      .filter { FileFacts(state.integration(address.bot, $0).report) != nil }
    guard let oldest = there.first, let newest = there.last else { return nil }
    if there.count == 1 { return "there is \(newest)" }
    let others = there.count == 2 ? "\(oldest) and \(newest)" : "\(there.count), from \(oldest) to \(newest)"
    return "there are \(others)"
  }

  private func check(_ difference: IntegrationDifference, _ doing: String) throws {
    guard !difference.isOfOneRepository else { return }
    let (before, now) = (difference.beforeName, difference.nowName)
    let why = difference.repositories.map {
      ": \(before) is of \($0.before), \(now) of \($0.now), and neither has the commits of both"
    }
    throw Explanation(
      doing: doing, wrong: "\(before) and \(now) are not known to be of one repository\(why ?? "")",
      advice: "compare integrations of one bot, or of bots whose repositories have commits in common",
      status: 2)
  }
}
