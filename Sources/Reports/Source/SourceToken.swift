/// A coloured stretch of a source file, in bytes.
struct SourceToken: Equatable {
  /// The HTML element that colours it; one letter where the kind is frequent.
  enum Kind: String {
    case keyword = "b"
    case string = "q"
    case comment = "i"
    case number = "var"
    case attribute = "samp"
  }

  var start: Int
  var end: Int
  var kind: Kind
}

enum SourceLanguage {
  case swift, c, plain

  static func of(_ path: String) -> SourceLanguage {
    switch path.split(separator: ".").last?.lowercased() {
    case "swift": .swift
    case "c", "h", "m", "mm", "cc", "cpp", "cxx", "hpp": .c
    default: .plain
    }
  }

  static let swiftKeywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
    "consuming", "continue", "convenience", "default", "defer", "deinit", "didSet", "do", "dynamic", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "final", "for", "func", "get", "guard", "if",
    "import", "in", "indirect", "infix", "init", "inout", "internal", "is", "isolated", "lazy", "let",
    "macro", "mutating", "nil", "nonisolated", "nonmutating", "open", "operator", "optional", "override",
    "package", "postfix", "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "required",
    "rethrows", "return", "self", "Self", "sending", "set", "some", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak", "where", "while",
    "willSet", "yield",
  ]

  static let cKeywords: Set<String> = [
    "auto", "bool", "break", "case", "char", "class", "const", "constexpr", "continue", "default", "delete",
    "do", "double", "else", "enum", "extern", "false", "float", "for", "goto", "if", "inline", "int", "long",
    "namespace", "new", "nullptr", "private", "protected", "public", "register", "return", "short", "signed",
    "sizeof", "static", "struct", "switch", "template", "this", "throw", "true", "try", "typedef", "union",
    "unsigned", "using", "virtual", "void", "volatile", "while",
  ]
}
