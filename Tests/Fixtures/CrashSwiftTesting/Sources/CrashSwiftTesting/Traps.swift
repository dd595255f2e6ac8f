public func third(of numbers: [Int]) -> Int {
  numbers[2]
}

public func before() -> Int {
  1
}

public func after() -> Int {
  2
}
