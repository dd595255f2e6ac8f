import Foundation
import Model
import Processes
import Testing

@testable import Integrator

/// Who was killed gave no answer, and no other one either.
@Suite("What was asked and killed")
struct KilledAnswersTests {
  private let world: SmallWorld

  init() throws {
    world = try SmallWorld()
  }

  @Test("a compiler that was killed as it was asked for itself is no fault of the package")
  func silentCompiler() throws {
    world.processes.change(.resolve) { play in
      play.ending = .exited(1)
      play.errors =
        #"error: InternalError(description: "Internal error. Please file a bug at https://x with this info. "#
        + #"Failed to parse target info (malformed(json: \"\", underlying: x))")"# + "\n"
    }
    let report = try world.perform()
    #expect(report.result == .internalError && report.reason.contains("killed for want of memory"))
  }

  @Test("what went wrong as the toolchain was tried is tried again, and says nothing of it for good")
  func killedProbe() throws {
    world.processes.change(.probe) {
      $0.ending = .signaled(SIGKILL); $0.errors = ""
    }
    _ = try world.perform()
    #expect(world.processes.asked.count { $0 == .probe } == 2)
    let kept = (try? FileManager.default.contentsOfDirectory(atPath: world.order().toolchainFolder)) ?? []
    #expect(!kept.contains { $0.hasSuffix(".json") })
  }
}
