public func unlinked() -> Int {
  1
}
