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
    let (report, ordered) = try folder.read(found.bot, found.known.number, doing: doing)
    var order = ordered
    if let base = base(of: report, order) { order.goOn(from: base) }
    let page = state.page(found.bot, found.known.number)
    let facts = ScriptFacts(report, order, folder, page: FileFacts(page) == nil ? nil : page)
    // Whoever may only read is told the same.
    let isCheckedOut = FileFacts(order.checkoutFolder) != nil
    let given = (isCheckedOut ? try? facts.given() : nil) ?? facts.variables
    let variables = given.merging(order.settings.environment) { own, _ in own }
    var lines = variables.sorted { $0.key < $1.key }.map { "export \($0.key)=\(ShellWord.quoted($0.value))" }
    lines += order.settings.secrets.sorted().map { "# \($0) is a secret, and is not printed" }
    output.write(lines.joined(separator: "\n") + "\n")
    return 0
  }

  /// It was looked for when the integration began, and is not in what was ordered.
  private func base(of report: Report, _ order: Order) -> BaseLine? {
    guard let compared = report.comparedWith else { return nil }
    let number = compared.base?.integration ?? (order.baseline == nil ? compared.integration : nil)
    guard let number, let commit = compared.base?.commit ?? report.commit?.id else { return nil }
    let folder = state.integration(report.bot, number)
    return folder.report(of: report.bot, number).map {
      BaseLine(
        branch: $0.commit?.branch ?? "", commit: commit, report: $0, folder: folder.path,
        reportPath: folder.report)
    }
  }
}
