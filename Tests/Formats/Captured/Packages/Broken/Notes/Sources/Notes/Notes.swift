public func twice(_ a: Int) {}
public func ambiguous(_ a: Int8) {}
public func ambiguous(_ a: Int16) {}
public protocol Needs { func needed() }
