import Foundation
import Kit
import Testing

/// `who-tests-what: idle` on a package whose tests write down that they ran, and wait when they are told to.
@Suite("Which test executes what, found out when idle", .nightly)
struct IdleMapTests {
  fileprivate static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Idle",
      targets: [.target(name: "Idle"), .testTarget(name: "IdleTests", dependencies: ["Idle"])],
      swiftLanguageModes: [.v5])

    """

  private static func library(one: String = "n + 1", more: String = "") -> String {
    """
    public var count = 0
    public func one(_ n: Int) -> Int {
      count += 1
      return \(one)
    }
    public func two(_ n: Int) -> Int { n * 2 }
    \(more)
    """
  }

  private static let all = 8

  fileprivate static var tests: String {
    let slow = (3...all).map { "  func test\($0)() { ran(\"\($0)\"); XCTAssertEqual(two(2), 4) }" }
    return """
      import Foundation
      import Idle
      import XCTest

      func ran(_ name: String) {
        let file = open(environment["RAN"]!, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        write(file, name + "\\n", name.utf8.count + 1)
        close(file)
        // Those that come later wait.
        while let most = number(environment["HOLD"]!), let all = number(environment["RAN"]!), all > most {
          usleep(10_000)
        }
      }
      let environment = ProcessInfo.processInfo.environment
      func number(_ path: String) -> Int? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return Int(text) ?? text.split(separator: "\\n").count
      }
      final class Tests: XCTestCase {
        func test1() { ran("1"); XCTAssertEqual(one(1), 2) }
        func test2() { ran("2"); XCTAssertEqual(count, 1, "nobody counted") }
      \(slow.joined(separator: "\n"))
      }
      """
  }

  /// The lines of the journal behind its first one.
  fileprivate static func measured(_ state: String) -> [Substring] {
    let folder = state + "/bots/idle/test-maps"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard let name = names.first(where: { $0.hasSuffix(".journal") }),
      let text = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    else { return [] }
    return Array(text.split(separator: "\n").dropFirst())
  }

  fileprivate static func map(_ state: String, _ number: Int) throws -> JSON? {
    let file = URL(fileURLWithPath: state + "/integrations/idle/\(number)/test-map.json")
    return try (try? Data(contentsOf: file)).map { try JSON($0) }
  }

  private static func notes(_ state: String, _ number: Int) throws -> String {
    let file = URL(fileURLWithPath: state + "/integrations/idle/\(number)/report.json")
    let report = try JSON(Data(contentsOf: file))
    return report["notes"]?.elements?.compactMap(\.text).joined(separator: "\n")
      ?? ""
  }

  private struct World {
    let tree: Worktree
    let watcher: Watcher
    let ran: String
    let hold: String
    var state: String { watcher.state }

    init(_ scratch: ScratchFolder) throws {
      tree = try Worktree.make(at: scratch.path + "/Idle")
      try tree.write("Package.swift", IdleMapTests.manifest)
      try tree.write("Tests/IdleTests/Tests.swift", IdleMapTests.tests)
      ran = scratch.path + "/ran.txt"
      hold = scratch.path + "/hold.txt"
      try scratch.write(
        "bots/idle.yaml",
        "repository: \(tree.path)\nwho-tests-what: idle\nenvironment: {RAN: \(ran), HOLD: \(hold)}\n")
      var watcher = Watcher(bots: scratch.path + "/bots", state: scratch.path + "/state", folder: scratch.url)
      watcher.limitSeconds = 600
      self.watcher = watcher
    }

    func commit(_ library: String, _ subject: String) throws {
      try tree.write("Sources/Idle/Idle.swift", library)
      try tree.git("add", "-A")
      try tree.git("commit", "-q", "-m", subject)
    }

    var count: Int {
      ((try? String(contentsOfFile: ran, encoding: .utf8)) ?? "").split(separator: "\n").count
    }

    /// Tests after so many in all wait from now on.
    func hold(after count: Int) throws {
      try Data("\(count)".utf8).write(to: URL(fileURLWithPath: hold), options: .atomic)
    }

    func isGreen(_ number: Int) async throws {
      try await watcher.wait("\(number) is green") { $0.contains("\(number)|succeeded") }
    }

    func measures(_ count: Int) async throws {
      let begun = try await eventually(within: 300, everyMilliseconds: 50) {
        IdleMapTests.measured(state).count >= count
      }
      #expect(begun, "nothing was measured")
    }

    func isMapped(_ number: Int) async throws {
      let known = try await eventually(within: 300, everyMilliseconds: 100) {
        try IdleMapTests.map(state, number) != nil
      }
      #expect(known, "the map of \(number) was not made")
    }
  }

  @Test("after the report, test by test; what cuts it off loses nothing, and a commit goes first")
  func idle() async throws {
    try await Turns.building.run(.first) {
      let scratch = try ScratchFolder("idle-map")
      defer { scratch.remove() }
      let world = try World(scratch)
      try world.hold(after: Self.all + 3)
      try world.commit(Self.library(), "Begin")
      _ = try await world.watcher.run { id in
        try await world.isGreen(1)
        try await world.measures(2)
        #expect(try Self.map(world.state, 1) == nil, "its report came first")
        kill(id, SIGKILL)
      }
      #expect(Self.measured(world.state).count == 2)
      try world.hold(after: .max)
      let end = try await world.watcher.run { id in
        try await Self.goOn(world)
        try await Self.giveWay(world)
        kill(id, SIGTERM)
      }
      #expect(end.status == 0, "\(end.errorText)")
      #expect(!end.errorText.contains("[error]") && !end.errorText.contains("[warning]"), "\(end.errorText)")
    }
  }

  private static func goOn(_ world: World) async throws {
    try await world.isMapped(1)
    // The test that fails alone was run alone twice; one may have begun again that was cut off.
    #expect([0, 1].contains(world.count - (2 * Self.all + 1)))
    #expect(try Self.map(world.state, 1)?["tests"]?.elements?.count == Self.all)
    let page = world.state + "/site/bots/idle/1/index.html"
    let told = try await eventually(within: 300, everyMilliseconds: 100) {
      try String(contentsOfFile: page, encoding: .utf8)
        .contains("IdleTests.Tests/test2 passed among the others and fails alone")
    }
    #expect(told, "its page does not tell")

    let folder = world.state + "/site/bots/idle/tests"
    let paged = try await eventually(within: 300, everyMilliseconds: 100) {
      let tests = try String(contentsOfFile: world.state + "/site/bots/idle/1/tests.html", encoding: .utf8)
      return tests.matches(of: /href="\.\.\/tests\//).count == Self.all
    }
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(paged && pages.count == Self.all, "\(pages)")

    try world.commit(Self.library(one: "1 + n"), "Another way")
    try await world.isGreen(2)
    try await world.isMapped(2)
    let log = world.state + "/bots/idle/map/log.txt"
    let renewed = try await eventually(within: 300, everyMilliseconds: 100) {
      try String(contentsOfFile: log, encoding: .utf8).contains("Measured 2 tests")
    }
    #expect(renewed)
    #expect(try Self.notes(world.state, 2).contains("fails alone (found out of #1)"))
  }

  /// A declaration concerns all of them, and the next commit comes while they run.
  private static func giveWay(_ world: World) async throws {
    try world.hold(after: world.count + Self.all + 1)
    try world.commit(Self.library(more: "public let three = 3"), "Declare")
    try await world.isGreen(3)
    try await world.measures(1)
    try world.commit(Self.library(more: "public let three = 4"), "Declare otherwise")
    try await world.watcher.wait("the fourth began") { $0.contains("4|") }
    #expect(try map(world.state, 3) == nil, "what was built for it is gone")
    try world.hold(after: .max)
    try await world.isGreen(4)
    try await world.isMapped(4)
    try await stop(world)
  }

  /// Nothing is found out any more, and nothing waits to be.
  private static func stop(_ world: World) async throws {
    let file = URL(fileURLWithPath: world.watcher.bots + "/idle.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacing("what: idle", with: "what: never").utf8).write(to: file, options: .atomic)
    // Time to be read again, before there is anything to do.
    try await Task.sleep(for: .seconds(1))
    try world.commit(library(more: "public let three = 5"), "Declare nothing new")
    try await world.isGreen(5)
    try await Task.sleep(for: .seconds(1))
    #expect(try map(world.state, 5) == nil)
    let left = try FileManager.default.contentsOfDirectory(atPath: world.state + "/bots/idle")
    #expect(!left.contains { $0.contains("wish") }, "\(left)")
  }
}
