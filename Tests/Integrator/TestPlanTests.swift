import Formats
import Kit
import Model
import Testing

@testable import Integrator

@Suite struct TestPlanTests {
  let entries = ["A/a1", "A/a2", "B/b1", "B/b2"].map { name in
    let parts = name.split(separator: "/").map(String.init)
    return TestList.Entry(module: "M", class: parts[0], method: parts[1])
  }
  var ids: [TestID] { entries.map(\.id) }
  var tests: [PlannedTest] { entries.map { PlannedTest($0.asCase) } }

  @Test("all tests are one batch a library, started as swift test starts them")
  func all() {
    #expect(
      TestPlan.stock(announced: entries, selected: tests) == [
        Batch(library: .xctest, selection: .all, tests: tests),
        Batch(library: .swiftTesting, selection: .all),
      ])
  }

  @Test("no tests are no batch")
  func none() {
    #expect(TestPlan.xctest(announced: entries, selected: []).isEmpty)
  }

  @Test("two modules with a class of the same name run apart, because the console does not name the module")
  func ambiguous() {
    let both = entries + [TestList.Entry(module: "N", class: "A", method: "a1")]
    let batches = TestPlan.xctest(announced: both, selected: both.map { PlannedTest($0.asCase) })
    #expect(batches.map(\.selection) == [.named, .named])
    #expect(batches.map { $0.tests.map(\.id) } == [ids, ["N.A/a1"]])
  }

  @Test("a whole class is one word on the command line, a part of one is named test by test")
  func specifiers() {
    #expect(TestPlan.specifiers([ids[0], ids[2], ids[3]], announced: entries) == ["M.A/a1", "M.B"])
  }

  @Test("a list that no command line could carry is cut into several batches that lose nothing")
  func longLists() {
    let many = (0..<5000).map {
      TestList.Entry(module: "M", class: "C\($0)", method: String(repeating: "x", count: 60))
    }
    let selected = many.dropLast().map { PlannedTest($0.asCase) }
    let batches = TestPlan.xctest(announced: many, selected: selected)
    #expect(batches.count > 1)
    for batch in batches {
      let argument = batch.tests.map(\.id.rawValue).joined(separator: ",")
      #expect(batch.selection == .named && argument.utf8.count <= TestPlan.argumentLimit)
    }
    #expect(batches.flatMap(\.tests) == selected)
  }

  @Test("after a crash the tests that have not run go on as before, without the one that crashed")
  func goesOn() {
    var batch = Batch(library: .xctest, selection: .all, tests: tests)
    batch.environment = ["SHARD": "2"]
    let end = BatchEnd(
      batch: batch, asked: tests, decided: [ids[0]], suspects: [ids[1]], culprits: [ids[1]])
    var rest = Batch(library: .xctest, selection: .named, tests: [tests[2], tests[3]])
    rest.environment = ["SHARD": "2"]
    #expect(TestPlan.after(end) == [rest])
  }

  @Test("of several suspects each runs alone, then the rest side by side")
  func isolates() {
    let end = BatchEnd(
      batch: Batch(library: .swiftTesting, selection: .all), asked: tests, decided: [ids[0]],
      suspects: [ids[3], ids[1]])
    #expect(
      TestPlan.after(end) == [
        Batch(library: .swiftTesting, selection: .named, tests: [tests[3]], isParallel: false),
        Batch(library: .swiftTesting, selection: .named, tests: [tests[1]], isParallel: false),
        Batch(library: .swiftTesting, selection: .named, tests: [tests[2]]),
      ])
  }

  @Test(
    "a crash among many that are open costs a process or two more, not one a test",
    arguments: [(5, 1), (300, 1), (300, 3), (3000, 2)])
  func manySuspects(count: Int, crashing: Int) {
    let tests = (0..<count).map { number in
      PlannedTest(
        TestCase(
          id: TestID("M.t\(number)()"), library: .swiftTesting, target: "M", suite: "", name: "t\(number)()"))
    }
    let deadly = Set((1...crashing).map { tests[count * $0 / (crashing + 1)].id })
    var waiting = [Batch(library: .swiftTesting, selection: .all)]
    var decided: Set<TestID> = []
    var crashed: [TestID] = []
    var processes = 0
    while !waiting.isEmpty, processes < 2 * count {
      let batch = waiting.removeFirst()
      processes += 1
      let asked = batch.tests.isEmpty ? tests : batch.tests
      var end = BatchEnd(batch: batch, asked: asked, decided: [])
      if let first = asked.firstIndex(where: { deadly.contains($0.id) }) {
        // Side by side all are open when it ends; one after the other only one is.
        end.suspects = batch.isParallel ? asked.map(\.id) : [asked[first].id]
        end.decided = batch.isParallel ? [] : Set(asked[..<first].map(\.id))
        if end.suspects.count == 1 { end.culprits = Set(end.suspects) }
      } else {
        end.decided = Set(asked.map(\.id))
      }
      crashed += end.culprits
      decided.formUnion(end.decided.union(end.culprits))
      waiting = TestPlan.after(end) + waiting
    }
    #expect(decided == Set(tests.map(\.id)) && Set(crashed) == deadly && crashed.count == crashing)
    #expect(processes == 2 + crashing)
  }

  @Test("when tests have stopped side by side, all that is left runs one after the other in one process")
  func stalls() {
    var end = BatchEnd(
      batch: Batch(library: .swiftTesting, selection: .all), asked: tests, decided: [ids[0]],
      suspects: [ids[3], ids[1], ids[2]])
    end.isStalled = true
    var serial = Batch(library: .swiftTesting, selection: .all, isParallel: false)
    (serial.tests, serial.skipped) = (Array(tests[1...]), [tests[0]])
    #expect(TestPlan.after(end) == [serial])
    // Few are asked for by their names.
    end.decided = [ids[0], ids[2]]
    end.suspects = [ids[3], ids[1]]
    #expect(
      TestPlan.after(end) == [
        Batch(library: .swiftTesting, selection: .named, tests: [tests[1], tests[3]], isParallel: false)
      ])
  }

  @Test("a process that dies before any test is halved until one stands alone")
  func halves() {
    let batch = Batch(library: .xctest, selection: .all, tests: tests)
    let halves = TestPlan.after(BatchEnd(batch: batch, asked: tests, decided: []))
    #expect(halves.map(\.tests) == [Array(tests[..<2]), Array(tests[2...])])
    #expect(TestPlan.after(BatchEnd(batch: batch, asked: [tests[0]], decided: [])).isEmpty)
  }

  @Test("a test that nobody asked for and that dies is no reason to run the same again")
  func strangers() {
    let batch = Batch(library: .xctest, selection: .named, tests: [tests[0]])
    let end = BatchEnd(batch: batch, asked: [tests[0]], decided: ["M.X/x"], culprits: ["M.X/y"])
    #expect(TestPlan.after(end).isEmpty)
  }

  @Test("a batch is expected to take as long as its tests took before, when all of them are known")
  func expected() {
    var known = tests
    for index in known.indices { known[index].expectedSeconds = Double(index) }
    var batch = Batch(library: .xctest, selection: .all, tests: known)
    #expect(batch.expectedSeconds == 6)
    batch.tests[1].expectedSeconds = nil
    #expect(batch.expectedSeconds == nil)
    #expect(Batch(library: .swiftTesting, selection: .all).expectedSeconds == nil)
  }

  @Test("whatever dies and however, every plan ends and every test is run", arguments: 0..<300)
  func everyPlanEnds(seed: Int) {
    let world = DeadlyWorld(seed: seed)
    var waiting = world.plan
    var decided: Set<TestID> = []
    var steps = 0
    while !waiting.isEmpty {
      steps += 1
      #expect(steps <= 4 * world.tests.count + 8)
      guard steps <= 4 * world.tests.count + 8 else { return }
      let end = world.run(waiting.removeFirst())
      #expect(decided.isDisjoint(with: end.decided), "nothing runs to its end twice")
      decided.formUnion(end.decided)
      decided.formUnion(end.culprits)
      waiting = TestPlan.after(end) + waiting
    }
    #expect(decided == Set(world.tests.map(\.id)))
  }
}

