import Files
import Foundation
import Words

/// A manifest may say more than its text: by files that it reads, and by what git knows. The package manager
/// keeps what a manifest said by its text, its place and the variables around it, and would go on with that.
/// So where a manifest can look around, what there is to see is one of the variables.
struct OpenManifest {
  static let variable = "BOTHY_SEEN_BY_MANIFESTS"

  let checkoutFolder: String
  let packageFolder: String
  /// Differs where all is to be asked anew.
  let turn: String

  /// Nil where each manifest says what its text says.
  var mark: String? {
    var texts = Self.manifests(in: packageFolder)
    // Those of packages beside it count where it depends on any.
    let isAlone = !texts.contains { $0.holds("path:") }
    let files = isAlone && !texts.contains(where: Self.looksAround) ? [] : standing
    guard let files else { return UUID().uuidString }
    if !isAlone {
      texts += files.filter { Self.isManifest($0.name) }.map {
        contents(of: checkoutFolder + "/" + $0.name) ?? []
      }
    }
    guard texts.contains(where: Self.looksAround) else { return nil }
    var mark = ContentMark(turn)
    let readsSources = texts.contains(where: Self.readsFiles)
    for file in files { add(file, readsSources, to: &mark) }
    if texts.contains(where: Self.asksGit) {
      let tags = FileTree.names(below: checkoutFolder + "/.git/refs/tags").map { "refs/tags/" + $0 }
      for file in ["HEAD", "packed-refs"] + tags {
        mark.add(file)
        mark.add(contents(of: checkoutFolder + "/.git/" + file) ?? [])
      }
    }
    return mark.text
  }

  /// Nil where it can't be looked at.
  private var standing: [FileStanding]? {
    FileStanding.all(below: checkoutFolder, most: .max) {
      [".git", ".build", ".swiftpm", "Package.resolved"].contains($0.split(separator: "/").last ?? "")
    }
  }

  /// What stands in sources is nothing to a manifest that only asks which files there are.
  private func add(_ file: FileStanding, _ readsSources: Bool, to mark: inout ContentMark) {
    mark.add(file.name)
    guard readsSources || !file.name.hasSuffix(".swift") else { return }
    for number in file.numbers.prefix(1) { mark.add(number) }
    if let size = file.numbers.first, size <= Self.small {
      mark.add(contents(of: checkoutFolder + "/" + file.name) ?? [])
    } else {
      for number in file.numbers.dropFirst(3) { mark.add(number) }
    }
  }

  private static let small = 1 << 16

  static func manifests(in folder: String) -> [[UInt8]] {
    let names = (try? FileTree.entries(of: folder)) ?? []
    return names.filter(isManifest).map { contents(of: folder + "/" + $0) ?? [] }
  }

  static func isManifest(_ name: String) -> Bool {
    let last = name.split(separator: "/").last ?? ""
    return last == "Package.swift" || last.hasPrefix("Package@swift-") && last.hasSuffix(".swift")
  }

  /// Whatever it imports could read anything; of Foundation it is known with which words.
  static func looksAround(_ manifest: [UInt8]) -> Bool { asksGit(manifest) || opens(manifest, readers) }

  /// Not only whether they are there.
  static func readsFiles(_ manifest: [UInt8]) -> Bool {
    let text = String(decoding: manifest, as: UTF8.self)
    return opens(Array(text.replacing("contentsOfDirectory", with: "").utf8), contentReaders)
  }

  private static func opens(_ manifest: [UInt8], _ words: [String]) -> Bool {
    let lines = String(decoding: manifest, as: UTF8.self).split(whereSeparator: \.isNewline)
    let imported = lines.compactMap { line -> Substring? in
      let words = line.split(whereSeparator: { " \t;".contains($0) })
      return words.firstIndex(of: "import").flatMap { place in
        words[(place + 1)...].first { !kinds.contains($0) }
      }
    }
    let others = imported.filter { !plain.contains($0) }
    let isFoundation = others.contains { $0 == "Foundation" || $0.hasPrefix("Foundation.") }
    return others.contains { $0 != "Foundation" && !$0.hasPrefix("Foundation.") }
      || isFoundation && words.contains(where: manifest.holds)
  }

  private static func asksGit(_ manifest: [UInt8]) -> Bool { manifest.holds("gitInformation") }

  private static let plain: Set<Substring> = ["PackageDescription", "CompilerPluginSupport"]
  private static let kinds: Set<Substring> = ["class", "struct", "enum", "func", "var", "let", "protocol"]
  private static let readers = [
    "File", "contents", "Contents", "Process(", "Process.", "Data(", "String(c", "URL", "Bundle", "Stream",
    "open",
    "stat(", "access(", "readdir", "NS", "getline", "popen", "system(", "Directory", "JSONDecoder", "Date",
  ]
  private static let contentReaders = [
    "FileHandle", "contents(", "contentsOf", "contentsEqual", "Process(", "Process.", "Data(", "String(c",
    "Bundle", "Stream", "open", "NS", "getline", "popen", "system(", "JSONDecoder", "attributes",
    "resourceValues", "stat(",
  ]
}
