import Files
import Words

/// What libraries of the system that manifests ask for say of themselves (`NAME.pc`). Where one names another
/// folder of headers, nothing that the package manager or the compiler keeps tells that these are others.
struct PkgConfigFiles {
  private let names: Set<String>
  private let folders: [String]

  init(manifests: [String], environment: [String: String], buildArguments: [String]) {
    let asked = #/\bpkgConfig\s*:\s*"([^"\\]+)"/#
    names = Set(manifests.flatMap { $0.matches(of: asked).map { String($0.1) } })
    let option = "--pkg-config-path"
    let given = buildArguments.indices.compactMap { index -> String? in
      let word = buildArguments[index]
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
      return index > 0 && buildArguments[index - 1] == option ? word : nil
    }
    let ofEnvironment = environment["PKG_CONFIG_PATH"]?.split(separator: ":").map(String.init) ?? []
    folders = names.isEmpty ? [] : given + ofEnvironment + Self.usual
  }

  /// Nil where nothing is asked for.
  var mark: String? {
    guard !names.isEmpty else { return nil }
    var mark = ContentMark("")
    var seen: Set<String> = []
    var open = names.sorted()
    while let name = open.popLast() {
      guard seen.insert(name).inserted else { continue }
      mark.add(name)
      let found = folders.lazy.compactMap { contents(of: "\($0)/\(name).pc") }.first
      mark.add(found ?? [])
      open += Self.required(String(decoding: found ?? [], as: UTF8.self)).sorted()
    }
    return mark.text
  }

  /// `Requires: glib-2.0 >= 2.56, zlib`
  private static func required(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("Requires") }.flatMap { line in
      line.drop { $0 != ":" }.dropFirst().split { $0 == "," || $0.isWhitespace }.map(String.init)
    }.filter { $0.contains(where: \.isLetter) }
  }

  /// Where pkg-config looks by itself.
  private static var usual: [String] {
    ["/usr/local", "/usr"].flatMap { root -> [String] in
      let libraries = (try? FileTree.entries(of: root + "/lib")) ?? []
      let ofMachine = libraries.filter { $0.contains("-linux-") }.sorted()
      return ofMachine.map { "\(root)/lib/\($0)/pkgconfig" } + [
        "\(root)/lib/pkgconfig", "\(root)/lib64/pkgconfig", "\(root)/share/pkgconfig",
      ]
    }
  }
}
