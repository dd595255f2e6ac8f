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
  /// A hash of the tokens, without blanks and comments.
  func mark(of others: [Range<Int>], body: Range<Int>) -> TestBody {
    var text: [UInt8] = []
    for range in others + [body] {
      for index in range {
        append(index, to: &text)
        text.append(0)
      }
      text.append(1)
    }
    return TestBody(String(ContentMark(text).text.prefix(16)))
  }
}
