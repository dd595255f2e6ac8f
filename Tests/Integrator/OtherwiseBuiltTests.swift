import Formats
import Foundation
import Kit
import Model
import Testing

@testable import Integrator

@Suite("What an integration is compared with and was built otherwise")
struct OtherwiseBuiltTests {
  private func report(_ number: IntegrationNumber, _ configuration: Configuration = .debug) -> Report {
    Report(
      bot: "b", integration: number, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: configuration, queued: Date(), started: Date())
  }

  @Test("other arguments, or another configuration, are told of both")
  func told() throws {
    let scratch = try ScratchFolder("otherwise")
    defer { scratch.remove() }
    var order = try SmallWorld().order()
    order.settings.buildArguments = ["--sanitize=address"]
    try Data(OrderJSON.encode(order)).write(to: URL(fileURLWithPath: scratch.path + "/order.json"))
    func note(_ arguments: [String], _ configuration: Configuration = .debug) -> String? {
      var settings = order.settings
      settings.buildArguments = arguments
      let path = scratch.path + "/report.json"
      return OtherwiseBuilt.note(report(1), at: path, report(2, configuration), settings)
    }
    #expect(note(["--sanitize=address"]) == nil)
    #expect(
      note(["--sanitize=thread"])
        == "#1, which issues and tests are compared with, was built with `--sanitize=address`, and this one "
        + "with `--sanitize=thread`: what only one of them sees may be there in the other, too.")
    #expect(note([])?.contains("and this one without more arguments: ") == true)
    #expect(note([], .release)?.hasSuffix("was built for debug, and this one for release.") == true)
    #expect(OtherwiseBuilt.note(report(1), at: nil, report(2), order.settings) == nil)
  }

  @Test("of another environment the names of what is set otherwise are told, and no value")
  func environment() throws {
    let scratch = try ScratchFolder("surroundings")
    defer { scratch.remove() }
    var order = try SmallWorld().order()
    order.settings.environment = ["LEVEL": "1", "SAME": "yes"]
    try Data(OrderJSON.encode(order)).write(to: URL(fileURLWithPath: scratch.path + "/order.json"))
    func note(_ environment: [String: String]) -> String? {
      var settings = order.settings
      settings.environment = environment
      return OtherwiseBuilt.note(report(1), at: scratch.path + "/report.json", report(2), settings)
    }
    #expect(note(order.settings.environment) == nil)
    #expect(
      note(["LEVEL": "2", "SAME": "yes", "TZ": "UTC"])
        == "#1, which issues and tests are compared with, had another environment (LEVEL, TZ): "
        + "what ends otherwise since then may do so because of that.")
    let many = Dictionary(uniqueKeysWithValues: (1...7).map { ("V\($0)", "x") })
    #expect(note(many)?.contains("(LEVEL, SAME, V1, V2, V3 and 4 more)") == true)
  }
}
