import Model
import Tokens
import Words

extension TestDeclarations.Function {
  /// What it does, without its name; nil for a requirement.
  func mark(in code: TestCode) -> TestBody? {
    guard let body else { return nil }
    return code.mark(of: [parameters, arguments ?? 0..<0], body: body..<code.closing(body, "{", "}"))
  }
}

extension TestCode {
  /// Of the tokens alone. A body that says nothing of its own, as a lone `XCTFail()` or a call of a function
  /// that is given nothing, says too little to know a test by.
  func mark(of others: [Range<Int>], body: Range<Int>) -> TestBody {
    var text: [UInt8] = []
    for range in others + [body] {
      for index in range {
        append(index, to: &text)
        text.append(0)
      }
      text.append(1)
    }
    var (words, own) = (0, 0)
    for index in body {
      switch kind(index) {
      case .identifier:
        words += 1
        if !isVocabulary(index) { own += 1 }
      case .attribute, .directive, .text, .textBegin, .number, .pattern: words += 1
      case .keyword, .punctuation, .textMiddle, .textEnd, .space, .newline, .comment, nil: break
      }
    }
    return TestBody(mark: String(ContentMark(text).text.prefix(16)), isTelling: own > 0 && words > 1)
  }

  private static let vocabulary: Set<String> = [
    "Issue", "record", "Bool", "Testing", "fatalError", "precondition", "preconditionFailure", "assert",
    "assertionFailure", "print", "sleep", "usleep", "exit", "abort",
  ]

  /// Words that any test may have.
  private func isVocabulary(_ index: Int) -> Bool {
    startsWord(index, with: "XCT") || Self.vocabulary.contains(text(index))
  }
}
