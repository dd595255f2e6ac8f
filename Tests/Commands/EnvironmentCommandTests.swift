import Formats
import Foundation
import Model
import StateKit
import Terminal
import Testing

@testable import Commands

@Suite struct EnvironmentCommandTests {
  @Test("what scripts were given is printed so that a shell reads it, and secrets are named alone")
  func printed() throws {
    let world = try HistoryWorld()
    let number = try world.integrate("parser") { $0.result = .testFailures }
    var order = world.order("parser", number)
    order.settings.name = "It's \"Parser\""
    (order.settings.environment, order.settings.secrets) = (["KEY": "a b"], ["TOKEN"])
    try Data(OrderJSON.encode(order)).write(
      to: URL(fileURLWithPath: world.state.integration("parser", number).order))
    let captured = try Captured()
    var command = EnvironmentCommand(store: world.store, state: world.state)
    command.output = captured.output
    #expect(try command.perform(IntegrationAddress(bot: "parser")) == 0)
    let lines = try captured.text().split(separator: "\n").map(String.init)
    for line in [
      "export BOTHY_RESULT=test-failures", "export XCS_INTEGRATION_RESULT=test-failures",
      "export BOTHY_INTEGRATION=1", "export KEY='a b'", "# TOKEN is a secret, and is not printed",
      "export XCS_BOT_NAME='It'\\''s \"Parser\"'", "export BOTHY_TESTS_COUNT=12",
    ] {
      #expect(lines.contains(line), "\(lines)")
    }
    for name in ["BOT", "INTEGRATION"] {
      let tiny = lines.first { $0.hasPrefix("export XCS_\(name)_TINY_ID=") }?.split(separator: "=").last ?? ""
      #expect(tiny.count == 7 && tiny.allSatisfy { $0.isHexDigit && !$0.isLowercase }, "\(tiny)")
    }
    #expect(lines.contains("export XCS_PRODUCT=''"), "\(lines)")
  }

  @Test(
    "to a script of Xcode Server's time the result is a word that it knows, and never better than it is",
    arguments: IntegrationResult.allCases)
  func words(result: IntegrationResult) throws {
    let world = try HistoryWorld()
    func told(isTolerated: Bool = false) throws -> [String] {
      let number = try world.integrate("parser") { ($0.result, $0.tolerated) = (result, isTolerated) }
      try world.leaveOrder("parser", number)
      let captured = try Captured()
      var command = EnvironmentCommand(store: world.store, state: world.state)
      command.output = captured.output
      _ = try command.perform(IntegrationAddress(bot: "parser"))
      return try captured.text().split(separator: "\n").filter { $0.contains("_RESULT=") }.map(String.init)
    }
    let unknown: [IntegrationResult: String] = [.flaky: "test-failures", .inconclusive: "internal-error"]
    let known = unknown[result] ?? result.rawValue
    let own = "export BOTHY_RESULT=\(result.rawValue)"
    #expect(try told() == [own, "export XCS_INTEGRATION_RESULT=\(known)"])
    if result == .flaky {
      #expect(try told(isTolerated: true) == [own, "export XCS_INTEGRATION_RESULT=succeeded"])
    }
  }

  @Test("the folder that has the checkout under its repository's name is there, though no script ran")
  func sources() throws {
    let world = try HistoryWorld()
    let number = try world.integrate("parser")
    let checkout = world.state.path + "/bots/parser/checkout"
    try world.leaveOrder("parser", number) { $0.checkoutFolder = checkout }
    let folder = world.state.path + "/bots/parser/repositories"
    func told() throws -> Bool {
      let captured = try Captured()
      var command = EnvironmentCommand(store: world.store, state: world.state)
      command.output = captured.output
      _ = try command.perform(IntegrationAddress(bot: "parser"))
      return try captured.text().contains("export XCS_SOURCE_DIR=\(folder)\n")
    }
    #expect(try told() && !FileManager.default.fileExists(atPath: folder), "nothing is checked out")
    try FileManager.default.createDirectory(atPath: checkout + "/Sources", withIntermediateDirectories: true)
    #expect(try told() && FileManager.default.fileExists(atPath: folder + "/parser/Sources"))
  }

  @Test("the first integration of a branch differs from its base's, as its scripts were told")
  func base() throws {
    let world = try HistoryWorld()
    try world.integrate("parser")
    let number = try world.integrate("parser") { $0.comparedWith = Comparison(integration: 1, coverage: nil) }
    var order = world.order("parser", number)
    order.baseline = nil
    try Data(OrderJSON.encode(order)).write(
      to: URL(fileURLWithPath: world.state.integration("parser", number).order))
    func lines() throws -> [Substring] {
      let captured = try Captured()
      var command = EnvironmentCommand(store: world.store, state: world.state)
      command.output = captured.output
      _ = try command.perform(IntegrationAddress(bot: "parser"))
      return try captured.text().split(separator: "\n").filter { $0.contains("TESTS_CHANGE") }
    }
    #expect(try lines() == ["export BOTHY_TESTS_CHANGE=0", "export XCS_TESTS_CHANGE=0"])
    try FileManager.default.removeItem(atPath: world.state.integration("parser", 1).report)
    #expect(try lines() == ["export BOTHY_TESTS_CHANGE=''", "export XCS_TESTS_CHANGE=0"])
  }
}
