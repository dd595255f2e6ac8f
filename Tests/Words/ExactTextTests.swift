import Testing
import Words

@Suite("Texts that are told apart by their bytes")
struct ExactTextTests {
  private static let composed = "f/caf\u{e9}"
  private static let decomposed = "f/cafe\u{301}"

  @Test("two that look alike are two, and each is itself")
  func twins() {
    #expect(Self.composed == Self.decomposed)
    let both: Set = [ExactText(Self.composed), ExactText(Self.decomposed), ExactText(Self.composed)]
    #expect(both.count == 2)
    #expect(ExactText(Self.composed) != ExactText(Self.decomposed))
  }

  @Test("they have an order, in which twins stand beside each other")
  func order() {
    let texts = ["f/cafz", Self.composed, "f/cafd", Self.decomposed].map(ExactText.init)
    #expect(texts.sorted() == [texts[2], texts[0], texts[3], texts[1]])
    #expect(texts[3] < texts[1] && !(texts[1] < texts[3]) && !(texts[1] < texts[1]))
  }
}
