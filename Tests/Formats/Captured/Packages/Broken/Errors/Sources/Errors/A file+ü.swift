public func wrong() -> Int { "text" }
public func missing() { nowhere() }
public func twice(_ a: Int) {}
public func twice(_ a: Int) {}
