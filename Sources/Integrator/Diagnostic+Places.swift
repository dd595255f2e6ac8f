import Model

extension Diagnostic {
  /// A manifest is compiled as a module of its own, which is how a trap in it names the file.
  var placedInManifest: Diagnostic {
    guard let file, file.hasPrefix("main/Package") else { return self }
    var copy = self
    copy.file = String(file.dropFirst("main/".count))
    return copy
  }

  /// The path as the package knows it; what lies elsewhere keeps its own.
  func relative(to folder: String) -> Diagnostic {
    guard let file, file.hasPrefix(folder + "/") else { return self }
    var copy = self
    copy.file = String(file.dropFirst(folder.count + 1))
    return copy
  }
}
