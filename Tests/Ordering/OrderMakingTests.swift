import Foundation
import Model
import State
import StateKit
import Testing

@testable import Ordering

@Suite("Ordering an integration") struct OrderMakingTests {
  @Test("an order has the bot's settings, its history, and its own folders; whoever asks may ask for more")
  func composed() throws {
    let world = try HistoryWorld()
    let first = try world.integrate("parser", pages: false, publish: false)
    let making = OrderMaking(state: world.state, store: world.store)
    var settings = Bot(name: "Parser", repository: "/srv/parser")
    settings.cleaning = .always
    var order = try making.order(
      "parser", 2, settings: settings, source: .workingTree, branch: "main", queued: HistoryWorld.began)
    #expect(order.repository == "/srv/parser")
    #expect(order.checkoutFolder == world.state.path + "/bots/parser/checkout")
    #expect(order.secretsFile == world.state.path + "/secrets/parser.env")
    #expect(order.clean)
    #expect(order.baseline?.integration == first)
    #expect(order.buildFolder == world.state.path + "/bots/parser/build")
    settings.coverage.enabled = false
    let plain = try making.order(
      "parser", 2, settings: settings, source: .workingTree, branch: "main", queued: HistoryWorld.began)
    #expect(plain.buildFolder == world.state.path + "/bots/parser/build-plain")
    order.jobs = 2
    let folder = world.state.integration("parser", 2)
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data("of another life".utf8).write(to: URL(fileURLWithPath: folder.report))
    try making.leave(order)
    #expect(FileManager.default.fileExists(atPath: folder.order))
    #expect(!FileManager.default.fileExists(atPath: folder.report))
  }

  @Test("what a process said last is told without the name that it begins with")
  func lastWords() {
    var process = PerformingProcess()
    #expect(process.lastWords == nil)
    Array("a warning\nbothy: reading an order: it is damaged\n".utf8).withUnsafeBytes { process.hear($0) }
    #expect(process.lastWords == "reading an order: it is damaged")
  }

  @Test("one that said nothing is told of by its end")
  func fates() {
    #expect(
      PerformingProcess.fate(.signaled(SIGKILL)) == "its process was killed before its report was written")
    #expect(PerformingProcess.fate(.exited(5)).contains("status 5"))
    #expect(PerformingProcess.fate(.signaled(SIGSEGV)).contains("signal 11"))
  }
}
