import Explaining
import Files
import State
import Store
import Terminal

/// `bothy open [BOT[#N]]`: prints where a page is, and has a browser show it where there is one.
struct OpenCommand {
  let state: StateFolder
  let environment: [String: String]
  var output = Output.standard

  func perform(_ address: IntegrationAddress?) throws -> Int32 {
    let page = try address.map(page) ?? state.site + "/index.html"
    guard FileFacts(page) != nil else {
      throw Explanation(
        doing: "opening \(address?.description ?? "the page of all bots")", wrong: "\(page) is not there",
        advice: address == nil
          ? "`bothy watch` and `bothy run` make it when they integrate" : "`bothy render` makes pages again")
    }
    output.write(page + "\n")
    _ = Opening.open(page, environment: environment)
    return 0
  }

  private func page(of address: IntegrationAddress) throws -> String {
    let found = try FoundIntegration.find(
      address, in: try SQLiteStore(folder: state.path, readOnly: true), state: state,
      doing: "opening \(address)")
    let running = state.pages(found.bot) + "/running.html"
    if found.known.isRunning, FileFacts(running) != nil { return running }
    return state.page(found.bot, found.known.number)
  }
}
