import Model
import Templates
public import Words

/// A file of the site. What it says is made when it is asked for.
public struct SitePage: Sendable {
  /// A page before it is rendered.
  struct View: Sendable {
    let template: String
    let values: @Sendable () -> [String: TemplateValue]
  }

  public let path: String
  /// A page with the mark of an earlier one is that page; nil where that is not known.
  public let mark: ContentMark?
  /// Nil for what no template makes.
  let view: View?
  private let make: @Sendable () throws -> [UInt8]

  init(path: String, bytes: [UInt8]) {
    (self.path, mark, view, make) = (path, nil, nil, { bytes })
  }

  init(
    path: String, template: String, of templates: TemplateLibrary, mark: ContentMark? = nil,
    values: @escaping @Sendable () -> [String: TemplateValue]
  ) {
    let view = View(template: "pages/\(template).mustache", values: values)
    (self.path, self.mark, self.view) = (path, mark, view)
    make = { try templates.render(view.template, .object(values())) }
  }

  public func bytes() throws -> [UInt8] { try make() }
}
