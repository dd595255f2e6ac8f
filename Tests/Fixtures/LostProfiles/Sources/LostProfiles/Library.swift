public func first() -> Int {
  1
}

public func second() -> Int {
  2
}

public func third(_ number: Int) -> Int {
  let sum = number + 1
  return sum
}
