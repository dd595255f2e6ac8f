public func doubled(_ numbers: [Int]) -> [Int] {
  numbers.map { $0 * 2 }
}

public func filtered(_ numbers: [Int]) -> [Int] {
  numbers.filter { number in
    number > 2
  }
}

public func lazily(_ make: () -> Int, when needed: Bool) -> Int {
  guard needed else { return 0 }
  return make()
}

public func unused() -> Int {
  lazily({
    let one = 1
    return one
  }, when: false)
}

public func biggest<Element: Comparable>(_ elements: [Element]) -> Element? {
  guard var result = elements.first else {
    return nil
  }
  for element in elements where element > result {
    result = element
  }
  return result
}

public struct Box<Content> {
  public var content: Content
  public init(_ content: Content) { self.content = content }
  public var described: String { "\(content)" }
  public var unusedProperty: String { "never" }
}
