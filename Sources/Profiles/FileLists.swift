internal import Inflating

/// The files that the functions of each compiled module name: a list for each, known by its hash.
struct FileLists {
  /// Of the compiler that this was made for.
  static let version: UInt64 = 6

  private(set) var names: [String] = []
  private var indexByName: [String: Int32] = [:]
  private var lists: [UInt64: [Int32]] = [:]

  init(_ section: [UInt8]) throws(ProfileRefusal) {
    var cursor = ByteCursor(section, of: "the coverage map's list of files")
    while cursor.left > 0 {
      guard try cursor.number(bytes: 4) == 0 else { throw cursor.damaged }
      let size = try cursor.number(bytes: 4)
      guard try cursor.number(bytes: 4) == 0 else { throw cursor.damaged }
      let version = try cursor.number(bytes: 4)
      guard version == Self.version else { throw .unknownVersion(of: "coverage maps", version) }
      let range = try cursor.range(size)
      let hash = NameHash.of(section[range])
      if lists[hash] == nil { lists[hash] = try files(cursor.within(range), section) }
      cursor.align(to: 8, from: 0)
    }
  }

  func list(_ hash: UInt64) -> [Int32]? { lists[hash] }

  private mutating func files(_ packed: ByteCursor, _ section: [UInt8]) throws(ProfileRefusal) -> [Int32] {
    var packed = packed
    let count = try packed.variable()
    let size = try packed.variable()
    let packedSize = try packed.variable()
    var cursor = packed
    if packedSize > 0 {
      guard let text = inflated(try packed.take(packedSize), count: Int(clamping: size)) else {
        throw packed.damaged
      }
      cursor = ByteCursor(text, of: "the coverage map's list of files")
    }
    guard count > 0, count <= UInt64(cursor.left) else { throw cursor.damaged }
    // The first is the folder in which the compiler ran.
    let folder = try text(&cursor)
    var found = [index(of: folder)]
    for _ in 1..<count { found.append(index(of: FilePath.absolute(try text(&cursor), in: folder))) }
    return found
  }

  private func text(_ cursor: inout ByteCursor) throws(ProfileRefusal) -> String {
    String(decoding: try cursor.take(try cursor.variable()), as: UTF8.self)
  }

  private mutating func index(of name: String) -> Int32 {
    if let known = indexByName[name] { return known }
    let index = Int32(clamping: names.count)
    names.append(name)
    indexByName[name] = index
    return index
  }
}

/// Where a file stands that the compiler was told of.
enum FilePath {
  static func absolute(_ name: String, in folder: String) -> String {
    guard !name.hasPrefix("/") else { return name }
    let parts = "\(folder)/\(name)".split(separator: "/", omittingEmptySubsequences: true)
    var kept: [Substring] = []
    for part in parts where part != "." {
      if part == ".." { _ = kept.popLast() } else { kept.append(part) }
    }
    return (folder.hasPrefix("/") ? "/" : "") + kept.joined(separator: "/")
  }
}