/// A world in which some tests bring their process down; a plan must decide every test and end.
struct DeadlyWorld {
  let tests: [PlannedTest]
  let plan: [Batch]
  private let deadly: Set<TestID>
  private let early: Set<TestID>

  init(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let isParallel = Bool.random(using: &random)
    let library = isParallel ? TestLibrary.swiftTesting : .xctest
    tests = (0..<Int.random(in: 1...24, using: &random)).map { number in
      PlannedTest(
        TestCase(id: TestID("M.A/t\(number)"), library: library, target: "M", suite: "A", name: "t\(number)"))
    }
    deadly = Set(tests.map(\.id).filter { _ in Int.random(in: 0..<5, using: &random) == 0 })
    early = Set(tests.map(\.id).filter { _ in Int.random(in: 0..<9, using: &random) == 0 })
    plan = [Batch(library: library, selection: .all, tests: tests)]
  }

  func run(_ batch: Batch) -> BatchEnd {
    let asked = batch.tests.map(\.id)
    var end = BatchEnd(batch: batch, asked: batch.tests, decided: [])
    if asked.contains(where: early.contains) {
      // It dies before the first test, and can only be blamed when it stands alone.
      if asked.count == 1 { end.culprits = [asked[0]] }
      return end
    }
    guard let first = asked.firstIndex(where: deadly.contains) else {
      end.decided = Set(asked)
      return end
    }
    end.decided = Set(asked[..<first])
    if batch.library == .xctest || asked.count == 1 || !batch.isParallel {
      end.suspects = [asked[first]]
      end.culprits = [asked[first]]
    } else {
      end.suspects = Array(asked[first...].prefix(3))
      if end.suspects.count == 1 { end.culprits = Set(end.suspects) }
    }
    return end
  }
}
