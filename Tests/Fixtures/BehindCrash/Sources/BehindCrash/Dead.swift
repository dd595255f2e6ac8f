public func element(_ values: [Int], _ index: Int) -> Int {
  let before = values.count
  let value = values[index]
  return before + value
}

public func outer(_ index: Int) -> Int {
  let a = 1
  let b = element(
    [1, 2],
    index)
  let c = a + b
  if c > 1 {
    return c
  }
  return 0
}

public func sometimes(_ index: Int) -> Int {
  let x = element([1], index)
  return x + 1
}

public func looped(_ values: [Int]) -> Int {
  var sum = 0
  for value in values {
    if value < 0 {
      fatalError("negative")
    }
    sum += value
  }
  return sum
}

public func closures(_ values: [Int]) -> [Int] {
  let mapped = values.map { value in
    precondition(value > 0)
    return value * 2
  }
  let more = mapped.map { $0 + 1 }
  return more
}

public func later(_ x: Int) async -> Int {
  let a = await step(x)
  return a + 1
}

func step(_ x: Int) async -> Int {
  await Task.yield()
  precondition(x > 0)
  return x
}
