public func fine() -> Int {
  1
}
