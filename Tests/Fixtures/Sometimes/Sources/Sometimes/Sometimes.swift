public func word(isSecond: Bool) -> String {
  if isSecond {
    return "second"
  }
  return "first"
}

public func always() -> Int {
  1
}
