import Files
import Integrator
import Model
import State
import Store
import Terminal
import Words

/// `bothy show BOT#N --environment`: what the scripts after an integration were given, as a shell reads it,
/// so that one can be tried by hand.
struct EnvironmentCommand {
  let store: SQLiteStore
  let state: StateFolder
  var output = Output.standard

  func perform(_ address: IntegrationAddress) throws -> Int32 {
    let doing = "bothy show \(address) --environment"
    let found = try FoundIntegration.find(address, in: store, state: state, doing: doing)
    let folder = state.integration(found.bot, found.known.number)
    let (report, order) = try folder.read(found.bot, found.known.number, doing: doing)
    let page = state.page(found.bot, found.known.number)
    let facts = ScriptFacts(report, order, folder, page: FileFacts(page) == nil ? nil : page)
    let variables = facts.variables.merging(order.settings.environment) { own, _ in own }
    var lines = variables.sorted { $0.key < $1.key }.map { "export \($0.key)=\(ShellWord.quoted($0.value))" }
    lines += order.settings.secrets.sorted().map { "# \($0) is a secret, and is not printed" }
    output.write(lines.joined(separator: "\n") + "\n")
    return 0
  }
}
