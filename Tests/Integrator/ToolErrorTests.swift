import Files
import Foundation
import Model
import Testing

@testable import Integrator

@Suite("Errors of tools")
struct ToolErrorTests {
  private let world: SmallWorld

  init() throws { world = try SmallWorld() }

  @Test("what a tool calls an error in a build that goes well stays a warning where another one stops it")
  func harmless() throws {
    func integrate(_ words: String, builds: Bool) throws -> [String] {
      world.processes.change(.build) { play in
        (play.output, play.ending) = (words, .exited(builds ? 0 : 1))
      }
      let open = try world.perform { _ in }.issues.open
      return open.map { "\($0.kind.rawValue) \($0.message)" }.sorted()
    }
    let harmless = "error: not really\n"
    #expect(try integrate(harmless, builds: true) == ["warning not really"])
    let both = try integrate(harmless + "error: cannot go on\nerror: ExitCode(rawValue: 1)\n", builds: false)
    #expect(both == ["build-error cannot go on", "warning not really"])
    // Alone it is why nothing was built.
    #expect(try integrate(harmless, builds: false).contains("build-error not really"))
  }
}
