import Files
import Foundation
import Words

/// Headers that a module map calls the system's: the compiler tells nobody that it read them, and looks at
/// what it made of them no more. So what it read of a package's system libraries is kept, and all is built
/// anew where any of it is another.
struct SystemHeaders {
  private let file: String
  private let checkoutFolder: String

  init(buildFolder: String, checkoutFolder: String) {
    file = Self.file(in: buildFolder)
    self.checkoutFolder = checkoutFolder
  }

  static func file(in buildFolder: String) -> String { buildFolder + "/bothy-system-headers" }

  /// Whose content is another than when it was read, or that are gone.
  var changed: Set<String> {
    guard let bytes = contents(of: file),
      let kept = try? JSONDecoder().decode([String: String].self, from: Data(bytes))
    else { return [] }
    return Set(kept.filter { Self.mark($0.key) != $0.value }.keys)
  }

  /// Of a build that went well. `folders`: those of the package's system libraries.
  func keep(_ folders: [String], of caches: [ModuleCache]) throws {
    let isSystems = folders.contains { (contents(of: $0 + "/module.modulemap") ?? []).holds("[system]") }
    guard isSystems else {
      if FileFacts(file) != nil { try FileManager.default.removeItem(atPath: file) }
      return
    }
    let read = caches.flatMap(\.modules).reduce(into: Set<String>()) { found, module in
      guard let bytes = contents(of: module), bytes.holds(checkoutFolder + "/") else { return }
      found.formUnion(Self.headers(in: bytes))
    }
    let marks = read.reduce(into: [String: String]()) { $0[$1] = Self.mark($1) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try publish([UInt8](encoder.encode(marks)), as: file)
  }

  private static func mark(_ path: String) -> String? { contents(of: path).map { ContentMark($0).text } }

  /// What stands in a compiled module like names of headers; what stands behind one may look like more of it.
  static func headers(in module: [UInt8]) -> [String] {
    module.split { $0 < 0x20 || $0 == 0x7F }.flatMap { run -> [String] in
      guard run.count < 8192, let slash = run.firstIndex(of: UInt8(ascii: "/")) else { return [] }
      let text = String(decoding: run[slash...], as: UTF8.self)
      return endings.flatMap { ending in
        text.ranges(of: ending).map { String(text[..<$0.upperBound]) }
      }
    }
  }

  private static let endings = [".h", ".hh", ".hpp", ".inc", ".def"]
}
