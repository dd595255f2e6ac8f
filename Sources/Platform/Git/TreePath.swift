import Foundation
import Words

/// A path inside a tree, as the bytes that git keeps: any but NUL, no `/` at either end. Empty is the root.
struct TreePath: Hashable, Comparable {
  let bytes: [UInt8]

  static let root = TreePath(bytes: [])

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  init(cString: UnsafePointer<CChar>) {
    bytes = Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  static func / (folder: TreePath, name: [UInt8]) -> TreePath {
    if folder.bytes.isEmpty { return TreePath(bytes: name) }
    var bytes = [UInt8]()
    bytes.reserveCapacity(folder.bytes.count + 1 + name.count)
    bytes.append(contentsOf: folder.bytes)
    bytes.append(UInt8(ascii: "/"))
    bytes.append(contentsOf: name)
    return TreePath(bytes: bytes)
  }

  static func / (folder: TreePath, path: TreePath) -> TreePath {
    path.bytes.isEmpty ? folder : folder / path.bytes
  }

  /// The folder that holds it; nil for the root.
  var parent: TreePath? {
    guard !bytes.isEmpty else { return nil }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return .root }
    return TreePath(bytes: Array(bytes[..<slash]))
  }

  var name: [UInt8] {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes }
    return Array(bytes[(slash + 1)...])
  }

  var components: [[UInt8]] { bytes.split(separator: UInt8(ascii: "/")).map { Array($0) } }

  /// For people: what is not UTF-8 is replaced.
  var shown: String { String(decoding: bytes, as: UTF8.self) }

  func contains(folder name: String) -> Bool {
    ([UInt8(ascii: "/")] + bytes).holds("/\(name)/")
  }

  func withCString<R>(_ body: (UnsafePointer<CChar>) throws -> R) rethrows -> R {
    try Self.withCString(bytes, body)
  }

  static func withCString<R>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) throws -> R) rethrows -> R {
    try (bytes + [0]).withUnsafeBytes { raw in
      try body(raw.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped)
    }
  }

  static func == (a: TreePath, b: TreePath) -> Bool { a.bytes.count == b.bytes.count && compare(a, b) == 0 }

  static func < (a: TreePath, b: TreePath) -> Bool {
    let order = compare(a, b)
    return order == 0 ? a.bytes.count < b.bytes.count : order < 0
  }

  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }

  private static func compare(_ a: TreePath, _ b: TreePath) -> Int32 {
    a.bytes.withUnsafeBytes { a in
      b.bytes.withUnsafeBytes { b in
        let count = min(a.count, b.count)
        guard count > 0, let a = a.baseAddress, let b = b.baseAddress else { return 0 }
        return memcmp(a, b, count)
      }
    }
  }
}
