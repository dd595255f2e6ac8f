import Coverage
import Explaining
import Foundation
import Model
import Processes
import State
import Synchronization
import Threads
import Words

/// What every step of one integration works with: the order, its folder, what is told, how a process runs.
final class Workbench: Sendable {
  let order: Order
  let folder: IntegrationFolder
  let log: Log
  let notes: Notes
  let surroundings: Surroundings
  let cancellation: Cancellation
  let secrets: Secrets
  let startedAt: Date
  let used = Mutex(Usage())
  let attachments: Attachments
  let left: LeftFiles
  let earlier = EarlierReports()
  /// What is known of who tests what.
  let formerTestMap: Later<TestMap?>
  /// What manifests can see, once all is brought; nil where they look at nothing.
  private let seenByManifests: Later<String?>
  /// Another has the package manager compile a manifest that it compiled before.
  let manifestTurn = Mutex<String?>(nil)
  /// While tests run.
  let room = Mutex<CleanRoom?>(nil)
  /// What the checkout was when that was opened.
  let untouched = Mutex<CheckoutSight?>(nil)
  /// What tests had left when it was thrown away for others.
  let thrownAway = Mutex(LeftNames())

  init(
    order: Order, folder: IntegrationFolder, log: Log, cancellation: Cancellation, secrets: Secrets,
    surroundings: Surroundings
  ) {
    (self.order, self.folder, self.log, self.surroundings) = (order, folder, log, surroundings)
    (self.cancellation, self.secrets) = (cancellation, secrets)
    startedAt = surroundings.now()
    formerTestMap = Later.whenAsked { order.formerTestMap }
    seenByManifests = Later.whenAsked {
      OpenManifest(
        checkoutFolder: order.checkoutFolder, packageFolder: Self.packageFolder(of: order),
        turn: order.clean ? "\(order.integration)" : ""
      ).mark
    }
    notes = Notes(log: log)
    attachments = Attachments(folder: folder, log.masking)
    left = LeftFiles(
      attachments, globs: order.settings.artifacts, package: Self.packageFolder(of: order))
  }

  var settings: Bot { order.settings }

  /// What all processes used until now.
  var usage: Usage { used.withLock { $0 } }

  /// The package's folder inside the checkout.
  var packageFolder: String { Self.packageFolder(of: order) }

  /// What test processes left that died, of all that counts.
  var crashReports: String { folder.scratch + "/crashes" }

  private static func packageFolder(of order: Order) -> String {
    let package = order.settings.package
    return package == "." ? order.checkoutFolder : order.checkoutFolder + "/" + package
  }

  /// Reads what the tests will be compared with beside what is done until then.
  func expectTests() {
    earlier.expect(order.completeReport)
    for report in order.timedReports ?? [] { earlier.expect(report) }
    if order.testMap != nil, settings.coverage.enabled {
      Parallel.beside { [formerTestMap] in _ = formerTestMap.value }
    }
  }

  /// Of the integrations that tell how long tests take, besides the newest.
  var timedTests: [TestReport] { (order.timedReports ?? []).compactMap { earlier.report(at: $0)?.tests } }

  /// Whether what a manifest says may be another though its text is the same.
  var hasOpenManifest: Bool { seenByManifests.value != nil }

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
    // Where the place has other letters than ASCII's, the package manager hears nothing of what it runs.
    let own = BuildFolder(order).temporary
    let isChosen = settings.environment["TMPDIR"] != nil || !Self.isPlain(own)
    var result = environment(adding: isChosen ? [:] : ["TMPDIR": own])
    for name in Self.passing where settings.environment[name] == nil { result[name] = nil }
    if settings.environment["PWD"] == nil { result["PWD"] = packageFolder }
    result[Command.mark] = nil
    result.merge(KeptWarnings.environment(buildFolder: order.buildFolder)) { own, _ in own }
    result[OpenManifest.variable] = seenByManifests.value ?? manifestTurn.withLock { $0 }
    return result
  }

  /// Where swift went wrong: it does so wherever that place has other letters than ASCII's.
  func refuseTemporaryPlace(_ doing: String) throws {
    guard let place = packageManagerEnvironment()["TMPDIR"], !Self.isPlain(place) else { return }
    throw Explanation(
      doing: doing,
      wrong: "swift dies, or hears nothing of its compiler, where TMPDIR is \(Shown.line(place, most: 200))",
      advice: "set it to a folder whose path has no letters but ASCII's")
  }

  private static func isPlain(_ path: String) -> Bool { path.utf8.allSatisfy { $0 < 0x80 } }

  /// Variables that tell from where a command was typed. The package manager compiles all manifests anew
  /// where any variable is another.
  static let passing: Set<String> = ["_", "SHLVL", "OLDPWD", "PWD", "COLUMNS", "LINES"]

}
