import Model

/// What is told of an address to who writes programs: no route can be without.
struct RouteLine: Sendable {
  enum Content: Sendable {
    /// JSON of one of the schemas.
    case json(String)
    case type(String)
    /// It leads somewhere else.
    case elsewhere
  }

  /// What a program calls it.
  var name: String
  var summary: String
  var contents: [Content]
  /// What may follow the `?`.
  var queries: [String] = []
  /// What is sent along.
  var action: ServedAction?
  /// Whoever sends a form with a session's cookie.
  var isForm = false
  /// A bot's file is sent along, with what it takes the place of.
  var takesFile = false
  /// It is a file of the site.
  var isFile = false
  /// What is answered where it is well.
  var status = 200
  /// Of what is for anybody.
  var refusals: [(String, String)] = []

  init(
    _ name: String, _ summary: String, _ contents: Content..., queries: [String] = [], isForm: Bool = false,
    takesFile: Bool = false
  ) {
    (self.name, self.summary, self.contents) = (name, summary, contents)
    (self.queries, self.isForm, self.takesFile) = (queries, isForm, takesFile)
  }

  /// - Parameter subject: `OfBot`, `OfIntegration`, `OfAll`.
  init(_ action: ServedAction, of subject: String) {
    self.init(action.rawValue + subject, action.summary, .json("Done"))
    self.action = action
  }

  static let laidOut = ["as", "width", "colors", "ascii"]
}
