@_silgen_name("bothy_there_is_no_such_symbol")
func missing() -> Int

public func fine() -> Int {
  missing()
}
