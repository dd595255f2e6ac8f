public func flood() -> Int {
  1
}
