import CSQLite

/// A prepared statement; it owns its pointer and gives it back.
final class Statement {
  let pointer: OpaquePointer
  /// Whether someone reads its rows just now, so that it must not be started again.
  var isActive = false
  /// The columns in their order, found once for all rows of an answer; of two with one name the first has it.
  private lazy var names = namesInOrder()
  /// The one that was asked for last: whoever reads a row goes through it in order.
  private var latest = 0

  init(pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sqlite3_finalize(pointer) }

  var valueCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  func bind(_ values: [any Bindable]) -> Int32 {
    precondition(valueCount == values.count, "A statement is given as many values as it has question marks.")
    for (index, value) in values.enumerated() {
      let code = bind(value.value, at: Int32(index + 1))
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  /// SQLite copies what it is given: the bytes of a Swift value only live through the call.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(pointer, index)
    case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
    case .real(let number): return sqlite3_bind_double(pointer, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        guard let start = bytes.baseAddress else {
          return sqlite3_bind_text(pointer, index, "", 0, Self.copied)
        }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          sqlite3_bind_text64(pointer, index, $0, UInt64(bytes.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      }
    }
  }

  /// How much work it was since this was asked last.
  func takeSteps() -> Int { Int(sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_VM_STEP, 1)) }

  func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  func place(of name: String) -> Int32? {
    let names = names
    for step in names.indices {
      let place = (latest + step) % names.count
      guard names[place] == name else { continue }
      latest = place
      return Int32(place)
    }
    return nil
  }

  private func namesInOrder() -> [String?] {
    var names: [String?] = []
    for place in 0..<sqlite3_column_count(pointer) {
      let name = sqlite3_column_name(pointer, place).map { String(cString: $0) }
      names.append(names.contains(name) ? nil : name)
    }
    return names
  }
}

/// Which column of an answer: by the name that its statement gives it, or by its place.
public enum Column: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Sendable {
  case named(String)
  case at(Int)

  public init(stringLiteral name: String) { self = .named(name) }
  public init(integerLiteral place: Int) { self = .at(place) }
}

/// One row of an answer. It is lent to a closure and cannot be kept.
public struct Row: ~Copyable {
  private let statement: Statement
  private var pointer: OpaquePointer { statement.pointer }

  init(_ statement: Statement) { self.statement = statement }

  public var count: Int { Int(sqlite3_column_count(pointer)) }

  public func isNull(_ column: Column) -> Bool { isNull(place(column)) }

  public func int(_ column: Column) -> Int { int(place(column)) }

  public func bool(_ column: Column) -> Bool { int(column) != 0 }

  public func double(_ column: Column) -> Double { double(place(column)) }

  public func text(_ column: Column) -> String { text(place(column)) }

  public func maybeInt(_ column: Column) -> Int? { maybe(column) { int($0) } }
  public func maybeDouble(_ column: Column) -> Double? { maybe(column) { double($0) } }
  public func maybeText(_ column: Column) -> String? { maybe(column) { text($0) } }

  private func maybe<T>(_ column: Column, _ read: (Int32) -> T) -> T? {
    let place = place(column)
    return isNull(place) ? nil : read(place)
  }

  private func isNull(_ place: Int32) -> Bool { sqlite3_column_type(pointer, place) == SQLITE_NULL }

  private func int(_ place: Int32) -> Int { Int(sqlite3_column_int64(pointer, place)) }

  private func double(_ place: Int32) -> Double { sqlite3_column_double(pointer, place) }

  private func text(_ place: Int32) -> String {
    // The text is asked for before its length, as SQLite wants it.
    guard let start = sqlite3_column_text(pointer, place) else { return "" }
    let length = Int(sqlite3_column_bytes(pointer, place))
    return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  private func place(_ column: Column) -> Int32 {
    switch column {
    case .at(let place) where place >= 0 && place < count: return Int32(place)
    case .named(let name): if let place = statement.place(of: name) { return place }
    case .at: break
    }
    preconditionFailure("A row is asked for columns that its statement names.")
  }
}
