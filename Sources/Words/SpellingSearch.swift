/// Looks for any of several texts in bytes that may come in pieces.
public struct SpellingSearch: Sendable {
  /// The longest first.
  private let spellings: [[UInt8]]
  /// Which of them begin with a byte.
  private let beginning: [[Int]]

  public init(_ spellings: some Sequence<[UInt8]>) {
    let all = Set(spellings).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    self.spellings = all
    beginning = (0..<256).map { byte in all.indices.filter { all[$0][0] == UInt8(byte) } }
  }

  public var isEmpty: Bool { spellings.isEmpty }

  /// Where they are. Unless `isWhole`, what begins at `end` or later may go on in the next piece.
  public func find(in bytes: [UInt8], isWhole: Bool) -> (places: [Range<Int>], end: Int) {
    var places: [Range<Int>] = []
    for start in bytes.indices {
      for index in beginning[Int(bytes[start])] {
        let spelling = spellings[index]
        let rest = bytes[start...].prefix(spelling.count)
        guard spelling.starts(with: rest) else { continue }
        if rest.count == spelling.count {
          places.append(start..<start + spelling.count)
          break
        }
        guard !isWhole else { continue }
        var end = start
        // What overlaps with it is found again with it.
        while let place = places.last(where: { $0.upperBound > end }) {
          end = min(end, place.lowerBound)
          places.removeAll { $0.lowerBound >= end }
        }
        return (places, end)
      }
    }
    return (places, bytes.count)
  }
}
