/// Tells whether something is still what it was: equal contents have equal marks, others in practice never.
public struct ContentMark: Hashable, Sendable {
  private var a: UInt64 = 0x9e37_79b9_7f4a_7c15
  private var b: UInt64 = 0xcbf2_9ce4_8422_2325

  public init() {}

  public init(_ bytes: [UInt8]) { add(bytes) }

  public init(_ text: String) { add(text) }

  public mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  public mutating func add(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { add($0) } }

  public mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  public mutating func add(_ number: Int) { mix(UInt64(bitPattern: Int64(number))) }

  public mutating func add(_ mark: ContentMark) {
    mix(mark.a)
    mix(mark.b)
  }

  /// The length comes first, so that what was added one after the other can't be cut differently.
  public mutating func add(_ bytes: UnsafeRawBufferPointer) {
    mix(UInt64(bytes.count))
    let whole = bytes.count - bytes.count % 8
    for offset in stride(from: 0, to: whole, by: 8) {
      mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    guard whole < bytes.count else { return }
    mix(bytes[whole...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Each step can be undone, so that no difference is ever lost on the way.
  @inline(__always) private mutating func mix(_ word: UInt64) {
    a = (a ^ word) &* 0xff51_afd7_ed55_8ccd
    a ^= a &>> 32
    b = (b &+ word) &* 0xc4ce_b9fe_1a85_ec53
    b ^= b &>> 29
  }

  /// 32 hexadecimal digits.
  public var text: String { Fingerprint.digits(a) + Fingerprint.digits(b) }
}
