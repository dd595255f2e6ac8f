/// The head and the tail of a text of any length.
struct KeptOutput: Sendable {
  private let half: Int
  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  private var dropped = 0

  init(limit: Int) {
    half = max(limit / 2, 32)
  }

  var isEmpty: Bool { head.isEmpty }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let room = half - head.count
    if bytes.count <= room {
      head.append(contentsOf: bytes)
      return
    }
    if room > 0 { head.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<room])) }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[max(room, 0)...])
    if rest.count >= half {
      dropped += tail.count + rest.count - half
      tail.removeAll(keepingCapacity: true)
      tail.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[(rest.count - half)...]))
      return
    }
    tail.append(contentsOf: rest)
    // Cutting seldom keeps the cost of a byte constant.
    if tail.count > 2 * half {
      dropped += tail.count - half
      tail.removeFirst(tail.count - half)
    }
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  mutating func append(_ text: String) {
    append(Array(text.utf8))
  }

  mutating func append(_ byte: UInt8) {
    withUnsafeBytes(of: byte) { append($0) }
  }

  mutating func append(_ other: KeptOutput) {
    append(other.bytes)
  }

  mutating func clear() {
    head.removeAll(keepingCapacity: true)
    tail.removeAll(keepingCapacity: true)
    dropped = 0
  }

  var bytes: [UInt8] {
    let excess = max(tail.count - half, 0)
    guard dropped + excess > 0 else { return head + tail }
    // Neither cut may split a character.
    var first = head[...]
    while let last = first.last, last & 0xC0 == 0x80, head.count - first.count < 4 { first.removeLast() }
    if let last = first.last, last >= 0xC0 { first.removeLast() }
    var second = tail[excess...]
    while let byte = second.first, byte & 0xC0 == 0x80 { second.removeFirst() }
    let left = dropped + excess + head.count - first.count + tail.count - excess - second.count
    return first + Array("\n[\(left) bytes left out]\n".utf8) + second
  }

  /// As text: what is not UTF-8 becomes U+FFFD, and NUL becomes its picture, which every reader survives.
  var text: String { bytes.repairedText }
}

extension Collection<UInt8> {
  var repairedText: String {
    let text = String(decoding: self, as: UTF8.self)
    guard contains(0) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? "\u{2400}" : $0 }))
  }
}
