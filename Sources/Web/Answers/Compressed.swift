import Inflating
import Synchronization

/// What was compressed lately, so that a page that many read is compressed once.
final class Compressed: Sendable {
  private struct Memory {
    var pieces: [String: [UInt8]] = [:]
    /// The oldest first.
    var order: [String] = []
    var bytes = 0
  }

  private let memory = Mutex(Memory())
  private let mostBytes: Int

  init(mostBytes: Int = 12 << 20) { self.mostBytes = mostBytes }

  /// By a mark that differs wherever the bytes do.
  func bytes(_ mark: String, of bytes: () -> [UInt8]?) -> [UInt8]? {
    if let known = memory.withLock({ $0.pieces[mark] }) { return known }
    guard let made = bytes().flatMap({ gzipped($0) }) else { return nil }
    memory.withLock { memory in
      guard memory.pieces[mark] == nil, made.count <= mostBytes / 4 else { return }
      memory.pieces[mark] = made
      memory.order.append(mark)
      memory.bytes += made.count
      while memory.bytes > mostBytes, !memory.order.isEmpty {
        memory.bytes -= memory.pieces.removeValue(forKey: memory.order.removeFirst())?.count ?? 0
      }
    }
    return made
  }

  /// Whether who asks takes gzip: `gzip`, `gzip;q=0.5`, `*`, and not `gzip;q=0`.
  static func isTaken(_ header: String?) -> Bool {
    guard let header, header.utf8.count < 500 else { return false }
    let codings = header.lowercased().split(separator: ",").map { coding in
      coding.filter { $0 != " " && $0 != "\t" }.split(separator: ";")
    }
    guard
      let meant = codings.first(where: { $0.first == "gzip" }) ?? codings.first(where: { $0.first == "*" })
    else { return false }
    let quality = meant.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
    return quality ?? 1 > 0
  }
}
