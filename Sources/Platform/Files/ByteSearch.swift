/// Looks for sequences of bytes in files, which may be larger than memory.
public struct ByteSearch: Sendable {
  public struct Wanted: Sendable, Equatable {
    var bytes: [UInt8]
    var beside: [UInt8]

    /// `beside`: what must stand near it as well.
    public init(_ bytes: [UInt8], beside: [UInt8] = []) { (self.bytes, self.beside) = (bytes, beside) }
  }

  private let wanted: [Wanted]
  /// By their first byte.
  private let places: [[Int]]
  private let isFirst: [Bool]
  private let margin: Int

  /// Further than a few instructions they do not belong together.
  private static let nearby = 40

  public init(_ wanted: [Wanted]) {
    self.wanted = wanted
    var places = Array(repeating: [Int](), count: 256)
    for (place, one) in wanted.enumerated() {
      if let first = one.bytes.first { places[Int(first)].append(place) }
    }
    self.places = places
    isFirst = places.map { !$0.isEmpty }
    margin = (wanted.map { $0.bytes.count + $0.beside.count }.max() ?? 0) + Self.nearby
  }

  /// The places in the list of those that stand in a file.
  public func found(inFile path: String) throws -> Set<Int> {
    var found: Set<Int> = []
    var window: [UInt8] = []
    try eachPart(of: path) { part in
      // What goes over from one part to the next is seen with it, and what is near on both sides.
      window = window.suffix(2 * margin) + part
      found.formUnion(self.found(in: window))
    }
    return found
  }

  public func found(in bytes: [UInt8]) -> Set<Int> {
    var found: Set<Int> = []
    for at in bytes.indices where isFirst[Int(bytes[at])] {
      for place in places[Int(bytes[at])] where Self.stands(wanted[place], at, bytes) { found.insert(place) }
    }
    return found
  }

  private static func stands(_ one: Wanted, _ at: Int, _ bytes: [UInt8]) -> Bool {
    guard stands(one.bytes, at, bytes) else { return false }
    guard !one.beside.isEmpty else { return true }
    let end = at + one.bytes.count
    let before = max(0, at - nearby)..<at
    let behind = end..<min(bytes.count, end + nearby)
    return [before, behind].contains { range in
      range.contains { $0 + one.beside.count <= range.upperBound && stands(one.beside, $0, bytes) }
    }
  }

  private static func stands(_ sequence: [UInt8], _ at: Int, _ bytes: [UInt8]) -> Bool {
    guard at + sequence.count <= bytes.count else { return false }
    for offset in sequence.indices where bytes[at + offset] != sequence[offset] { return false }
    return true
  }
}
