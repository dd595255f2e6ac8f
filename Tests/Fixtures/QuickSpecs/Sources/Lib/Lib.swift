public func twice(_ number: Int) -> Int { number * 2 }
