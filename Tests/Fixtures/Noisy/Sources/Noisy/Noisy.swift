public func quiet() -> Int {
  1
}
