/// What a column can hold.
public enum Value: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// What can stand for a `?` in a statement.
public protocol Bindable {
  var value: Value { get }
}

extension Value: Bindable { public var value: Value { self } }
extension Int: Bindable { public var value: Value { .integer(Int64(self)) } }
extension Int32: Bindable { public var value: Value { .integer(Int64(self)) } }
extension Int64: Bindable { public var value: Value { .integer(self) } }
extension Bool: Bindable { public var value: Value { .integer(self ? 1 : 0) } }
extension Double: Bindable { public var value: Value { .real(self) } }
extension String: Bindable { public var value: Value { .text(self) } }

extension Optional: Bindable where Wrapped: Bindable {
  public var value: Value { self?.value ?? .null }
}
