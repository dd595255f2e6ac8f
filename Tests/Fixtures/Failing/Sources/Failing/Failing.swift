public struct Bad: Error, CustomStringConvertible {
  let number: Int
  public init(_ number: Int) { self.number = number }
  public var description: String { "bad(\(number))" }
}

public func half(_ number: Int) throws -> Int {
  if number % 2 == 1 {
    throw Bad(number)
  }
  return number / 2
}

public func neverCalled() -> Int {
  1
}
