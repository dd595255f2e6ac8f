public var counter = 0

public func increment() -> Int {
  counter += 1
  return counter
}
