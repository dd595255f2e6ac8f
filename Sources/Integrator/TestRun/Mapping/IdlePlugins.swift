import Files
import Model
import Tokens
import Words

/// Command plugins are built into nothing, and somebody asks for them alone: a test feels what they do only
/// where it starts the package manager, which it cannot without a word of that.
struct IdlePlugins {
  let package: PackageDescription
  let packageFolder: String
  /// Whether nobody reads a file, by its name.
  let isIdle: (String) -> Bool

  var names: Set<String> {
    let plugins = package.targets.filter { $0.isPlugin && $0.capability?.type == "command" }
    guard !plugins.isEmpty else { return [] }
    let folders = plugins.map { PackageDescription.normal($0.path) + "/" }
    let others = FileTree.names(below: packageFolder, skipping: [".build", ".git", ".github"])
      .filter { name in !isIdle(name) && !folders.contains { name.hasPrefix($0) } }
    let isSpokenOf = others.contains { name in
      guard let bytes = contents(of: packageFolder + "/" + name), bytes.holds("swift") else { return false }
      // Of it much else is written beside the sources.
      guard name.hasSuffix(".swift") else { return Self.orders.contains(where: bytes.holds) }
      return Self.isCommand(bytes) && Self.texts(in: bytes).contains(where: Self.isCommand)
    }
    return isSpokenOf ? [] : Set(plugins.map(\.name))
  }

  private static let orders = ["swift package", "swift-package"]

  static func texts(in bytes: [UInt8]) -> [[UInt8]] {
    let code = TestCode(bytes)
    return code.texts.map { Array(code.bytes[code.tokens[$0].range]) }
  }

  /// `swift`, `/usr/bin/swift package`, `swift-package`; neither `swift-parser` nor `a.swift`.
  static func isCommand(_ text: [UInt8]) -> Bool {
    text.places(of: "swift").contains { start in
      let end = start + 5
      if start > 0, isOfName(text[start - 1]) || text[start - 1] == UInt8(ascii: ".") { return false }
      guard end < text.count else { return true }
      if text[end...].starts(with: Array("-package".utf8)) { return true }
      return !isOfName(text[end]) && text[end] != UInt8(ascii: ".")
    }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
