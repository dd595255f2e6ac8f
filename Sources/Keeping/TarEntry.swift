/// What stands in a tar before each thing that it holds (POSIX 1003.1: ustar, with pax where that is too
/// narrow), so that any tar opens a backup.
struct TarEntry: Equatable {
  enum Kind: Equatable {
    case file, folder
    /// What more is known of the next one.
    case more
    /// What else a tar can hold, in words.
    case other(String)
  }

  static let block = 512

  var name: String
  var size = 0
  var mode: UInt32 = 0o644
  var modified = 0.0
  var kind = Kind.file

  /// Empty blocks up to a whole number of them.
  static func padding(_ size: Int) -> Int { (block - size % block) % block }
  /// Behind the last one.
  static let end = [UInt8](repeating: 0, count: 2 * block)

  // MARK: - Written

  var header: [UInt8] {
    let stored = kind == .folder ? name + "/" : name
    guard stored.utf8.count > 100 || size >= 1 << 33 else { return header(named: stored) }
    var text = Self.record("path", stored)
    if size >= 1 << 33 { text += Self.record("size", "\(size)") }
    var more = TarEntry(name: "pax", size: text.count, modified: modified)
    more.kind = .more
    return more.header(named: "pax") + text + [UInt8](repeating: 0, count: Self.padding(text.count))
      + header(named: String(decoding: stored.utf8.prefix(60), as: UTF8.self))
  }

  private func header(named stored: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.block)
    func put(_ text: String, at place: Int, most: Int) {
      for (index, byte) in text.utf8.prefix(most).enumerated() { bytes[place + index] = byte }
    }
    func put(_ number: Int, at place: Int, digits: Int) {
      let text = String(max(0, number), radix: 8)
      put(String(repeating: "0", count: max(0, digits - text.count)) + text, at: place, most: digits)
    }
    put(stored, at: 0, most: 100)
    put(Int(mode & 0o777), at: 100, digits: 7)
    put(0, at: 108, digits: 7)
    put(0, at: 116, digits: 7)
    put(size < 1 << 33 ? size : 0, at: 124, digits: 11)
    put(min(Int(modified), 1 << 33 - 1), at: 136, digits: 11)
    put("        ", at: 148, most: 8)
    put(kind == .more ? "x" : kind == .folder ? "5" : "0", at: 156, most: 1)
    put("ustar\u{0}00", at: 257, most: 8)
    put(bytes.reduce(0) { $0 + Int($1) }, at: 148, digits: 6)
    bytes[154] = 0
    return bytes
  }

  /// "21 path=some/long/name\n": its own length is part of what it counts.
  private static func record(_ key: String, _ value: String) -> [UInt8] {
    let rest = " \(key)=\(value)\n"
    var length = rest.utf8.count + 1
    while "\(length)".utf8.count + rest.utf8.count != length {
      length = "\(length)".utf8.count + rest.utf8.count
    }
    return Array("\(length)\(rest)".utf8)
  }

  // MARK: - Read

  /// Nil where it is no header of a tar.
  init?(header bytes: [UInt8]) {
    guard bytes.count == Self.block, let sum = Self.number(bytes[148..<156]) else { return nil }
    let actual = bytes.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 32 : Int(bytes[$1])) }
    guard sum == actual, let size = Self.number(bytes[124..<136]), let mode = Self.number(bytes[100..<108]),
      let modified = Self.number(bytes[136..<148]), let name = Self.text(bytes[0..<100])
    else { return nil }
    let isUstar = bytes[257..<262].elementsEqual("ustar".utf8)
    let prefix = isUstar ? Self.text(bytes[345..<500]) ?? "" : ""
    self.init(
      name: prefix.isEmpty ? name : prefix + "/" + name, size: size, mode: UInt32(mode & 0o777),
      modified: Double(modified), kind: Self.kind(bytes[156]))
    if kind == .folder, self.name.hasSuffix("/") { self.name.removeLast() }
  }

  init(name: String, size: Int = 0, mode: UInt32 = 0o644, modified: Double = 0, kind: Kind = .file) {
    (self.name, self.size, self.mode, self.modified, self.kind) = (name, size, mode, modified, kind)
  }

  private static func kind(_ flag: UInt8) -> Kind {
    switch flag {
    case UInt8(ascii: "0"), 0: .file
    case UInt8(ascii: "5"): .folder
    case UInt8(ascii: "x"): .more
    case UInt8(ascii: "1"): .other("a hard link")
    case UInt8(ascii: "2"): .other("a symbolic link")
    case UInt8(ascii: "3"), UInt8(ascii: "4"): .other("a device")
    case UInt8(ascii: "6"): .other("a pipe")
    default: .other("something that is no file")
    }
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == 32 }.prefix { $0 != 0 && $0 != 32 }
    guard !digits.isEmpty else { return 0 }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    String(validating: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Takes over what a `more` before it said; false where that cannot be understood.
  mutating func take(more bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let blank = rest.firstIndex(of: 32),
        let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
        length > blank - rest.startIndex + 1, length <= rest.count,
        let record = String(validating: rest[(blank + 1)..<(rest.startIndex + length - 1)], as: UTF8.self),
        let sign = record.firstIndex(of: "=")
      else { return false }
      let value = String(record[record.index(after: sign)...])
      switch record[..<sign] {
      case "path": name = kind == .folder && value.hasSuffix("/") ? String(value.dropLast()) : value
      case "size":
        guard let size = Int(value), size >= 0 else { return false }
        self.size = size
      case "linkpath": return false
      default: break
      }
      rest = rest.dropFirst(length)
    }
    return true
  }
}
