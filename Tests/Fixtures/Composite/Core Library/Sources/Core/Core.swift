public func core() -> String {
  "core"
}

public func otherCore() -> String {
  "other"
}
