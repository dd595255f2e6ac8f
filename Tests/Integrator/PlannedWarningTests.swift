import Files
import Foundation
import Model
import Testing

@testable import Integrator

/// What the package manager says of a manifest and its files it says when it plans, not in each build.
@Suite("Warnings of planning")
struct PlannedWarningTests {
  private let world: SmallWorld
  private var checkout: String { world.root + "/bot/checkout" }
  private var stray: String { checkout + "/Sources/Core/stray.txt" }

  init() throws { world = try SmallWorld() }

  /// `says`: whether the file is told of as unhandled.
  private func integrate(_ manifest: String, says: Bool, builds: Bool = true) throws -> Report {
    world.processes.change(.build) { play in
      play.ending = .exited(builds ? 0 : 1)
      play.output =
        says ? "warning: 'core': found 1 file(s) which are unhandled; exclude it\n    \(stray)\n" : ""
    }
    let (text, file) = ("// swift-tools-version: 6.1\n\(manifest)\n", stray)
    return try world.perform { surroundings in
      let bring = surroundings.checkOut
      surroundings.checkOut = { order, cancellation, report in
        try bring(order, cancellation, &report)
        try publish(Array(text.utf8), as: order.checkoutFolder + "/Package.swift")
        try makeFolder((file as NSString).deletingLastPathComponent)
        try publish([], as: file)
      }
    }
  }

  private var wasPlannedAnew: Bool {
    world.text(world.folder.log).contains("--disable-build-manifest-caching")
  }

  @Test("one stays while nothing is planned anew, and goes with the manifest that it spoke of")
  func mended() throws {
    #expect(try integrate("// a", says: true).result == .warnings)
    // It is not said again: it holds.
    #expect(try integrate("// a", says: false).result == .warnings)
    #expect(!wasPlannedAnew)
    #expect(try integrate("// b", says: false).result == .succeeded)
    #expect(wasPlannedAnew)
    #expect(try integrate("// b", says: false).result == .succeeded)
    #expect(try integrate("// a", says: true).result == .warnings)
  }

  @Test("what the machine lacks is asked for anew in each build, for as long as it is lacking")
  func machine() throws {
    func integrate(_ words: String) throws -> IntegrationResult {
      world.processes.change(.build) { $0.output = words }
      return try world.perform { _ in }.result
    }
    let lacking = "warning: you may be able to install foozzz using your system-packager:\n"
    _ = try integrate("")
    #expect(try integrate(lacking) == .warnings)
    #expect(!wasPlannedAnew)
    #expect(try integrate(lacking) == .warnings)
    #expect(wasPlannedAnew)
    #expect(try integrate("") == .succeeded)
    #expect(wasPlannedAnew)
    #expect(try integrate("") == .succeeded)
    #expect(!wasPlannedAnew)
  }

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

  @Test("a build that failed leaves nothing of its manifest to the one before it")
  func failed() throws {
    #expect(try integrate("// a", says: false).result == .succeeded)
    #expect(try integrate("// b", says: true, builds: false).result == .buildErrors)
    #expect(try integrate("// a", says: false).result == .succeeded)
    #expect(wasPlannedAnew)
  }
}
