import Model

extension Diagnostic {
  /// One that has no place.
  static func error(_ message: String, details: [String] = []) -> Diagnostic {
    Diagnostic(severity: .error, message: message, file: nil, line: nil, column: nil, details: details)
  }

  /// A manifest is compiled as a module of its own, which is how a trap in it names the file.
  var placedInManifest: Diagnostic {
    guard let file, file.hasPrefix("main/Package") else { return self }
    var copy = self
    copy.file = String(file.dropFirst("main/".count))
    return copy
  }

  /// Its file, and the paths in its message, as the package knows them; what lies elsewhere keeps its own.
  func relative(to folder: String) -> Diagnostic {
    var copy = self
    copy.message = message.replacing(folder + "/", with: "")
    if let file, file.hasPrefix(folder + "/") { copy.file = String(file.dropFirst(folder.count + 1)) }
    return copy
  }
}
