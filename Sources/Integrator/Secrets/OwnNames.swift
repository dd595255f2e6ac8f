import Files
import Foundation
import Words

/// Names that the package gives to its files and tests: they stand in its sources for everybody to read, and
/// with asterisks in them nobody could tell what tools say of them.
struct OwnNames {
  /// In which the secret is only a part.
  private(set) var spared: Set<String> = []
  /// What is called like a secret, by the secret's name.
  private(set) var alike: [String: String] = [:]

  private static let skipped: Set<String> = [".git", ".build", ".swiftpm"]
  private static let heads: Set<String> = [
    "class", "struct", "enum", "actor", "extension", "protocol", "macro", "func",
  ]
  private static let mostBytes = 4 << 20

  init(of secrets: Secrets, below folder: String) {
    let values = secrets.values.filter { !secrets.unmasked.contains($0.key) }
    guard !values.isEmpty else { return }
    for path in FileTree.names(below: folder, skipping: Self.skipped) {
      for value in values.values where path.contains(value) { add(path, value) }
      let file = folder + "/" + path
      guard path.hasSuffix(".swift"), FileFacts(file).map({ $0.size <= Self.mostBytes }) ?? false,
        let bytes = contents(of: file)
      else { continue }
      let name = path.split(separator: "/").last ?? ""
      let isManifest = name == "Package.swift" || name.hasPrefix("Package@swift-")
      for (secret, value) in values where bytes.holds(value) {
        let text = String(decoding: bytes, as: UTF8.self)
        let names = Self.declared(text, holding: value)
        for name in isManifest ? names.union(Self.quoted(text, holding: value)) : names {
          if name == value { alike[secret] = "`\(name)` in \(path)" } else { spared.insert(name) }
        }
      }
    }
  }

  /// Told from the checkout, from a package or a target in it, and as a folder.
  private mutating func add(_ path: String, _ value: String) {
    let parts = path.split(separator: "/")
    for place in parts.indices {
      for some in [parts[place...], parts[...place]] {
        let name = some.joined(separator: "/")
        if name != value, name.contains(value) { spared.insert(name) }
      }
    }
    for part in parts where part.contains(value) {
      let stem = part.split(separator: ".").first.map(String.init) ?? String(part)
      for name in [String(part), stem] where name != value && name.contains(value) { spared.insert(name) }
    }
  }

  /// What a manifest names between quotes, such as targets.
  private static func quoted(_ text: String, holding value: String) -> Set<String> {
    Set(
      text.split(separator: "\"").map(String.init).filter { part in
        part.contains(value) && part.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
      })
  }

  /// The names of types and functions that hold it.
  private static func declared(_ text: String, holding value: String) -> Set<String> {
    var found: Set<String> = []
    for line in text.split(whereSeparator: \.isNewline) where line.contains(value) {
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      for (head, name) in zip(words, words.dropFirst())
      where heads.contains(String(head)) && name.contains(value) { found.insert(String(name)) }
    }
    return found
  }
}

extension Workbench {
  /// Once the package is there.
  func spareOwnNames() {
    let isFirst = sparesNames.withLock { spares in
      defer { spares = true }
      return !spares
    }
    guard isFirst, !log.masking.isIdle else { return }
    let names = OwnNames(of: secrets, below: order.checkoutFolder)
    log.masking.spare(names.spared)
    for (secret, place) in names.alike.sorted(by: { $0.key < $1.key }) {
      note(
        "The value of \(secret) is what the package calls \(place): behind asterisks, what is said of that "
          + "cannot be read as it should; take another one.")
    }
  }
}
