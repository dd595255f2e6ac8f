/// JSON, written down where it is said.
indirect enum Described: Encodable, Sendable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case text(String)
  case number(Int)
  case flag(Bool)
  case list([Described])
  case fields([String: Described])

  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(arrayLiteral elements: Described...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, Described)...) {
    self = .fields(Dictionary(elements) { first, _ in first })
  }

  func encode(to encoder: any Encoder) throws {
    var box = encoder.singleValueContainer()
    switch self {
    case .text(let text): try box.encode(text)
    case .number(let number): try box.encode(number)
    case .flag(let flag): try box.encode(flag)
    case .list(let list): try box.encode(list)
    case .fields(let fields): try box.encode(fields)
    }
  }
}
