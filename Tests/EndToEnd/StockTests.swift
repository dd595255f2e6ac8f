import Foundation
import Kit
import Testing

/// Slow, so only on demand: are the numbers written in the expected files those of `swift test`?
@Suite(
  "Stock tools",
  .enabled(if: ProcessInfo.processInfo.environment["BOTHY_STOCK"] != nil, "BOTHY_STOCK is not set"))
struct StockTests {
  @Test("swift test counts as it is written", arguments: Fixture.all.filter { $0.stock != nil })
  func counts(_ fixture: Fixture) async throws {
    try await Turns.building.run { try await check(fixture) }
  }

  private func check(_ fixture: Fixture) async throws {
    let stock = try #require(fixture.stock)
    let scratch = try ScratchFolder("stock-\(fixture.name)")
    defer { scratch.remove() }
    let repository = try await fixture.makeRepository(in: scratch)
    let package = repository.appending(path: fixture.stockFolder)
    let end = try await Command("/usr/bin/env", ["swift", "test"], in: package).run()
    let text = end.outputText + end.errorText
    let summary = try #require(text.matches(of: Self.executed).last, "\(text.suffix(2000))")
    #expect(Int(summary.1) == stock.executed)
    #expect(Int(summary.2 ?? "0") == stock.skipped)
    #expect(Int(summary.3) == stock.failures)
    #expect(Int(text.firstMatch(of: Self.run)?.1 ?? "0") == stock.swiftTesting)
  }

  private static var executed: Regex<(Substring, Substring, Substring?, Substring)> {
    /\t Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures?/
  }
  private static var run: Regex<(Substring, Substring)> { /Test run with (\d+) tests?/ }
}

extension Fixture {
  /// The package's folder, whichever way it was named to `bothy run`.
  var stockFolder: String {
    if let index = options.firstIndex(of: "--package") { options[index + 1] } else { path }
  }
}
