import Foundation

/// Writes any value as JSON for people and programs: keys in the order in which their type has them, times in
/// UTC, nothing escaped that need not be. Foundation's encoder takes several times as long for 20,000 tests.
final class JSONText: Encoder {
  enum Layout {
    /// Indented, but lists and objects of nothing but numbers, and lists of texts, on one line.
    case indented
    case line
  }

  private struct Container {
    var isObject = false
    var start = 0
    var isEmpty = true
    var isRow = true
  }

  // One thread writes, and nothing here calls back: checks of each access at run time took a third of it.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var inner = Container()
  @exclusivity(unchecked) private var outer: [Container] = []
  @exclusivity(unchecked) private var depth = 0
  private let layout: Layout

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private init(_ layout: Layout) { self.layout = layout }

  /// What is no number is written as zero. For values that are always representable.
  static func write(_ value: some Encodable, _ layout: Layout = .indented) -> [UInt8] {
    let text = JSONText(layout)
    do { try text.write(value) } catch { preconditionFailure("a value that cannot be written: \(error)") }
    text.append("\n")
    return text.bytes
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(text: self, depth: enter(isObject: true)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    Elements(text: self, depth: enter(isObject: false))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(text: self) }

  // MARK: Values

  private func write<T: Encodable>(_ value: T) throws {
    // What there is most of goes the short way.
    if T.self == String.self, let text = value as? String { return write(text) }
    if T.self == Int.self, let number = value as? Int { return write(whole: number) }
    if T.self == [String].self, let texts = value as? [String] { return write(row: texts, quote) }
    if T.self == [Int].self, let numbers = value as? [Int] { return write(row: numbers, digits) }
    if T.self == [[Int]].self, let rows = value as? [[Int]] { return write(row: rows) { row($0, digits) } }
    if T.self == Double.self, let number = value as? Double { return write(number) }
    if T.self == Date.self, let date = value as? Date { return write(Timestamp.write(date)) }
    let depth = depth
    let length = bytes.count
    try value.encode(to: self)
    if bytes.count == length { _ = enter(isObject: true) }
    close(to: depth)
  }

  private func write(_ text: String) {
    separate()
    quote(text)
  }

  private func write(whole number: some FixedWidthInteger) {
    separate()
    digits(number)
  }

  private func write(_ flag: Bool) {
    separate()
    append(flag ? "true" : "false")
  }

  private func writeNull() {
    separate()
    append("null")
  }

  private func write(_ number: Double, isDuration: Bool = false) {
    separate()
    guard number.isFinite else { return append("0") }
    // Durations are told to the microsecond.
    let number = isDuration && abs(number) < 1e9 ? (number * 1e6).rounded() / 1e6 : number
    // A whole number needs no fraction in JSON.
    if let whole = Int(exactly: number), abs(whole) < 1 << 53 {
      digits(whole)
    } else {
      bytes += "\(number)".utf8
    }
  }

  private func write<Element>(row elements: [Element], _ put: (Element) -> Void) {
    separate()
    row(elements, put)
  }

  private func row<Element>(_ elements: [Element], _ put: (Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { append(", ") }
      isFirst = false
      put(element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  // MARK: Containers

  /// The depth at which what is in it is written.
  private func enter(isObject: Bool) -> Int {
    separate(isObject: isObject)
    outer.append(inner)
    inner = Container(isObject: isObject, start: bytes.count)
    depth += 1
    bytes.append(UInt8(ascii: isObject ? "{" : "["))
    return depth
  }

  private func close(to wanted: Int) {
    while depth > wanted {
      let closed = inner
      inner = outer.removeLast()
      depth -= 1
      if !closed.isRow { breakLine(comma: false) }
      bytes.append(UInt8(ascii: closed.isObject ? "}" : "]"))
    }
  }

  /// What goes before an element of a list; a member has had its place already.
  private func separate(isObject: Bool = false) {
    if inner.isObject || depth == 0 { return }
    if inner.isEmpty { inner.isRow = layout == .line || !isObject }
    advance()
  }

  private func place(_ key: some CodingKey, _ depth: Int, isNumber: Bool = false) {
    close(to: depth)
    if inner.isEmpty {
      inner.isRow = layout == .line || isNumber
    } else if inner.isRow, !isNumber, layout == .indented {
      unfold()
    }
    advance()
    var name = key.stringValue
    name.withUTF8 { utf8 in
      bytes.append(UInt8(ascii: "\""))
      put(utf8)
      append("\": ")
    }
  }

  private func advance() {
    if inner.isRow {
      if !inner.isEmpty { append(", ") }
    } else {
      breakLine(comma: !inner.isEmpty)
    }
    inner.isEmpty = false
  }

  /// An object that began with numbers has other members too.
  private func unfold() {
    inner.isRow = false
    let members = bytes[(inner.start + 1)...].split(separator: UInt8(ascii: ","))
    bytes.removeSubrange((inner.start + 1)...)
    inner.isEmpty = true
    for member in members {
      advance()
      bytes += member.drop { $0 == UInt8(ascii: " ") }
    }
  }

  private static let gap: StaticString = ",\n                                                            "

  private func breakLine(comma: Bool) {
    Self.gap.withUTF8Buffer { bytes += $0[(comma ? 0 : 1)..<min(2 + 2 * depth, $0.count)] }
  }

  // MARK: Bytes

  private static let hexadecimal = Array("0123456789abcdef".utf8)

  private func quote(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { put($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  private func put(_ text: some Collection<UInt8>) {
    if text.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c }) {
      text.forEach(escape)
    } else {
      bytes.append(contentsOf: text)
    }
  }

  private func digits(_ number: some FixedWidthInteger) { bytes += String(number).utf8 }

  private func escape(_ byte: UInt8) {
    switch byte {
    case 0x0a: append("\\n")
    case 0x0d: append("\\r")
    case 0x09: append("\\t")
    case 0x22: append("\\\"")
    case 0x5c: append("\\\\")
    case 0x20...: bytes.append(byte)
    default:
      append("\\u00")
      bytes.append(Self.hexadecimal[Int(byte >> 4)])
      bytes.append(Self.hexadecimal[Int(byte & 15)])
    }
  }

  private func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes += $0 }
  }
}

// A method of any Encodable stands in for those of each kind of number that the protocols ask for.
extension JSONText {
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let text: JSONText
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    private func at(_ key: Key, isNumber: Bool = false) -> JSONText {
      text.place(key, depth, isNumber: isNumber)
      return text
    }

    func encodeNil(forKey key: Key) { at(key).writeNull() }
    func encode(_ value: Bool, forKey key: Key) { at(key).write(value) }
    func encode(_ value: String, forKey key: Key) { at(key).write(value) }
    func encode(_ value: Int, forKey key: Key) { at(key, isNumber: true).write(whole: value) }
    func encode(_ value: Double, forKey key: Key) {
      at(key).write(value, isDuration: key.stringValue.hasSuffix("econds"))
    }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      if T.self == Double.self, let number = value as? Double { return encode(number, forKey: key) }
      try at(key).write(value)
    }

    func nestedContainer<Inner>(keyedBy: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
      at(key).container(keyedBy: keyedBy)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      at(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { text }
    func superEncoder(forKey key: Key) -> any Encoder { at(key) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let text: JSONText
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var count = 0

    private mutating func next() -> JSONText {
      text.close(to: depth)
      count += 1
      return text
    }

    mutating func encodeNil() { next().writeNull() }
    mutating func encode<T: Encodable>(_ value: T) throws { try next().write(value) }

    mutating func nestedContainer<Inner>(keyedBy: Inner.Type) -> KeyedEncodingContainer<Inner> {
      next().container(keyedBy: keyedBy)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { next() }
  }

  private struct Single: SingleValueEncodingContainer {
    let text: JSONText
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { text.writeNull() }
    func encode(_ value: Bool) { text.write(value) }
    func encode(_ value: String) { text.write(value) }
    func encode(_ value: Double) { text.write(value) }
    func encode(_ value: Float) { text.write(Double(value)) }
    func encode(_ value: Int) { text.write(whole: value) }
    func encode(_ value: Int8) { text.write(whole: value) }
    func encode(_ value: Int16) { text.write(whole: value) }
    func encode(_ value: Int32) { text.write(whole: value) }
    func encode(_ value: Int64) { text.write(whole: value) }
    func encode(_ value: UInt) { text.write(whole: value) }
    func encode(_ value: UInt8) { text.write(whole: value) }
    func encode(_ value: UInt16) { text.write(whole: value) }
    func encode(_ value: UInt32) { text.write(whole: value) }
    func encode(_ value: UInt64) { text.write(whole: value) }
    func encode<T: Encodable>(_ value: T) throws { try text.write(value) }
  }
}
