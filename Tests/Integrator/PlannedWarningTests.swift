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

  @Test("a build that failed leaves nothing of its manifest to the one before it")
  func failed() throws {
    #expect(try integrate("// a", says: false).result == .succeeded)
    #expect(try integrate("// b", says: true, builds: false).result == .buildErrors)
    #expect(try integrate("// a", says: false).result == .succeeded)
    #expect(wasPlannedAnew)
  }
}
