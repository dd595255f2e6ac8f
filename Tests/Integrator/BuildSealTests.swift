import Files
import Foundation
import Model
import Testing

@testable import Integrator

/// When `swift build` need not be asked, because it would find nothing to do.
@Suite("The seal on what was built")
struct BuildSealTests {
  private let world: SmallWorld
  private var build: String { world.root + "/bot/build" }
  private var checkout: String { world.root + "/bot/checkout" }

  init() throws {
    world = try SmallWorld()
    let (build, checkout) = (build, checkout)
    try publish(Array("let a = 1\n".utf8), as: checkout + "/A.swift")
    world.processes.change(.describe) { play in
      play.output = """
        {"name": "traps", "path": "\(checkout)", "dependencies": [], "products": [], "targets": [
          {"name": "M", "c99name": "M", "module_type": "SwiftTarget", "type": "test", "path": ".",
            "sources": ["A.swift"], "target_dependencies": [], "product_dependencies": []}
        ]}
        """
    }
    world.processes.change(.build) { play in
      let usual = play.effect
      play.output = """
        \(checkout)/A.swift:1:5: warning: odd
        warning: 'small': found 1 file(s) which are unhandled

        """
      play.effect = { command in
        try usual(command)
        try makeFolder(build + "/debug")
        for name in ["build.db", "debug.yaml", "debug/A.swift.o"] {
          try publish(Array("made".utf8), as: build + "/" + name)
        }
      }
    }
  }

  /// How often it was built in all, and what came of it.
  private func integrate(
    in environment: [String: String] = [:], _ change: (inout Order) -> Void = { _ in }
  ) throws -> (builds: Int, report: Report) {
    let (root, manifest) = (world.root, checkout + "/Package.swift")
    let report = try world.perform(world.order(change)) { surroundings in
      surroundings.environment.merge(environment) { $1 }
      let bring = surroundings.checkOut
      // As git does, it leaves alone what is there.
      surroundings.checkOut = { order, cancellation, report in
        var order = order
        if contents(of: manifest) != nil { order.checkoutFolder = root + "/elsewhere" }
        try makeFolder(order.checkoutFolder)
        try bring(order, cancellation, &report)
      }
    }
    return (world.processes.asked.count { $0 == .build }, report)
  }

  private func touch(_ path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
  }

  @Test("what nobody touched is not built again, and its warnings stay, also those of no file")
  func unchanged() throws {
    let first = try integrate()
    #expect(first.builds == 1 && first.report.result == .warnings)
    for _ in 0..<2 {
      let again = try integrate(in: ["OLDPWD": "/elsewhere"])
      #expect(again.builds == 1 && again.report.reason == first.report.reason)
      #expect(again.report.phases.map(\.status) == first.report.phases.map(\.status))
    }
    #expect(world.text(world.folder.log).contains("[Nothing was touched since the last build."))
  }

  @Test("whatever is touched in the sources or in what was built, it is built again, once")
  func touched() throws {
    _ = try integrate()
    let touches: [(String, () throws -> Void)] = [
      ("an older date", { try touch(checkout + "/A.swift") }),
      (
        "the same again",
        { try publish(Array("let a = 1\n".utf8), as: checkout + "/A.swift") }
      ),
      ("a new file", { try publish([], as: checkout + "/B.swift") }),
      ("an object", { try touch(build + "/debug/A.swift.o") }),
      ("none any more", { try FileManager.default.removeItem(atPath: build + "/debug/A.swift.o") }),
      ("the books", { try touch(build + "/build.db") }),
      (
        "other rights",
        {
          try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: checkout + "/A.swift")
        }
      ),
    ]
    for (number, (what, act)) in touches.enumerated() {
      try act()
      #expect(try integrate().builds == number + 2, "\(what)")
      #expect(try integrate().builds == number + 2, "\(what)")
    }
  }

  @Test("a text for people that is in no target, and that no manifest names, has nothing built again")
  func idle() throws {
    world.processes.change(.describe) { $0.output.replace(#""path": ".""#, with: #""path": "Inner""#) }
    let touches: [(String, Bool)] = [
      ("README.md", false), (".github/workflows/ci.yml", false), ("Docs/More.md", false),
      ("Inner/Notes.md", true), ("notes.txt", true), ("Sources/Other/Notes.md", true),
      ("Other/Notes.md", false), ("Other/Package.swift", true), ("Other/Sources/Notes.md", true),
      ("default.profraw", false),
    ]
    for (name, isBuilt) in touches {
      try makeFolder(URL(filePath: checkout + "/" + name).deletingLastPathComponent().path)
      try publish(Array("one".utf8), as: checkout + "/" + name)
      let before = try integrate().builds
      try publish(Array("two".utf8), as: checkout + "/" + name)
      #expect(try integrate().builds == before + (isBuilt ? 1 : 0), "\(name)")
    }
    try publish(Array("// README.md\n".utf8), as: checkout + "/Package@swift-6.0.swift")
    let before = try integrate().builds
    try publish(Array("three".utf8), as: checkout + "/README.md")
    #expect(try integrate().builds == before + 1)
  }

  @Test("where such a text comes, or a profile is left, swift is not asked what the package is made of")
  func newIdle() throws {
    world.processes.change(.describe) { $0.output.replace(#""path": ".""#, with: #""path": "Inner""#) }
    _ = try integrate()
    let described = world.processes.asked.count { $0 == .describe }
    for name in ["README.md", "default.profraw"] { try publish([], as: checkout + "/" + name) }
    #expect(try integrate().builds == 1)
    #expect(world.processes.asked.count { $0 == .describe } == described)
    try publish([], as: checkout + "/notes.txt")
    #expect(try integrate().builds == 2)
    #expect(world.processes.asked.count { $0 == .describe } == described + 1)
  }

  @Test("another variable, argument or toolchain has it built again")
  func settings() throws {
    _ = try integrate()
    #expect(try integrate(in: ["LANG": "C"]).builds == 2)
    #expect(try integrate(in: ["LANG": "C"]) { $0.settings.buildArguments = ["-Xswiftc", "-g"] }.builds == 3)
    #expect(try integrate().builds == 4)
    try touch(world.swift)
    #expect(try integrate().builds == 5)
    #expect(try integrate().builds == 5)
  }

  @Test(
    "nothing is sealed where a build may read or do what can't be seen",
    arguments: [
      "C", "a system library", "a plugin", "a link that leads away", "a link to nothing", "a failure",
      "another system",
    ])
  func unseen(what: String) throws {
    switch what {
    case "C":
      world.processes.change(.build) { play in
        let (usual, plan) = (play.effect, build + "/debug.yaml")
        play.effect = {
          try usual($0); try publish(Array("    tool: clang\n".utf8), as: plan)
        }
      }
    case "a system library":
      world.processes.change(.build) { play in
        let (usual, plan) = (play.effect, build + "/debug.yaml")
        play.effect = {
          try usual($0); try publish(Array("\"-fmodule-map-file=/a\"".utf8), as: plan)
        }
      }
    case "a plugin": try makeFolder(build + "/plugins/outputs")
    case "a link that leads away", "a link to nothing":
      if what == "a link that leads away" { try publish([], as: world.root + "/B.swift") }
      try FileManager.default.createSymbolicLink(
        atPath: checkout + "/B.swift", withDestinationPath: world.root + "/B.swift")
    case "a failure": world.processes.change(.build) { $0.ending = .exited(1) }
    default: break
    }
    let words = what == "another system" ? ["--build-system=swiftbuild"] : []
    for count in 1...3 {
      #expect(try integrate { $0.settings.buildArguments = words }.builds >= count)
    }
  }
}
