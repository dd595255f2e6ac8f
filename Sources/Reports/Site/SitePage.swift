import Model
public import Words

/// A file of the site. What it says is made when it is asked for.
public struct SitePage: Sendable {
  public let path: String
  /// A page with the mark of an earlier one is that page; nil where that is not known.
  public let mark: ContentMark?
  /// Nil for what no template makes.
  let view: Site.View?
  private let make: @Sendable () throws -> [UInt8]

  init(
    path: String, mark: ContentMark? = nil, view: Site.View? = nil,
    make: @escaping @Sendable () throws -> [UInt8]
  ) {
    self.path = path
    self.mark = mark
    self.view = view
    self.make = make
  }

  public func bytes() throws -> [UInt8] { try make() }
}
