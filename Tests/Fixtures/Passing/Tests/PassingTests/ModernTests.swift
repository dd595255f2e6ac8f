import Foundation
import Passing
import Testing

extension Tag {
  @Tag static var fast: Self
  @Tag static var network: Self
}

@Suite("Shapes of the world", .tags(.network))
struct Shapes {
  @Test("a square has four corners", .tags(.fast))
  func corners() {
    #expect(double(2) == 4)
  }

  @Suite("Round ones")
  struct Round {
    @Test func circle() {}

    @Test("a radius doubles", arguments: [1, 2, 3])
    func radius(_ radius: Int) {
      #expect(double(radius) == radius + radius)
    }

    struct Deep {
      @Test func `a raw name: with spaces`() {}
    }
  }
}

@Test func freeFunction() {
  print("printed by a free function")
}

@Test("a \"quoted\" name, with 🎈 and <tags> & a \\ backslash")
func strangeDisplayName() {}

@Test(arguments: ["a", "b"], [1, 2])
func everyPair(_ letter: String, _ number: Int) {
  #expect(!letter.isEmpty && number > 0)
}

@Test(arguments: zip(["x", "y"], [1, 2]))
func zipped(letter: String, number: Int) async {
  #expect(number < 3)
}

@Test(arguments: [Int]())
func parameterizedByNothing(_ number: Int) {
  Issue.record("there is no case to run")
}

struct Overloads {
  @Test(arguments: [1]) func same(_ value: Int) {}
  @Test(arguments: ["one"]) func same(_ value: String) {}
}

struct Disabled {
  @Test(.disabled("not today")) func today() { Issue.record("must not run") }
  @Test(.disabled()) func withoutReason() { Issue.record("must not run") }
  @Test(.enabled(if: false, "only on a moon base")) func condition() { Issue.record("must not run") }
  @Test func cancelsItself() throws { try Test.cancel("changed its mind") }
}

@Suite(.disabled("the whole suite rests"))
struct DisabledSuite {
  @Test func one() { Issue.record("must not run") }
  @Test func two() { Issue.record("must not run") }
}

struct Known {
  @Test func alwaysFails() {
    withKnownIssue("the moon is not round yet") { #expect(double(1) == 3) }
  }

  @Test func sometimesFails() {
    withKnownIssue(isIntermittent: true) { #expect(double(1) == 2) }
  }

  @Test func onlyWarns() {
    Issue.record("a little warm in here", severity: .warning)
  }
}

@Test func attaches() {
  Attachment.record("some text", named: "note.txt")
  Attachment.record([UInt8](repeating: 0xff, count: 10), named: "../../escape.bin")
}

@Test func exitsAsExpected() async {
  await #expect(processExitsWith: .exitCode(3)) { exit(3) }
  await #expect(processExitsWith: .failure) { fatalError("wanted") }
  await #expect(processExitsWith: .signal(SIGSEGV)) { raise(SIGSEGV) }
}
