/// The parts of a test program that say where its code stands in the sources.
public struct ProgramSections: Equatable, Sendable {
  /// The names of all functions that are counted.
  public var names: [UInt8]
  /// What each function consists of.
  public var functions: [UInt8]
  /// The files that functions name.
  public var files: [UInt8]

  public init(names: [UInt8], functions: [UInt8], files: [UInt8]) {
    (self.names, self.functions, self.files) = (names, functions, files)
  }

  /// No section of a program that anybody builds is larger.
  private static let mostBytes: UInt64 = 1 << 30
  private static let mostSections: UInt64 = 1 << 20
  private static let entryBytes = 64

  private struct Entry {
    var name: UInt64
    var isCompressed: Bool
    var offset: UInt64
    var size: UInt64
    var link: UInt64
  }

  /// `read` gives so many bytes of the program's file from an offset; nil where it has not as many.
  public init(of read: (_ offset: UInt64, _ count: Int) -> [UInt8]?) throws(ProfileRefusal) {
    let damaged = ProfileRefusal.damaged("the test program is no program as it should be")
    func bytes(_ offset: UInt64, _ size: UInt64) throws(ProfileRefusal) -> [UInt8] {
      guard size <= Self.mostBytes, let found = read(offset, Int(size)), found.count == Int(size) else {
        throw damaged
      }
      return found
    }
    let head = try bytes(0, 64)
    guard head.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else { throw damaged }
    guard head[4] == 2, head[5] == 1 else { throw .notSupported("code for another kind of machine") }
    var cursor = ByteCursor(head, 40..<64, of: "the test program")
    let table = try cursor.number(bytes: 8)
    _ = try cursor.range(10)
    guard try cursor.number(bytes: 2) == UInt64(Self.entryBytes) else { throw damaged }
    var count = try cursor.number(bytes: 2)
    var namesIndex = try cursor.number(bytes: 2)
    guard table > 0 else { throw .noMap }
    // Numbers that are too large for the head stand in the first entry.
    let first = try Self.entry(try bytes(table, UInt64(Self.entryBytes)), 0)
    if count == 0 { count = first.size }
    if namesIndex == 0xffff { namesIndex = first.link }
    guard count <= Self.mostSections, namesIndex < count else { throw damaged }
    let rows = try bytes(table, count * UInt64(Self.entryBytes))
    let place = try Self.entry(rows, Int(namesIndex))
    let texts = try bytes(place.offset, place.size)
    func section(_ name: String) throws(ProfileRefusal) -> [UInt8] {
      let wanted = Array(name.utf8) + [0]
      var found: [UInt8]?
      for index in 0..<Int(count) {
        let entry = try Self.entry(rows, index)
        guard entry.name < UInt64(texts.count), texts[Int(entry.name)...].starts(with: wanted) else {
          continue
        }
        guard found == nil, !entry.isCompressed else { throw .notSupported("parts in another form") }
        found = try bytes(entry.offset, entry.size)
      }
      guard let found else { throw .noMap }
      return found
    }
    names = try section("__llvm_prf_names")
    functions = try section("__llvm_covfun")
    files = try section("__llvm_covmap")
  }

  private static func entry(_ rows: [UInt8], _ index: Int) throws(ProfileRefusal) -> Entry {
    let start = index * entryBytes
    var cursor = ByteCursor(rows, start..<start + entryBytes, of: "the test program")
    let name = try cursor.number(bytes: 4)
    _ = try cursor.number(bytes: 4)
    let flags = try cursor.number(bytes: 8)
    _ = try cursor.number(bytes: 8)
    let offset = try cursor.number(bytes: 8)
    let size = try cursor.number(bytes: 8)
    let link = try cursor.number(bytes: 4)
    return Entry(name: name, isCompressed: flags & 0x800 != 0, offset: offset, size: size, link: link)
  }
}
