public func carriage(_ flag: Bool) -> Int {
  if flag {
    return 1
  }
  return 2
}
