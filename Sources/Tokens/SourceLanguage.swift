public enum SourceLanguage: Sendable {
  case swift
  /// C and what grew out of it.
  case c

  /// By the end of a file's name; nil for what is neither.
  public init?(path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "swift": self = .swift
    case "c", "h", "m", "mm", "cc", "cpp", "cxx", "hpp": self = .c
    default: return nil
    }
  }

  static let swiftKeywords = [
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

  /// Words behind which a value begins.
  static let precedingValue = [
    "return", "case", "in", "if", "guard", "while", "try", "await", "else", "where", "switch", "throw",
    "repeat", "yield",
  ]

  static let cKeywords = [
    "auto", "bool", "break", "case", "char", "class", "const", "constexpr", "continue", "default", "delete",
    "do", "double", "else", "enum", "extern", "false", "float", "for", "goto", "if", "inline", "int", "long",
    "namespace", "new", "nullptr", "private", "protected", "public", "register", "return", "short", "signed",
    "sizeof", "static", "struct", "switch", "template", "this", "throw", "true", "try", "typedef", "union",
    "unsigned", "using", "virtual", "void", "volatile", "while",
  ]
}
