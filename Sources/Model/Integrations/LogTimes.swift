/// When lines of a log were printed, in seconds since it began: what stands beside the log in a file of lines
/// `OFFSET SECONDS`, each for all lines that begin at that byte of the log or behind it. Without seconds
/// nobody knows: they waited until others had been written.
public struct LogTimes: Equatable, Sendable {
  private var offsets: [Int] = []
  private var tenths: [Int?] = []

  public init() {}

  public init(_ file: [UInt8]) {
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map { Int(String(decoding: $0, as: UTF8.self)) }
      // What another version wrote, or what was cut off, is passed over.
      guard let offset = words.first ?? nil, offset >= offsets.last ?? 0, words.count <= 2 else { continue }
      offsets.append(offset)
      tenths.append(words.count == 2 ? words[1] : nil)
    }
  }

  public var isEmpty: Bool { offsets.isEmpty }

  /// A line of the file; nil where the one before says the same.
  public static func line(offset: Int, tenths: Int?, after last: Int??) -> String? {
    if let last, last == tenths { return nil }
    return "\(offset)\(tenths.map { " \($0)" } ?? "")\n"
  }

  /// In tenths of a second.
  public func tenths(at offset: Int) -> Int? {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? tenths[low - 1] : nil
  }
}
