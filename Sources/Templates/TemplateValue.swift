/// What a template is given: finished values, nothing that would have to be worked out.
/// False are `null`, `false` and the empty list; everything else, `0` and the empty text too, is true.
public enum TemplateValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(String)
  /// Finished bytes, HTML made elsewhere: only for `{{{name}}}`.
  case raw([UInt8])
  case list([TemplateValue])
  case object([String: TemplateValue])

  var isTrue: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .list(let items): !items.isEmpty
    case .int, .double, .text, .raw, .object: true
    }
  }

  /// As a message says it.
  var kind: String {
    switch self {
    case .null: "nothing"
    case .bool: "a flag"
    case .int, .double: "a number"
    case .text: "a text"
    case .raw: "finished HTML"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension TemplateValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (String, TemplateValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
