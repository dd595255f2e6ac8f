import Demangling
import Explaining
import Faults
import Files
import Formats
import Foundation
import Integrator
import Model
import Processes
import Publishing
import State

/// `bothy perform FOLDER`: what an order asks for, with nothing but the folder to answer in.
struct PerformCommand {
  let folder: IntegrationFolder

  func perform() throws -> Int32 {
    let cancellation = CommandContext.cancellation()
    endWithParent(SIGTERM)
    adoptOrphans()
    // From here on it is known whose this is.
    let surroundings = Surroundings.real(maker: Program.maker, demangle: Demangler.demangle)
    FaultPoint.reach(.performBegun)
    guard let bytes = contents(of: folder.order) else {
      throw Explanation(
        doing: "performing the integration in \(folder.path)", wrong: "there is no order.json",
        advice: "an integration is ordered by `bothy run`; this command is for schedulers", status: 2)
    }
    let order = try OrderJSON.decode(bytes)
    // One whose starter was killed may still be ending its processes in the same checkout.
    let turn = try FileLock.wait(for: StateFolder.performLock(beside: order.checkoutFolder)) {
      !cancellation.isCanceled
    }
    defer { withExtendedLifetime(turn) {} }
    FaultPoint.reach(.performAlone)
    let performer = try Performer(
      folder: folder, order: order, cancellation: cancellation, surroundings: surroundings)
    let report = try performer.perform()
    return report.exitStatus
  }
}
