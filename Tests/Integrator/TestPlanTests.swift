import Formats
import Model
import Testing

@testable import Integrator

@Suite struct TestPlanTests {
  let entries = ["A/a1", "A/a2", "B/b1", "B/b2"].map { name in
    let parts = name.split(separator: "/").map(String.init)
    return TestList.Entry(module: "M", class: parts[0], method: parts[1])
  }
  var ids: [TestID] { entries.map(\.id) }

  @Test("all tests are one batch, started as swift test starts them")
  func all() {
    #expect(TestPlan.xctest(announced: entries, selected: ids) == [Batch(library: .xctest, selection: .all)])
  }

  @Test("no tests are no batch")
  func none() {
    #expect(TestPlan.xctest(announced: entries, selected: []).isEmpty)
  }

  @Test("two modules with a class of the same name run apart, because the console does not name the module")
  func ambiguous() {
    let both = entries + [TestList.Entry(module: "N", class: "A", method: "a1")]
    let batches = TestPlan.xctest(announced: both, selected: both.map(\.id))
    #expect(batches.map(\.selection) == [.only(ids), .only(["N.A/a1"])])
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
    let batches = TestPlan.xctest(announced: many, selected: many.dropLast().map(\.id))
    #expect(batches.count > 1)
    let all = batches.flatMap { batch -> [TestID] in
      guard case .only(let tests) = batch.selection else { return [] }
      #expect(tests.map(\.rawValue).joined(separator: ",").utf8.count <= TestPlan.argumentLimit)
      return tests
    }
    #expect(all == many.dropLast().map(\.id))
  }

  @Test("after a crash the tests that have not run go on, without the one that crashed")
  func goesOn() {
    let end = BatchEnd(
      batch: Batch(library: .xctest, selection: .all), asked: ids, decided: [ids[0]], suspects: [ids[1]],
      culprits: [ids[1]])
    #expect(TestPlan.after(end) == [Batch(library: .xctest, selection: .only([ids[2], ids[3]]))])
  }

  @Test("of several suspects each runs alone, then the rest side by side")
  func isolates() {
    let end = BatchEnd(
      batch: Batch(library: .swiftTesting, selection: .all), asked: ids, decided: [ids[0]],
      suspects: [ids[1], ids[3]])
    #expect(
      TestPlan.after(end) == [
        Batch(library: .swiftTesting, selection: .only([ids[1]]), isParallel: false),
        Batch(library: .swiftTesting, selection: .only([ids[3]]), isParallel: false),
        Batch(library: .swiftTesting, selection: .only([ids[2]])),
      ])
  }

  @Test("a process that dies before any test is halved until one stands alone")
  func halves() {
    let batch = Batch(library: .xctest, selection: .all)
    let end = BatchEnd(batch: batch, asked: ids, decided: [])
    #expect(TestPlan.after(end).map(\.selection) == [.only([ids[0], ids[1]]), .only([ids[2], ids[3]])])
    #expect(TestPlan.after(BatchEnd(batch: batch, asked: [ids[0]], decided: [])).isEmpty)
  }

  /// A world in which some tests bring their process down; the plan must decide every test and end.
  @Test("whatever dies and however, every plan ends and every test is run", arguments: 0..<300)
  func everyPlanEnds(seed: Int) {
    var random = Seeded(state: UInt64(seed) &* 7919 + 1)
    let tests = (0..<Int.random(in: 1...24, using: &random)).map { TestID("M.A/t\($0)") }
    let deadly = Set(tests.filter { _ in Int.random(in: 0..<5, using: &random) == 0 })
    let early = Set(tests.filter { _ in Int.random(in: 0..<9, using: &random) == 0 })
    let isParallel = Bool.random(using: &random)
    var waiting = [Batch(library: isParallel ? .swiftTesting : .xctest, selection: .all)]
    var decided: Set<TestID> = []
    var steps = 0
    while !waiting.isEmpty {
      steps += 1
      #expect(steps <= 4 * tests.count + 8)
      guard steps <= 4 * tests.count + 8 else { return }
      let end = World.run(waiting.removeFirst(), all: tests, deadly: deadly, early: early)
      #expect(decided.isDisjoint(with: end.decided), "nothing runs to its end twice")
      decided.formUnion(end.decided)
      decided.formUnion(end.culprits)
      waiting = TestPlan.after(end) + waiting
    }
    #expect(decided == Set(tests))
  }
}

private enum World {
  static func run(_ batch: Batch, all: [TestID], deadly: Set<TestID>, early: Set<TestID>) -> BatchEnd {
    var asked = all
    if case .only(let tests) = batch.selection { asked = tests }
    var end = BatchEnd(batch: batch, asked: asked, decided: [])
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

struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var mixed = state
    mixed ^= mixed >> 33
    mixed = mixed &* 0xff51_afd7_ed55_8ccd
    return mixed ^ mixed >> 33
  }
}
