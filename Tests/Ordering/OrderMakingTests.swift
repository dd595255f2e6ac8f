import Foundation
import Kit
import Model
import State
import StateKit
import Store
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

  @Test("where tests are shared out, several integrations tell how long they take")
  func timed() throws {
    let world = try HistoryWorld()
    for hour in 0..<5 { try world.integrate("parser", hour: hour, pages: false, publish: false) }
    let making = OrderMaking(state: world.state, store: world.store)
    func reports(_ processes: ProcessCount) throws -> [String] {
      var settings = Bot(name: "Parser", repository: "/srv/parser")
      settings.tests.processes = processes
      let order = try making.order(
        "parser", 6, settings: settings, source: .workingTree, branch: "main", queued: HistoryWorld.began)
      return [order.completeReport].compactMap(\.self) + (order.timedReports ?? [])
    }
    let newest = (3...5).reversed().map { world.state.integration("parser", IntegrationNumber($0)).report }
    #expect(try reports(.auto) == newest)
    #expect(try reports(.number(1)) == [newest[0]])
  }

  @Test("a commit that no branch is named for may come from what was integrated of any")
  func branchless() throws {
    let world = try HistoryWorld()
    try world.integrate("parser", pages: false, publish: false)
    try world.integrate("parser", branch: "topic", hour: 1, pages: false, publish: false)
    let making = OrderMaking(state: world.state, store: world.store)
    func ancestors(_ branch: BranchName?, _ source: Order.Source) throws -> Int? {
      try making.order(
        "parser", 3, settings: Bot(name: "Parser", repository: "/srv/parser"), source: source, branch: branch,
        queued: HistoryWorld.began, limited: Limitation()
      ).ancestors?.elsewhere?.count
    }
    #expect(try ancestors(nil, .commit("a")) == 2)
    #expect(try ancestors("main", .commit("a")) == nil)
    #expect(try ancestors(nil, .folder) == nil)
  }

  @Test("where somebody works, the base is the branch that people mean, and is the face once it has anything")
  func workplace() throws {
    let world = try HistoryWorld()
    let tree = try Worktree.make(at: world.state.path + "/tree")
    try tree.commit()
    try tree.git("checkout", "-q", "-b", "feature")
    let bot = try world.store.localBot(path: tree.path, folderName: "tree")
    let making = OrderMaking(state: world.state, store: world.store)
    func order(_ branch: BranchName) throws -> Order {
      try making.order(
        bot, try world.begin(bot, branch: branch), settings: Bot(name: "tree", repository: tree.path),
        source: .workingTree, branch: branch, queued: HistoryWorld.began)
    }
    #expect(try order("feature").base?.branch == "main")
    #expect(try world.store.base(of: bot) == nil)
    try world.integrate(bot, branch: "main", pages: false, publish: false)
    let second = try order("feature")
    #expect(second.base?.branch == "main" && second.base?.elsewhere?.count == 1)
    #expect(try world.store.base(of: bot) == "main")
    let own = try world.integrate(bot, branch: "feature", pages: false, publish: false)
    #expect(try order("feature").base?.elsewhere == nil)
    // Who works there means what was integrated last, a bot of a file its face.
    #expect(try world.store.integration(bot: bot, number: nil)?.number.value ?? 0 >= own.value)
    #expect(try order("main").base == nil)
  }

  @Test("the order of a branch that asks for other tests names what its base branch was integrated with")
  func otherwise() throws {
    let world = try HistoryWorld()
    let main = try world.integrate("parser", pages: false, publish: false)
    let making = OrderMaking(state: world.state, store: world.store)
    func choice(_ change: (inout Bot) -> Void = { _ in }) throws -> BaseChoice {
      var settings = Bot(name: "Parser", repository: "/srv/parser")
      settings.base = "main"
      change(&settings)
      let order = try making.order(
        "parser", 2, settings: settings, source: .commit("b"), branch: "topic", queued: HistoryWorld.began)
      return try #require(order.base)
    }
    let skipping = try choice { $0.tests.skips = ["Slow"] }
    #expect(skipping.candidates.isEmpty && skipping.otherwise?.integration == main)
    let like = try choice()
    #expect(like.candidates.map(\.integration) == [main] && like.otherwise == nil)
  }

  @Test(
    "what would be run of what changed is all that there is while anything is red that nobody silenced",
    arguments: [
      (nil, false), (.testFailure, true), (.testBuildError, true), (.warning, false),
    ] as [(Model.Issue.Kind?, Bool)])
  func red(kind: Model.Issue.Kind?, all: Bool) throws {
    // It is noon there, so that what ran last did so today.
    let hour = Int(Date().timeIntervalSince1970 / 3600)
    let zone = hour % 24 - 12
    var settings = Bot(name: "Parser", repository: "/srv/parser")
    settings.schedule.timeZone = "Etc/GMT\(zone < 0 ? "" : "+")\(zone)"
    settings.whoTestsWhat = .every
    let world = try HistoryWorld()
    let making = OrderMaking(state: world.state, store: world.store)
    let silence = Silence(.issue("x"), until: .forever, reason: "so", origin: .command)
    let states: [(seen: Bool, silence: Silence?)] = [(true, nil), (true, silence), (false, nil)]
    for (index, one) in states.enumerated() {
      let bot = BotID("parser\(index)")
      try world.integrate(
        bot, hour: hour - Int(HistoryWorld.began.timeIntervalSince1970 / 3600) - 1, pages: false,
        publish: false
      ) { report in
        guard let kind else { return }
        var issue = Model.Issue(
          kind: kind, message: "so", target: "ParserTests", file: "a.swift", line: 1,
          test: kind == .testFailure ? "ParserTests.HelpTests/testHelp" : nil, since: report.integration,
          seen: one.seen)
        issue.silence = one.silence
        report.issues =
          one.silence == nil ? IssueLists(unresolved: [issue]) : IssueLists(silenced: [issue])
      }
      let order = try making.order(
        bot, 2, settings: settings, source: .workingTree, branch: "main", queued: Date())
      #expect(order.runsAll == (all && one.seen && one.silence == nil), "\(one)")
    }
  }

  @Test("what a process said last is told without the name that it begins with")
  func lastWords() {
    var process = PerformingProcess()
    #expect(process.lastWords == nil)
    Array("a warning\nbothy: reading an order: it is damaged\n".utf8).withUnsafeBytes { process.hear($0) }
    #expect(process.lastWords == "reading an order: it is damaged")
    var traced = PerformingProcess()
    traced.hear(Array("*** Signal 3: Backtracing from 0x7f... done ***\n\nBacktrace took 0.09s\n".utf8))
    #expect(traced.lastWords == nil)
    traced.hear(Array("T.swift:1: Fatal error: none\n\nBacktrace took 0.08s\n".utf8))
    #expect(traced.lastWords == "T.swift:1: Fatal error: none")
  }

  @Test("one that said nothing is told of by its end")
  func fates() {
    #expect(
      PerformingProcess.fate(.signaled(SIGKILL)) == "its process was killed before its report was written")
    #expect(PerformingProcess.fate(.exited(5)).contains("status 5"))
    #expect(PerformingProcess.fate(.signaled(SIGSEGV)).contains("signal 11"))
  }
}
