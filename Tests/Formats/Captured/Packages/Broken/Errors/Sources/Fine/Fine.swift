public func fine() { var unused = 1 }
