public func gone() -> Int {
  3
}
