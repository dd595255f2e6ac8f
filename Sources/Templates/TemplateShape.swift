/// What values look like: which names there are, and what stands behind each, over all values that were seen.
public struct TemplateShape: Hashable, Sendable {
  /// A text, a number or a flag, which can be written.
  public private(set) var isWritable = false
  /// HTML that was made elsewhere.
  public private(set) var isRaw = false
  public private(set) var isList = false
  /// What the lists held; empty when none held anything, else one.
  private var elements: [TemplateShape] = []
  public private(set) var members: [String: TemplateShape]?

  public init(_ value: TemplateValue) {
    switch value {
    case .null: break
    case .bool, .int, .double, .text: isWritable = true
    case .raw: isRaw = true
    case .list(let items):
      isList = true
      for item in items { addElement(TemplateShape(item)) }
    case .object(let members): self.members = members.mapValues { TemplateShape($0) }
    }
  }

  /// As `shapes.json` has it: `"text"`, `"html"`, and null for something of which only nothing was ever seen.
  private init(described value: TemplateValue) {
    self.init(.null)
    switch value {
    case .text("html"): isRaw = true
    case .list(let items):
      isList = true
      for item in items { addElement(TemplateShape(described: item)) }
    case .object(let members): self.members = members.mapValues { TemplateShape(described: $0) }
    case .null, .bool, .int, .double, .text, .raw: self = TemplateShape(value)
    }
  }

  /// What each page's template is given, by its name, as the `shapes.json` beside the templates says.
  public static func ofPages(json: [UInt8]) throws -> [String: TemplateShape] {
    TemplateShape(described: try TemplateJSON.read(json: json)).members ?? [:]
  }

  public var element: TemplateShape? { elements.first }

  /// Also what another value looks like.
  public mutating func merge(_ other: TemplateShape) {
    isWritable = isWritable || other.isWritable
    isRaw = isRaw || other.isRaw
    isList = isList || other.isList
    if let element = other.element { addElement(element) }
    if let others = other.members {
      members = (members ?? [:]).merging(others) { mine, other in
        var both = mine
        both.merge(other)
        return both
      }
    }
  }

  private mutating func addElement(_ element: TemplateShape) {
    if elements.isEmpty { elements = [element] } else { elements[0].merge(element) }
  }

  /// Nothing but null and empty lists was seen here, so that nobody knows what else there could be.
  public var isUnknown: Bool { !isWritable && !isRaw && members == nil && elements.isEmpty }

  /// As a message says it.
  var kind: String { members != nil ? "an object" : isList ? "a list" : isRaw ? "finished HTML" : "nothing" }
}
