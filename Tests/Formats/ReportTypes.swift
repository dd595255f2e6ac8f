import Foundation

/// The types of report.json, read from their declarations and comments in Sources/Model.
///
/// It understands formatted code only: one property a line, nested types indented by two.
struct ReportTypes {
  struct Field {
    var name: String
    /// As it is declared, or the default where the type is inferred.
    var type: String
    var isNullable = false
    var summary: String
  }

  struct Declaration {
    var summary: String
    var isEnum = false
    /// What follows the colon.
    var conformances: String
    var fields: [Field] = []
    /// The coding keys, where they are written down.
    var keys: [Field] = []
  }

  private(set) var types: [String: Declaration] = [:]
  private var scopes: [(name: String, indent: Int, isExtension: Bool)] = []
  private var comment: [Substring] = []

  init(folder: URL) throws {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) { read(line) }
      scopes = []
    }
  }

  private mutating func read(_ line: Substring) {
    let code = line.drop { $0 == " " }
    let indent = line.count - code.count
    guard !code.isEmpty else { return comment = [] }
    if code.hasPrefix("/// ") { return comment.append(code.dropFirst(4)) }
    let summary = comment.joined(separator: " ")
    comment = []
    while let scope = scopes.last, indent <= scope.indent { scopes.removeLast() }
    if code.contains("{"),
      let header = code.firstMatch(
        of: /^(?:public |private |package )?(struct|enum|extension) ([\w.]+)(.*?)\{(.*)$/)
    {
      open(header.2, kind: header.1, String(header.3), summary, indent)
      if header.4.contains("case ") { add(cases: header.4.replacing("}", with: ""), "") }
    } else if let scope = scopes.last, indent == scope.indent + 2 {
      if code.hasPrefix("case ") { return add(cases: code, summary) }
      guard !scope.isExtension, code.contains("public "),
        let field = code.firstMatch(of: /^(@Nullable )?public (?:var|let) (\w+)(?:: ([^={]+?))?(?: = (.*))?$/)
      else { return }
      types[path]?.fields.append(
        Field(
          name: String(field.2), type: String(field.3 ?? field.4 ?? ""), isNullable: field.1 != nil,
          summary: summary))
    }
  }

  private var path: String { scopes.map(\.name).joined(separator: ".") }

  private mutating func open(
    _ name: Substring, kind: Substring, _ conformances: String, _ summary: String, _ indent: Int
  ) {
    scopes.append((String(name), indent, kind == "extension"))
    guard kind != "extension", !conformances.contains("CodingKey") else { return }
    types[path] = Declaration(summary: summary, isEnum: kind == "enum", conformances: conformances)
  }

  /// The cases of an enumeration are its values; those of coding keys are the fields of the type around it.
  private mutating func add(cases: some StringProtocol, _ summary: String) {
    let names = cases.split(separator: "case ").last?.split(separator: ",") ?? []
    let fields = names.map { name in
      let parts = name.split(separator: "=").map { String($0.filter { !" \"".contains($0) }) }
      return Field(name: parts.last ?? "", type: "Int", summary: summary)
    }
    if types[path] != nil {
      types[path]?.fields += fields
    } else if ["Key", "CodingKeys"].contains(scopes.last?.name) {
      types[scopes.dropLast().map(\.name).joined(separator: ".")]?.keys += fields
    }
  }

  /// The members of report.json that a type stands for.
  func members(of name: String) -> [Field] {
    guard let type = types[name], !type.keys.isEmpty else { return types[name]?.fields ?? [] }
    return type.keys.map { key in type.fields.first { $0.name == key.name } ?? key }
  }

  /// The full name of a type that is written like this inside another one.
  func resolve(_ name: Substring, in outer: String) -> String? {
    var scopes = outer.split(separator: ".")
    while true {
      let full = (scopes + [name]).joined(separator: ".")
      if types[full] != nil { return full }
      guard scopes.popLast() != nil else { return nil }
    }
  }
}
