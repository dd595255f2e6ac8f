public func warns() -> Int {
  var never = 1
  return never
}

@available(*, deprecated, message: "use the new one")
public func old() -> Int {
  1
}

public func new() -> Int {
  old()
}
