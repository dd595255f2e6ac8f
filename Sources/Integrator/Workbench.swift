import Foundation
import Model
import Processes
import State

/// What every step of one integration works with: the order, its folder, what is told, how a process runs.
final class Workbench: Sendable {
  let order: Order
  let folder: IntegrationFolder
  let log: Log
  let notes: Notes
  let runner: Runner
  let surroundings: Surroundings

  init(
    order: Order, folder: IntegrationFolder, log: Log, cancellation: Cancellation, secrets: Secrets,
    surroundings: Surroundings
  ) {
    self.order = order
    self.folder = folder
    self.log = log
    self.surroundings = surroundings
    notes = Notes(log: log)
    runner = Runner(
      surroundings: surroundings, limits: order.settings.limits, cancellation: cancellation, secrets: secrets,
      notes: notes)
  }

  var settings: Bot { order.settings }
  var cancellation: Cancellation { runner.cancellation }
  var startedAt: Date { runner.startedAt }
  var secrets: Secrets { runner.secrets }

  /// The package's folder inside the checkout.
  var packageFolder: String {
    settings.package == "." ? order.checkoutFolder : order.checkoutFolder + "/" + settings.package
  }

  func note(_ sentence: String) { notes.tell(sentence) }

  /// The caller's environment and the bot's, as stock tools started by hand would have it.
  func environment(adding extra: [String: String] = [:]) -> [String: String] {
    var result = surroundings.environment
    result.merge(settings.environment) { $1 }
    result.merge(secrets.values) { $1 }
    result["NO_COLOR"] = "1"
    for key in ["LLVM_PROFILE_FILE", "SWIFT_BACKTRACE", "__LLVM_PROFILE_RT_INIT_ONCE"] { result[key] = nil }
    result.merge(extra) { $1 }
    return result
  }

  /// For what the package manager does itself; tests have the machine's own place for temporary files.
  func packageManagerEnvironment() -> [String: String] {
    let isChosen = settings.environment["TMPDIR"] != nil
    return environment(adding: isChosen ? [:] : ["TMPDIR": BuildFolder(order).temporary])
  }

  /// Runs one command within what is left of the integration's limits.
  func run(
    _ command: Command, observer: some ProcessObserver, seconds: Double? = nil,
    note: ((String) -> Void)? = nil
  ) throws -> ProcessEnd {
    try runner.run(command, observer: observer, seconds: seconds, note: note)
  }

  var limitSentence: String { runner.limitSentence }
  var silenceSentence: String { runner.silenceSentence }

  static func plain(_ number: Double) -> String { Runner.plain(number) }
}
