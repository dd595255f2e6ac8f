/// What a process left of how often it executed each part of its functions, as the runtime of the toolchain
/// writes it. A file that is not whole and in agreement with itself is refused.
public struct RawProfile: Equatable, Sendable {
  /// The only one that is read.
  public static let version: UInt64 = 10

  /// What a function is known by.
  public struct Key: Hashable, Sendable {
    /// Made of its mangled name.
    public var name: UInt64
    /// Made of its form, by compilers that do so.
    public var hash: UInt64

    public init(name: UInt64, hash: UInt64) { (self.name, self.hash) = (name, hash) }
  }

  public struct Function: Equatable, Sendable {
    public var key: Key
    /// Indices into `counters`.
    public var counters: Range<Int>
  }

  public private(set) var functions: [Function] = []
  public private(set) var counters: [UInt64] = []

  private static let magic: UInt64 = 0xff6c_7072_6f66_7281
  /// The highest kind of values; one more would make each record longer.
  private static let valueKinds: UInt64 = 2
  private static let recordBytes = 64

  public init(_ bytes: [UInt8]) throws(ProfileRefusal) {
    guard !bytes.isEmpty else { throw .damaged("the profile is empty") }
    var cursor = ByteCursor(bytes, of: "the profile")
    // Several programs in one process may write one behind the other.
    repeat { try read(&cursor) } while cursor.left > 0
  }

  /// The head's numbers, in their order.
  private struct Head {
    var idBytes, functions, gapBefore, counters, gapBehind, bits, gapBehindBits, nameBytes: UInt64
    var countersFromData: UInt64

    init(_ cursor: inout ByteCursor) throws(ProfileRefusal) {
      guard try cursor.number(bytes: 8) == RawProfile.magic else {
        throw .damaged("the profile does not begin as one")
      }
      let version = try cursor.number(bytes: 8)
      guard version == RawProfile.version else { throw .unknownVersion(of: "profiles", version) }
      idBytes = try cursor.number(bytes: 8)
      functions = try cursor.number(bytes: 8)
      gapBefore = try cursor.number(bytes: 8)
      counters = try cursor.number(bytes: 8)
      gapBehind = try cursor.number(bytes: 8)
      bits = try cursor.number(bytes: 8)
      gapBehindBits = try cursor.number(bytes: 8)
      nameBytes = try cursor.number(bytes: 8)
      countersFromData = try cursor.number(bytes: 8)
      // Where bits and names lie in memory.
      _ = (try cursor.number(bytes: 8), try cursor.number(bytes: 8))
      let tables = (try cursor.number(bytes: 8), try cursor.number(bytes: 8))
      guard tables == (0, 0), bits == 0 else { throw .notSupported("tables of values") }
      let kinds = try cursor.number(bytes: 8)
      guard kinds == RawProfile.valueKinds else { throw .notSupported("values of another kind") }
    }
  }

  private mutating func read(_ cursor: inout ByteCursor) throws(ProfileRefusal) {
    let start = cursor.position
    let head = try Head(&cursor)
    guard head.idBytes.isMultiple(of: 8) else { throw cursor.damaged }
    _ = try cursor.range(head.idBytes)
    guard head.functions <= UInt64(cursor.left / Self.recordBytes),
      head.counters <= UInt64(cursor.left / 8)
    else { throw cursor.damaged }
    let first = counters.count
    let records = try cursor.range(head.functions * UInt64(Self.recordBytes))
    _ = try cursor.range(head.gapBefore)
    var counted = cursor
    let span = try cursor.range(head.counters * 8)
    counters.reserveCapacity(first + Int(head.counters))
    for _ in 0..<head.counters { counters.append(try counted.number(bytes: 8)) }
    for gap in [head.gapBehind, head.bits, head.gapBehindBits, head.nameBytes] { _ = try cursor.range(gap) }
    cursor.align(to: 8, from: start)
    guard (cursor.position - start).isMultiple(of: 8) else { throw cursor.damaged }
    var record = cursor.within(records)
    functions.reserveCapacity(functions.count + Int(head.functions))
    for index in 0..<Int(head.functions) {
      let offset = head.countersFromData &- UInt64(index * Self.recordBytes)
      functions.append(
        try Self.function(&record, countersFromHere: offset, of: span.count, first: first))
    }
  }

  private static func function(
    _ cursor: inout ByteCursor, countersFromHere: UInt64, of bytes: Int, first: Int
  ) throws(ProfileRefusal) -> Function {
    let name = try cursor.number(bytes: 8)
    let hash = try cursor.number(bytes: 8)
    let offset = try cursor.number(bytes: 8) &- countersFromHere
    // Where its bits, its code and its values lie in memory.
    _ = try cursor.range(24)
    let count = try cursor.number(bytes: 4)
    guard try cursor.number(bytes: 6) == 0 else { throw .notSupported("values") }
    // Two bytes to fill up, four for bits that there are none of.
    _ = try cursor.range(6)
    guard count > 0, offset.isMultiple(of: 8), offset <= UInt64(bytes), count <= (UInt64(bytes) - offset) / 8
    else { throw cursor.damaged }
    let start = first + Int(offset / 8)
    return Function(key: Key(name: name, hash: hash), counters: start..<start + Int(count))
  }
}
