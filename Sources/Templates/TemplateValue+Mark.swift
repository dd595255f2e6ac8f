public import Words

extension TemplateValue {
  /// Each kind begins with a number of its own, so that no value is taken for another one.
  public func add(to mark: inout ContentMark) {
    switch self {
    case .null: mark.add(0)
    case .bool(let flag): mark.add(flag ? 1 : 2)
    case .int(let number):
      mark.add(3)
      mark.add(number)
    case .double(let number):
      mark.add(4)
      mark.add(Int(bitPattern: UInt(number.bitPattern)))
    case .text(let text):
      mark.add(5)
      mark.add(text)
    case .raw(let bytes):
      mark.add(6)
      mark.add(bytes)
    case .list(let items):
      mark.add(7)
      mark.add(items.count)
      for item in items { item.add(to: &mark) }
    case .object(let members):
      mark.add(8)
      mark.add(members.count)
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        mark.add(name)
        value.add(to: &mark)
      }
    }
  }
}
