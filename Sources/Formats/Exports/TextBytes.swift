/// Text that grows, as the bytes of a file.
struct TextBytes {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String) { bytes += text.utf8 }
  mutating func add(_ more: [UInt8]) { bytes += more }
  mutating func add(byte: UInt8) { bytes.append(byte) }

  mutating func add(_ texts: String...) {
    for text in texts { bytes += text.utf8 }
  }

  mutating func add(_ number: UInt64) {
    if number < 10 {
      bytes.append(0x30 + UInt8(number))
    } else {
      bytes += String(number).utf8
    }
  }
}
