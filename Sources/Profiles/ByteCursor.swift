/// Reads a stretch of bytes from its beginning, and nothing behind its end.
struct ByteCursor {
  private let bytes: [UInt8]
  private(set) var position: Int
  let end: Int
  /// What is read, for whoever is told that it is damaged.
  private let what: String

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil, of what: String) {
    let range = (range ?? bytes.indices).clamped(to: bytes.indices)
    (self.bytes, position, end, self.what) = (bytes, range.lowerBound, range.upperBound, what)
  }

  var left: Int { end - position }

  /// The same bytes, another stretch of them.
  func within(_ range: Range<Int>) -> ByteCursor { ByteCursor(bytes, range, of: what) }

  var damaged: ProfileRefusal { .damaged("\(what) is damaged") }

  mutating func byte() throws(ProfileRefusal) -> UInt8 {
    guard position < end else { throw damaged }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number of that many bytes, the lowest first.
  mutating func number(bytes count: Int) throws(ProfileRefusal) -> UInt64 {
    guard count <= left else { throw damaged }
    var number: UInt64 = 0
    for index in 0..<count { number |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += count
    return number
  }

  mutating func range(_ count: UInt64) throws(ProfileRefusal) -> Range<Int> {
    guard count <= UInt64(left) else { throw damaged }
    defer { position += Int(count) }
    return position..<position + Int(count)
  }

  mutating func take(_ count: UInt64) throws(ProfileRefusal) -> ArraySlice<UInt8> { bytes[try range(count)] }

  /// Passes what fills up to the next multiple, counted from `start`.
  mutating func align(to size: Int, from start: Int) {
    let over = (position - start) % size
    if over > 0 { position = min(position + size - over, end) }
  }

  mutating func skipZeros() {
    while position < end, bytes[position] == 0 { position += 1 }
  }

  /// Seven bits a byte, the lowest first; not more than `most`.
  mutating func variable(most: UInt64 = .max) throws(ProfileRefusal) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      let part = UInt64(next & 0x7f)
      guard shift < 64 || part == 0 else { throw damaged }
      if shift < 64 {
        guard (part << shift) >> shift == part else { throw damaged }
        number |= part << shift
      }
      if next & 0x80 == 0 { break }
      shift += 7
    }
    guard number <= most else { throw damaged }
    return number
  }

  /// How many things follow, each of which takes at least `bytes`.
  mutating func count(ofAtLeast bytes: Int) throws(ProfileRefusal) -> Int {
    let count = try variable()
    guard count <= UInt64(left / bytes) else { throw damaged }
    return Int(count)
  }
}
