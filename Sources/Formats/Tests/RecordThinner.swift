/// How much of a record is kept.
public struct RecordLimits: Sendable {
  /// A text keeps as many bytes.
  public var text = 65_536
  /// A list keeps as many members.
  public var list = 20_000
  /// When that much of a record is kept, the rest of its texts and lists keep their beginnings only.
  public var full = 8 << 20
  /// No record is longer, whatever it is made of.
  public var record = 16 << 20
  /// What a test attached is kept whole up to this, as base64 and beside all else.
  public var attached = 64 << 20

  public init() {}

  var textWhenFull: Int { min(text, 256) }
  var listWhenFull: Int { min(list, 16) }
}

/// Shortens one line of JSON while it is read: long texts and long lists keep their beginnings, and what
/// comes out is JSON with every key in its place, in whatever order they come.
struct RecordThinner: Sendable {
  private enum Mode { case plain, text, cutText, droppedMembers }

  private let limits: RecordLimits
  private(set) var bytes: [UInt8] = []
  /// Something was left out.
  private(set) var isCut = false
  private(set) var isTooLong = false
  private var mode = Mode.plain
  /// The members of each open list so far; of an object, `Self.object`.
  private var open: [Int] = []
  private static let object = -1
  private static let deepest = 512

  // Of the text that is being read.
  private var length = 0
  private var start = 0
  /// It may be a key that names what a test attached, and then what follows it is that.
  private var isAttached = false
  private var attachedCount = 0
  private static let attachedKey = Array("\"_bytes\"".utf8)
  private var hash = Self.noHash
  private var escape = Escape()
  private static let noHash: UInt64 = 0xcbf2_9ce4_8422_2325

  // Of the members that are being left out.
  private var depth = 0
  private var isInText = false

  init(_ limits: RecordLimits) { self.limits = limits }

  /// What was attached weighs nothing here: what follows it must be kept all the same.
  private var count: Int { bytes.count - attachedCount }
  private var isFull: Bool { count >= limits.full }

  mutating func add(_ piece: UnsafeRawBufferPointer) {
    var rest = piece[...]
    while !isTooLong {
      passOver(&rest)
      guard let byte = rest.popFirst() else { return }
      switch mode {
      case .plain: takePlain(byte)
      case .text: takeText(byte)
      case .cutText: takeCutText(byte)
      case .droppedMembers: takeDropped(byte)
      }
      // Not `count`, which would copy what it is asked of for each byte.
      if bytes.count - attachedCount > limits.record || open.count > Self.deepest { isTooLong = true }
    }
  }

  /// What is left out is most of a record of many megabytes, and next to none of it says anything.
  private mutating func passOver(_ rest: inout Slice<UnsafeRawBufferPointer>) {
    switch mode {
    case .droppedMembers where !isInText:
      rest = rest[(rest.firstIndex(where: Self.mayEndMembers) ?? rest.endIndex)...]
    case .cutText where escape.isBetween:
      let end = rest.firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } ?? rest.endIndex
      hash = rest[..<end].reduce(hash, Self.mixed)
      length += end - rest.startIndex
      rest = rest[end...]
    default: break
    }
  }

  private static func mayEndMembers(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte | 0x20 == UInt8(ascii: "{") || byte | 0x20 == UInt8(ascii: "}")
  }

  private static func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  private mutating func takePlain(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""):
      (mode, length, hash, escape, start) = (.text, 0, Self.noHash, Escape(), bytes.count)
      isAttached = isAttached && bytes.last == UInt8(ascii: ":")
    case UInt8(ascii: "["): open.append(1)
    case UInt8(ascii: "{"): open.append(Self.object)
    case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = open.popLast()
    case UInt8(ascii: ","):
      if let last = open.indices.last, open[last] != Self.object {
        guard open[last] < (isFull ? limits.listWhenFull : limits.list) else {
          (mode, depth, isInText, isCut) = (.droppedMembers, 0, false, true)
          return
        }
        open[last] += 1
      }
    default: break
    }
    bytes.append(byte)
  }

  private mutating func takeText(_ byte: UInt8) {
    if byte == UInt8(ascii: "\""), !escape.isOpen {
      mode = .plain
      bytes.append(byte)
      isAttached = bytes[start...].elementsEqual(Self.attachedKey)
      return
    }
    let mayEnd = escape.isBetween && byte & 0xC0 != 0x80
    if mayEnd, length >= (isAttached ? limits.attached : isFull ? limits.textWhenFull : limits.text) {
      // What is not whole is not kept, and that is told of the attachment.
      (mode, isCut) = (.cutText, isCut || !isAttached)
      return takeCutText(byte)
    }
    pass(byte)
    bytes.append(byte)
    if isAttached { attachedCount += 1 }
  }

  private mutating func takeCutText(_ byte: UInt8) {
    guard byte == UInt8(ascii: "\""), !escape.isOpen else { return pass(byte) }
    mode = .plain
    bytes += Array((Self.markStart + "\(length) bytes, \(String(hash, radix: 16))]\"").utf8)
  }

  private mutating func pass(_ byte: UInt8) {
    escape.take(byte)
    length += 1
    hash = Self.mixed(hash, byte)
  }

  private mutating func takeDropped(_ byte: UInt8) {
    if isInText {
      if byte == UInt8(ascii: "\""), !escape.isOpen { isInText = false } else { escape.take(byte) }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): (isInText, escape) = (true, Escape())
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      guard depth == 0 else {
        depth -= 1
        return
      }
      mode = .plain
      takePlain(byte)
    default: break
    }
  }

  private static let markStart = "… [whole: "

  /// What stands for a whole text that was cut, wherever it was cut; nil of one that was not.
  static func mark(of text: String) -> Substring? {
    guard text.hasSuffix("]"), let start = text.range(of: markStart, options: .backwards) else { return nil }
    return text[start.lowerBound...]
  }
}

/// Where a text of JSON may be cut.
private struct Escape {
  /// How many bytes of it are still to come.
  private var left = 0
  private var digits: UInt32 = 0
  private var isUnicode = false
  /// The second half of a character must follow.
  private var isHalf = false

  var isOpen: Bool { left > 0 }
  var isBetween: Bool { left == 0 && !isHalf }

  mutating func take(_ byte: UInt8) {
    guard left > 0 else {
      guard byte == UInt8(ascii: "\\") else {
        isHalf = false
        return
      }
      (left, isUnicode) = (1, false)
      return
    }
    left -= 1
    if isUnicode {
      digits = digits << 8 | UInt32(byte | 0x20)
      guard left == 0 else { return }
      let (first, second) = (digits >> 24 & 0xFF, digits >> 16 & 0xFF)
      isHalf = first == UInt32(UInt8(ascii: "d")) && "89ab".utf8.contains(UInt8(second)) && !isHalf
    } else if byte == UInt8(ascii: "u") {
      (left, isUnicode, digits) = (4, true, 0)
    } else {
      isHalf = false
    }
  }
}
