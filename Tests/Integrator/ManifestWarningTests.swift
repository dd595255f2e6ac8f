import Files
import Model
import Synchronization
import Testing

@testable import Integrator

@Suite("Warnings of the manifest")
struct ManifestWarningTests {
  private let world: SmallWorld

  init() throws { world = try SmallWorld() }

  private func warnings(_ manifest: String = "// swift-tools-version: 6.1") throws -> [String] {
    let report = try world.perform(nil) {
      $0.checkOut = { order, _, _ in
        try publish(Array(manifest.utf8), as: order.checkoutFolder + "/Package.swift")
      }
    }
    #expect(report.result == .warnings || report.result == .succeeded)
    return (report.issues.new + report.issues.unresolved).filter { $0.kind == .warning }.map {
      "\($0.file?.rawValue ?? "-"):\($0.line ?? 0): \($0.message)"
    }
  }

  private func say(_ places: [String]) {
    let checkout = world.root + "/bot/checkout"
    let lines = places.enumerated().map { ($0 == 0 ? "warning: 'man': " : "") + "\(checkout)/\($1)\n" }
    world.processes.change(.manifest) { $0.errors = lines.joined() }
  }

  @Test("are told with their places in each integration, though the compiler says them once")
  func told() throws {
    say(["Package.swift:3:10: warning: mend this", "Package.swift:5:1: warning: and this"])
    for time in 1...3 {
      if time == 3 { try publish([], as: world.root + "/bot/checkout/New.swift") }
      #expect(try warnings() == ["Package.swift:3: mend this", "Package.swift:5: and this"], "\(time)")
    }
    #expect(world.processes.asked.count { $0 == .manifest } == 1)
  }

  @Test("are gone with the manifest that had them, and those of other packages are not told")
  func mended() throws {
    say(["Package.swift:3:10: warning: mend this"])
    #expect(try warnings().count == 1)
    say(["Vendor/Package.swift:3:10: warning: of another"])
    #expect(try warnings("// swift-tools-version: 6.2") == [])
    #expect(world.processes.asked.count { $0 == .manifest } == 2)
  }

  @Test("come with the description of a package that needs no other, which is asked nothing else")
  func alone() throws {
    let line = "warning: 'man': \(world.root)/bot/checkout/Package.swift:3:10: warning: mend this\n"
    let turns = Mutex<[String?]>([])
    world.processes.change(.describe) {
      $0.output = $0.output.replacing(/"dependencies" : \[[^\]]*\]/, with: #""dependencies" : []"#)
      $0.errors = line
      $0.effect = { command in turns.withLock { $0.append(command.environment[OpenManifest.variable]) } }
    }
    world.processes.change(.build) { play in
      let usual = play.effect
      play.effect = { command in
        turns.withLock { $0.append(command.environment[OpenManifest.variable]) }
        try usual(command)
      }
    }
    for time in 1...2 {
      #expect(try warnings() == ["Package.swift:3: mend this"], "\(time)")
    }
    world.processes.change(.describe) { $0.errors = "" }
    #expect(try warnings("// swift-tools-version: 6.2") == [])
    #expect(Set(world.processes.asked).isDisjoint(with: [.resolve, .manifest]))
    // The build finds what the description had compiled; the next manifest is another's.
    let all = turns.withLock { $0 }
    #expect(all.count == 5 && !all.contains(nil) && Set(all).count == 2, "\(all)")
    #expect(Set(all.prefix(3)).count == 1)
  }

  @Test("are also what it prints, as the package manager says it, and not what a dependency's does")
  func printed() throws {
    let said = "warning: 'checkout': it is Monday\nwarning: 'other': and I am another\n"
    world.processes.change(.manifest) { $0.errors = said }
    world.processes.change(.describe) { $0.errors = said }
    for time in 1...2 {
      let told = try warnings("// swift-tools-version: 6.1\nprint(\"it is Monday\")")
      #expect(told.map { $0.hasSuffix(": it is Monday") } == [true], "\(time): \(told)")
    }
    #expect(world.processes.asked.count { $0 == .manifest } == 1)
  }

  @Test("keep nobody from building where the package manager does not tell them")
  func untold() throws {
    world.processes.change(.manifest) { ($0.errors, $0.ending) = ("error: no such option\n", .exited(64)) }
    #expect(try warnings() == [])
  }
}
