import Explaining
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

/// What is kept between integrations, and what a package says of its own tests.
@Suite("The build folder")
struct BuildFolderTests {
  private let scratch: ScratchFolder
  private var place: String { scratch.path }
  private var files: FileManager { .default }

  init() throws { scratch = try ScratchFolder("build") }

  private func folder(_ name: String) -> BuildFolder {
    BuildFolder(
      Order(
        bot: "a", integration: 1, settings: Bot(name: "a", repository: "/a"), repository: "/a",
        source: .workingTree, branch: nil, checkoutFolder: place + "/checkout",
        buildFolder: place + "/" + name, toolchainFolder: place, clean: false, jobs: nil,
        queued: Date(timeIntervalSince1970: 0), baseline: nil, earlierFolder: nil, secretsFile: nil))
  }

  @Test("a file that was deleted and is still asked for is a reason to build all anew, and nothing else is")
  func stale() {
    let message = "couldn't build /b/T.build/sources because of missing inputs: /c/There.swift, /c/Gone.swift"
    func find(_ message: String) -> String? { StaleInput.find(in: [message]) { $0 == "/c/There.swift" } }
    #expect(find(message) == "/c/Gone.swift")
    #expect(find("couldn't build x because of missing inputs: /c/There.swift") == nil)
    #expect(find("cannot find 'Gone' in scope") == nil)
  }

  @Test("thrown away are the products, not the dependencies that were fetched")
  func products() throws {
    let folder = folder("products")
    try folder.make()
    for name in ["checkouts", "debug", "x86_64-unknown-linux-gnu"] {
      try files.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    try folder.throwAwayProducts()
    let left = try files.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix("bothy-") }
    #expect(left.contains("checkouts") && !left.contains("debug"))
    #expect(!left.contains("x86_64-unknown-linux-gnu"))
  }

  @Test("it is continued where it was made, and thrown away where it was moved or copied to")
  func moved() throws {
    let first = folder("first")
    #expect(first.obstacle(isCleanAsked: false) == nil, "nothing is there")
    try first.make()
    #expect(first.obstacle(isCleanAsked: false) == nil)
    #expect(first.obstacle(isCleanAsked: true) != nil)
    try files.copyItem(atPath: first.path, toPath: folder("second").path)
    let obstacle = try #require(folder("second").obstacle(isCleanAsked: false))
    #expect(obstacle.hasSuffix("which were made in \(first.path)."))
    try folder("second").throwAway()
    try folder("second").throwAway()
    try folder("second").make()
    #expect(folder("second").obstacle(isCleanAsked: false) == nil)
  }

  @Test("cut off while it is thrown away, it leaves nothing that is taken for a whole build, and no litter")
  func cutOff() throws {
    struct CutOff: Error {}
    var folder = folder("half")
    try folder.make()
    try Data().write(to: URL(fileURLWithPath: folder.path + "/build.db"))
    folder.removing = {
      try FileManager.default.removeItem(atPath: Order.buildMark(in: $0))
      throw CutOff()
    }
    let refusal = try #require(throws: Explanation.self) { try folder.throwAway() }
    #expect(!files.fileExists(atPath: folder.path))
    let left = try #require(try files.contentsOfDirectory(atPath: place).first { $0.hasPrefix("half") })
    #expect(refusal.advice.hasPrefix("remove \(place)/\(left) by hand"))
    let again = self.folder("half")
    try again.make()
    #expect(!again.hasProducts)
    try again.throwAway()
    #expect(try files.contentsOfDirectory(atPath: place).allSatisfy { !$0.hasPrefix("half") })
  }

  @Test("one that does not say where it was made is continued")
  func unmarked() throws {
    let old = folder("old")
    try old.make()
    try Data().write(to: URL(fileURLWithPath: Order.buildMark(in: old.path)))
    #expect(old.obstacle(isCleanAsked: false) == nil)
  }

  @Test("nothing that was put there for a moment stays")
  func temporary() throws {
    let folder = folder("build")
    try folder.make()
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.temporary + "/TemporaryDirectory.x"))
    try folder.make()
    #expect(try files.contentsOfDirectory(atPath: folder.temporary) == [])
    folder.tidy()
    #expect(!files.fileExists(atPath: folder.temporary))
    #expect(files.fileExists(atPath: folder.path))
  }

  @Test("from where Bothy was called is nothing to the package manager, unless the bot file says so")
  func callers() throws {
    let world = try SmallWorld()
    func environment(called caller: [String: String], asking chosen: [String: String] = [:]) throws
      -> [String: String]
    {
      var surroundings = world.surroundings
      surroundings.environment.merge(caller) { $1 }
      let order = world.order { $0.settings.environment = chosen }
      return Workbench(
        order: order, folder: world.folder, log: try Log(folder: world.folder, limitMegabytes: 1),
        cancellation: world.cancellation, secrets: .none, surroundings: surroundings
      ).packageManagerEnvironment()
    }
    let here = try environment(called: ["PWD": "/a", "OLDPWD": "/b", "SHLVL": "3", "_": "/c", "LANG": "C"])
    #expect(try environment(called: ["PWD": "/d", "COLUMNS": "80", "LANG": "C"]) == here)
    #expect(here["PWD"] == world.root + "/bot/checkout" && here["OLDPWD"] == nil && here["LANG"] == "C")
    #expect(try environment(called: ["SHLVL": "3"], asking: ["SHLVL": "7"])["SHLVL"] == "7")
  }

  @Test("a package that lists its tests itself is told that others never run")
  func entryPoint() throws {
    try files.createDirectory(atPath: place + "/Tests", withIntermediateDirectories: true)
    #expect(TestEntryPoint(packageFolder: place) == nil)
    func note(_ text: String) throws -> String {
      try Data(text.utf8).write(to: URL(fileURLWithPath: place + "/Tests/LinuxMain.swift"))
      return try #require(TestEntryPoint(packageFolder: place)).note
    }
    let listing = "import XCTest\nXCTMain([testCase(ATests.allTests)])\n"
    #expect(try note(listing).hasPrefix("Tests/LinuxMain.swift lists"))
    #expect(try note("testPaths()\n").hasPrefix("Tests/LinuxMain.swift is what runs as the tests"))
  }
}
