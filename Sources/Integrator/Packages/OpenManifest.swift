import Files
import Foundation
import Words

/// A manifest may say more than its text: by files that it reads, and by what git knows. The package manager
/// keeps what a manifest said by its text, its place and the variables around it, and would go on with that.
/// So where a manifest can look around, what there is to see is one of the variables.
struct OpenManifest {
  static let variable = "BOTHY_SEEN_BY_MANIFESTS"

  let checkoutFolder: String
  /// Differs where all is to be asked anew.
  let turn: String

  /// Nil where each manifest says what its text says.
  var mark: String? {
    guard let files = FileStanding.all(below: checkoutFolder, most: Self.mostFiles, skipping: Self.isIdle)
    else { return UUID().uuidString }
    let isOpen = files.contains { file in
      Self.isManifest(file.name) && Self.looksAround(contents(of: checkoutFolder + "/" + file.name) ?? [])
    }
    guard isOpen else { return nil }
    var mark = ContentMark(turn)
    for file in files {
      mark.add(file.name)
      // What stands in sources is nothing to a manifest; which there are may be.
      if !file.name.hasSuffix(".swift") { for number in file.numbers { mark.add(number) } }
    }
    for file in [".git/HEAD", ".git/packed-refs"] {
      mark.add(contents(of: checkoutFolder + "/" + file) ?? [])
    }
    return mark.text
  }

  private static let mostFiles = 50_000

  private static func isIdle(_ name: String) -> Bool {
    [".git", ".build", ".swiftpm", "Package.resolved"].contains(name.split(separator: "/").last ?? "")
  }

  private static func isManifest(_ name: String) -> Bool {
    let last = name.split(separator: "/").last ?? ""
    return last.hasPrefix("Package") && last.hasSuffix(".swift")
  }

  /// What it imports besides could read anything.
  static func looksAround(_ manifest: [UInt8]) -> Bool {
    let lines = String(decoding: manifest, as: UTF8.self).split(whereSeparator: \.isNewline)
    let imported = lines.compactMap { line -> Substring? in
      let words = line.split(whereSeparator: { " \t;@".contains($0) })
      return words.firstIndex(of: "import").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
    }
    return imported.contains { !["PackageDescription", "CompilerPluginSupport"].contains($0) }
      || manifest.holds("gitInformation")
  }
}
