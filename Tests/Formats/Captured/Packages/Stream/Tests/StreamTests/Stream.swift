import Foundation
import Helper
import Testing

extension Tag {
  @Tag static var slow: Self
  enum Deep { @Tag static var inner: Tag }
}

struct Bad: Error { var code: Int }

@Test func free() { #expect(1 == 1) }
@Test("a free one with a name", .tags(.slow, Tag.Deep.inner), .bug("https://example.org/1", "a bug"))
func named() { #expect(Point(x: 1, y: 2) == Point(x: 1, y: 3), "points must agree") }
@Test func require() throws {
  let value: Int? = nil
  _ = try #require(value, "there is a value")
}
@Test func throwing() throws { throw Bad(code: 4) }
@Test func expectThrows() { #expect(throws: Bad.self) {} }
@Test func expectOther() {
  #expect(throws: Never.self) { throw Bad(code: 5) }
}
@Test func recorded() { Issue.record("multi\nline\n\nmessage") }
@Test func recordedError() { Issue.record(Bad(code: 6), "with a comment") }
@Test func warning() { Issue.record("only a warning", severity: .warning) }
@Test func known() { withKnownIssue("a known one") { #expect(1 == 2) } }
@Test func knownAndReal() {
  withKnownIssue("known") { #expect(1 == 2) }
  #expect(3 == 4)
}
@Test func knownNotHappening() { withKnownIssue("does not happen") {} }
@Test func twoComments() { #expect(1 == 2, "first\nof two") }
@Test(.disabled("not today")) func disabled() {}
@Test(.disabled()) func disabledBare() {}
@Test(.enabled(if: 1 == 2, "only elsewhere")) func enabledIf() {}
@Test func cancelled() throws { try Test.cancel("enough") }
@Test(.timeLimit(.minutes(5))) func limited() {}
@Test func confirmed() async {
  await confirmation("something happens", expectedCount: 2) { $0() }
}
@Test func attaches() {
  Attachment.record("hello", named: "greeting.txt")
}
@Test(arguments: [1, 2, 3]) func odd(_ n: Int) { #expect(n % 2 == 1) }
@Test(arguments: ["a", "b"], [true, false]) func pairs(text: String, _ flag: Bool) throws {
  if text == "b", !flag { throw Bad(code: 7) }
}
@Test("zipped", arguments: zip([1, 2], [Point(x: 1, y: 1), Point(x: 2, y: 3)]))
func zipped(n: Int, point: Point) { #expect(point == Point(x: n, y: n)) }
@Test(arguments: [] as [Int]) func noCases(_ n: Int) {}
@Test(arguments: [1, 2]) func cancelsCase(_ n: Int) throws {
  if n == 2 { try Test.cancel("not two") }
}
@Test(arguments: [1, 2]) func knownCase(_ n: Int) {
  withKnownIssue("when two", isIntermittent: true) { #expect(n == 1) }
}
@Test func `a raw identifier, with / and (parens)`() { #expect(Bool(false)) }
@Test func ünïcode() {}
@Test func prints() {
  print("printed by a test")
}
@Test func detached() async {
  await Task.detached { #expect(5 == 6, "in a detached task") }.value
}
@Test func collection() { #expect([1, 2, 3] as [Int] == [1, 4, 3] as [Int]) }
@Test func text() { #expect("one\ntwo" == "one\nthree") }
@Test func member() { #expect([1, 2].contains(3)) }
@Test func optional() { #expect(Optional(1) == nil) }
@Test func asyncExpect() async { #expect(await value() == 2) }
func value() async -> Int { 1 }
@Test func exits() async { await #expect(processExitsWith: .failure) { exit(1) } }
@Test func exitsWrong() async { await #expect(processExitsWith: .success) { exit(3) } }
@Test func sourceLocation() {
  helper()
}
func helper(at place: SourceLocation = #_sourceLocation) {
  #expect(1 == 9, "through a helper", sourceLocation: place)
}
