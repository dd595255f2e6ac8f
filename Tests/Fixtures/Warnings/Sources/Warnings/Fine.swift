public func fine() -> Int {
  2
}
