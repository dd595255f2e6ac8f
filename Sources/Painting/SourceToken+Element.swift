import Tokens

extension SourceToken.Kind {
  /// The HTML element that colours it; one letter where the kind is frequent.
  var element: String? {
    switch self {
    case .keyword: "b"
    case .text, .textBegin, .textMiddle, .textEnd, .pattern: "q"
    case .comment: "i"
    case .number: "var"
    case .attribute, .directive: "samp"
    case .space, .newline, .identifier, .punctuation: nil
    }
  }
}
