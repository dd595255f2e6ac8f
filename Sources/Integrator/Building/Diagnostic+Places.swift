import Files
import Formats
import Foundation
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

  /// A program that a plugin runs and that dies names its file by its module.
  func placed(by sources: @autoclosure () -> SourceMap?, in folder: String) -> Diagnostic {
    guard let file, !file.hasPrefix("/"), FileFacts(folder + "/" + file) == nil,
      let place = sources()?.place(file)
    else { return self }
    var copy = self
    copy.file = place.rawValue
    return copy
  }

  /// Its file, and the paths in its message, as the package knows them; what lies elsewhere keeps its own.
  /// `name`: what the package calls itself, where the package manager calls it as its folder, which is
  /// called otherwise here.
  func relative(to folder: String, named name: String? = nil) -> Diagnostic {
    var copy = self
    let own = "'\((folder as NSString).lastPathComponent.lowercased())'"
    if copy.message.hasPrefix(own + ": ") {
      copy.message = (name.map { "'\($0)': " } ?? "") + copy.message.dropFirst(own.count + 2)
    }
    let called = name.map { "package '\($0)' " } ?? "the package "
    copy.message = copy.message.replacing("package \(own) ", with: called)
    copy.message = copy.message.replacing(folder + "/", with: "")
    if let file, file.hasPrefix(folder + "/") { copy.file = String(file.dropFirst(folder.count + 1)) }
    return copy
  }
}
