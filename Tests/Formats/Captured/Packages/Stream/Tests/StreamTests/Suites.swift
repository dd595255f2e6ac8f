import Testing

@Suite("Outer suite", .tags(.slow)) struct Outer {
  @Test func inOuter() {}
  @Suite(.serialized) struct Inner {
    @Test("deep one") func deep() { #expect(1 == 2) }
    @Test func overloaded() {}
    @Test(arguments: [1]) func overloaded(_ n: Int) {}
    @Test(arguments: [1.5]) func overloaded(_ n: Double) {}
  }
}
@Suite(.disabled("the whole suite")) struct Off {
  @Test func one() {}
  @Test func two() {}
  struct Deeper { @Test func three() {} }
}
@Suite struct Throwing {
  init() throws { throw Bad(code: 8) }
  @Test func never() {}
}
@Suite struct `A raw suite` {
  @Test func `with a test`() {}
}
final class Reference {
  deinit {}
  @Test func inClass() {}
}
actor Actor { @Test func inActor() {} }
extension Outer { @Test func inExtension() {} }
@Suite struct Scoped {
  @Test static func isStatic() {}
}
private struct Hidden { @Test func secret() {} }
