public func area(_ a: Double, _ b: Double) -> Double { a * b }
