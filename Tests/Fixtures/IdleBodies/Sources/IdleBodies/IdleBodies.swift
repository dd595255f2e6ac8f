public func twice(_ number: Int) -> Int { 2 * number }
