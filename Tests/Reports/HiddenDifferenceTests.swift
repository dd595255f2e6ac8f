import Model
import Templates
import Testing

@testable import Reports

@Suite("Values that look alike")
struct HiddenDifferenceTests {
  private func parts(_ first: String, _ second: String) -> [[String]] {
    let texts = FailureCard.texts(ComparedValues(.init(first), .init(second)))
    let difference = ValueDifference(texts.first, texts.second)
    return [difference.first, difference.second].map { side in
      side.filter(\.differs).map { part in
        guard case .object(let fields) = FailureCard.part(part), case .text(let text)? = fields["text"] else {
          return ""
        }
        return text
      }
    }
  }

  @Test("what a page shows as a blank or not at all is a sign where it differs")
  func signs() {
    #expect(parts("a\u{A0}b", "a b") == [["⟨U+A0⟩"], [" "]])
    #expect(parts("a\u{200B}", "a") == [["⟨U+200B⟩"], [""]])
    #expect(parts("a\r\n", "a\n").first?.joined().contains("␍") == true)
    #expect(parts("e\u{301}", "\u{E9}") != [[], []] && parts("\u{1B}[31ma\u{1B}[0m", "a") != [[], []])
    #expect(parts("a", "b") == [["a"], ["b"]])
  }

  @Test("a value that is empty is told as one, and one that is not is shown")
  func empty() {
    func isEmpty(_ first: String, _ second: String) -> [TemplateValue?] {
      guard case .object(let values) = FailureCard.shown(ComparedValues(.init(first), .init(second))),
        case .list(let list)? = values["list"]
      else { return [] }
      return list.map { if case .object(let fields) = $0 { fields["isEmpty"] } else { nil } }
    }
    #expect(isEmpty("", "x") == [.bool(true), .bool(false)])
    #expect(isEmpty("xy", "x") == [.bool(false), .bool(false)])
    #expect(isEmpty(" ", "") == [.bool(false), .bool(true)])
  }
}
