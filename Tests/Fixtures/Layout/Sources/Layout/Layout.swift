import CCounter

public func added(_ a: Int32, _ b: Int32) -> Int32 {
  counter_add(a, b)
}

public func twice(_ a: Int32) -> Int32 {
  counter_double(a)
}

public func generated() -> String {
  generatedGreeting()
}
