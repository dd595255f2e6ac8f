public func generated() -> Int {
  1
}

public func neverRuns() -> Int {
  2
}
