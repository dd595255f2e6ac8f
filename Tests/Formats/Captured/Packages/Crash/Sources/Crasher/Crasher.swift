public struct Crasher<Element> {
  public init() {}
  public func index(_ list: [Element], _ at: Int) -> Element { list[at] }
}
public func nothing(_ value: Int?) -> Int { value! }
public func fatal() -> Never { fatalError("a message\nof two lines") }
public func overflow(_ n: Int) -> Int { n + Int.max }
public func pointer() { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
public func recurse(_ n: Int) -> Int { n == -1 ? 0 : recurse(n + 1) + 1 }
