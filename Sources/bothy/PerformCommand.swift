import Demangling
import Files
import Formats
import Foundation
import Integrator
import Model
import Processes

/// `bothy perform FOLDER`: what an order asks for, with nothing but the folder to answer in.
struct PerformCommand {
  let folder: IntegrationFolder

  func perform() throws -> Int32 {
    let cancellation = Cancellation.onSignals([SIGINT, SIGTERM, SIGHUP])
    endWithParent(SIGTERM)
    adoptOrphans()
    guard let bytes = contents(of: folder.order) else {
      throw CommandError(
        doing: "performing the integration in \(folder.path)", wrong: "there is no order.json",
        advice: "an integration is ordered by `bothy run`; this command is for schedulers", status: 2)
    }
    let order = try OrderJSON.decode(bytes)
    let performer = try Performer(
      folder: folder, order: order, cancellation: cancellation, startedAt: Date(),
      demangle: Demangler.demangle)
    let report = try performer.perform()
    return report.result.exitStatus
  }
}
