/// Where templates come from.
public protocol TemplateSource: Sendable {
  /// `name` is a path from the root such as `pages/integration.html.mustache`. Nil: there is none.
  func bytes(of name: String) throws -> [UInt8]?
}
