import Explaining
import Foundation
import Model
import Testing

@testable import Formats

/// The files of an integration as the first version left them.
@Suite("Files of the version before")
struct CapturedStateTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/StateBefore")
    return try [UInt8](Data(contentsOf: folder.appendingPathComponent(name)))
  }

  private func members(_ name: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes(name))) as? [String: Any])
  }

  private func json(_ members: [String: Any]) throws -> [UInt8] {
    [UInt8](try JSONSerialization.data(withJSONObject: members))
  }

  @Test("its order, report and progress are read whole")
  func whole() throws {
    let order = try OrderJSON.decode(bytes("order.json"))
    #expect(order.schema == nil && order.settings.name == "Example" && order.settings.triggers.count == 4)
    let report = try ReportJSON.decode(bytes("report.json"))
    #expect(report.result == .succeeded && report.tests.cases.count == 1)
    #expect(report.coverage?.targets.map(\.name) == ["Pets"] && !report.notes.isEmpty)
    let lines = try bytes("progress.jsonl").split(separator: UInt8(ascii: "\n"))
    for line in lines { _ = try JSONDecoder().decode(Model.Progress.self, from: Data(line)) }
    #expect(lines.count > 10)
  }

  @Test("of an order only what nobody can guess must be there, and a missing key is told by its name")
  func orderKeys() throws {
    let whole = try members("order.json")
    let needed: Set = [
      "bot", "integration", "repository", "source", "checkoutFolder", "buildFolder", "toolchainFolder",
      "queued", "settings",
    ]
    for key in whole.keys {
      let less = whole.filter { $0.key != key }
      if needed.contains(key) {
        let error = #expect(throws: Explanation.self) { try OrderJSON.decode(json(less)) }
        #expect(error?.wrong == "`\(key)` is missing")
      } else {
        _ = try OrderJSON.decode(json(less))
      }
    }
    let settings = try #require(whole["settings"] as? [String: Any])
    for key in settings.keys where key != "repository" {
      var less = whole
      less["settings"] = settings.filter { $0.key != key }
      _ = try OrderJSON.decode(json(less))
    }
    var less = whole
    less["settings"] = ["repository": "/there", "cleaning": "fortnightly"]
    let error = #expect(throws: Explanation.self) { try OrderJSON.decode(json(less)) }
    #expect(error?.wrong.contains("settings.cleaning") == true)
    less["settings"] = ["repository": "/there"]
    #expect(try OrderJSON.decode(json(less)).settings == Bot(name: "full", repository: "/there"))
  }

  @Test("an order or a report of a newer Bothy is refused with what to do, whatever else is in it")
  func newer() throws {
    for members in [["schema": 2], try members("order.json").merging(["schema": 2]) { $1 }] {
      let error = #expect(throws: Explanation.self) { try OrderJSON.decode(json(members)) }
      #expect(error?.wrong == "it was written by a newer Bothy (schema 2, and this one knows 1)")
      #expect(error?.advice == "use that Bothy, or a newer one")
    }
    for members in [["schema": 2], try members("report.json").merging(["schema": 2]) { $1 }] {
      let error = #expect(throws: Explanation.self) { try ReportJSON.decode(json(members)) }
      #expect(error?.wrong == "it was written by a newer Bothy (schema 2, and this one knows 1)")
    }
    var order = try OrderJSON.decode(bytes("order.json"))
    order.schema = Order.currentSchema
    #expect(String(decoding: try OrderJSON.encode(order), as: UTF8.self).contains("\"schema\" : 1"))
  }

  @Test("a report without what says what did not happen is read as if it said so")
  func reportKeys() throws {
    var less = try members("report.json")
    for key in ["clean", "issues", "tests", "commits", "phases", "artifacts", "notes", "machine", "usage"] {
      less[key] = nil
    }
    let report = try ReportJSON.decode(json(less))
    #expect(!report.clean && report.tests.cases.isEmpty && report.issues == IssueLists())
  }
}
