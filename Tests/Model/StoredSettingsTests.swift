import Foundation
import Testing

@testable import Model

@Suite("Settings that outlive a version")
struct StoredSettingsTests {
  /// As the first version stored them, with every key of a bot file.
  private let captured: [String: Any] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/StateBefore/order.json")
    let order = try? JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    return order?["settings"] as? [String: Any] ?? [:]
  }()

  private func read(_ members: [String: Any]) throws -> Bot {
    try StoredSettings.Reader().read(JSONSerialization.data(withJSONObject: members), of: "full")
  }

  /// The paths of all keys, those in lists too.
  private func paths(_ value: Any) -> [[String]] {
    switch value {
    case let members as [String: Any]:
      members.sorted { $0.key < $1.key }.flatMap { key, value in
        [[key]] + paths(value).map { [key] + $0 }
      }
    case let list as [Any]:
      list.enumerated().flatMap { index, value in paths(value).map { ["\(index)"] + $0 } }
    default: []
    }
  }

  private func edit(_ value: Any, _ path: ArraySlice<String>, _ change: (Any) -> Any?) -> Any? {
    guard let key = path.first else { return change(value) }
    if var list = value as? [Any], let index = Int(key) {
      list[index] = edit(list[index], path.dropFirst(), change) as Any
      return list
    }
    guard var members = value as? [String: Any], let inner = members[key] else { return value }
    members[key] = edit(inner, path.dropFirst(), change)
    return members
  }

  private func edited(_ path: [String], _ change: (Any) -> Any?) throws -> [String: Any] {
    try #require(edit(captured, path[...], change) as? [String: Any])
  }

  @Test("without any single key they are read with its default, and without what has none that is told")
  func missing() throws {
    let whole = try read(captured)
    let all = paths(captured)
    #expect(all.count > 50 && whole.triggers.count == 4 && whole.toolchain != nil)
    for path in all {
      let members = try edited(path) { _ in nil }
      let name = path.joined(separator: ".")
      // An act is what it does.
      let needed = ["act", "script", "url", "before", "after", "email", "webhook", "repository"]
      guard !needed.contains(path.last ?? "") else {
        #expect(throws: DecodingError.self, "\(name)") { try read(members) }
        continue
      }
      let bot = try read(members)
      #expect(bot.triggers.count == 4 || path == ["triggers"], "\(name)")
    }
    var members = captured
    for key in ["actions", "name", "limits", "tests"] { members[key] = nil }
    let bot = try read(members)
    #expect(bot.actions == [.test] && bot.name == "full" && bot.limits == Bot.Limits())
    #expect(bot.tests.timeoutSeconds == 300 && bot.keep == whole.keep)
  }

  @Test("a value of another kind, or a word that nobody knows, is told by its key and never swallowed")
  func impossible() throws {
    for path in paths(captured) {
      let members = try edited(path) { $0 is [String: Any] || $0 is [Any] ? 7 : ["impossible": [1]] }
      #expect(throws: DecodingError.self, "\(path)") { try read(members) }
    }
    let words = [["cleaning"], ["schedule", "every"], ["actions"], ["triggers", "1", "when"]]
    for path in words {
      let members = try edited(path) { $0 is [Any] ? ["fortnightly"] : "fortnightly" }
      #expect(throws: DecodingError.self, "\(path)") { try read(members) }
    }
  }

  @Test("a key that this Bothy does not know stays when settings are saved again, and nothing else does")
  func unknown() throws {
    var members = captured
    members["mail"] = ["from": "ci@example.org"]
    var limits = try #require(members["limits"] as? [String: Any])
    limits["memory"] = 4096
    members["limits"] = limits
    let former = try JSONSerialization.data(withJSONObject: members)
    var bot = try read(members)
    #expect(try bot == read(captured))
    bot.toolchain = nil
    bot.environment = [:]
    bot.limits.minutes = 5
    let saved = try StoredSettings.write(bot, over: former)
    #expect(try StoredSettings.Reader().read(saved, of: "full") == bot)
    let kept = try #require(JSONSerialization.jsonObject(with: saved) as? [String: Any])
    #expect((kept["mail"] as? [String: Any])?["from"] as? String == "ci@example.org")
    #expect((kept["limits"] as? [String: Any])?["memory"] as? Int == 4096)
    #expect(kept["toolchain"] == nil && (kept["environment"] as? [String: Any])?.isEmpty == true)
    let plain = try StoredSettings.write(bot, over: nil)
    #expect(try StoredSettings.write(bot, over: plain) == plain)
    #expect(try StoredSettings.write(bot, over: Data("nonsense".utf8)) == plain)
  }
}
