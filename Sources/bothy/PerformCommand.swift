import Demangling
import Faults
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
    FaultPoint.reach(.performBegun)
    guard let bytes = contents(of: folder.order) else {
      throw CommandError(
        doing: "performing the integration in \(folder.path)", wrong: "there is no order.json",
        advice: "an integration is ordered by `bothy run`; this command is for schedulers", status: 2)
    }
    let order = try OrderJSON.decode(bytes)
    let turn = try waitForTurn(order, cancellation)
    defer { withExtendedLifetime(turn) {} }
    FaultPoint.reach(.performAlone)
    let performer = try Performer(
      folder: folder, order: order, cancellation: cancellation, startedAt: Date(),
      maker: Program.maker, demangle: Demangler.demangle)
    let report = try performer.perform()
    return report.result.exitStatus
  }

  /// One whose starter was killed may still be ending its processes in the same checkout.
  private func waitForTurn(_ order: Order, _ cancellation: Cancellation) throws -> FileLock? {
    let path = (order.checkoutFolder as NSString).deletingLastPathComponent + "/perform-lock"
    while !cancellation.isCanceled {
      if let lock = try FileLock(taking: path) { return lock }
      usleep(50_000)
    }
    return nil
  }
}
