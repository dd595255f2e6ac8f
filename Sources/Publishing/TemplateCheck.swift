import Files
import Foundation
package import Templates
import Words

/// The templates as pages use them: the user's laid over the shipped ones, each name held against what its
/// page is given.
package struct TemplateCheck {
  /// With the paths that a person knows them by.
  package let problems: [TemplateProblem]
  /// About files that change nothing.
  package let warnings: [String]
  package let templateCount: Int

  package init(user: String?) throws {
    let site = try SiteTemplates(user: user)
    let files = try site.files()
    let library = files.library
    let shapes = try site.shapes()
    var found = Set(library.problems())
    for (page, shape) in shapes {
      // Where a page has other mistakes, its names would be told in ways that distract.
      if library.problems(of: page).isEmpty { found.formUnion(library.problems(of: page, given: shape)) }
      if !files.names.contains(page) {
        found.insert(
          TemplateProblem(
            file: page, line: 1, column: 1, message: "this page has no template: install Bothy again"))
      }
    }
    var seen: Set<String> = []
    // The same place can be wrong for several pages: the first one says enough.
    let once = found.sorted().filter { seen.insert("\($0.file):\($0.line):\($0.column)").inserted }
    problems = once.map { problem in
      var shown = problem
      shown.file = files.path(of: problem.file)
      return shown
    }
    let needed = Set(shapes.keys.flatMap { library.files(neededBy: $0) })
    warnings = user.map { UnusedTemplates(folder: $0, shipped: site.shipped, needed: needed).warnings } ?? []
    templateCount = files.names.count
  }
}

/// Files in a folder of the user's that change nothing, because no page asks for such a name.
struct UnusedTemplates {
  let folder: String
  /// The folder that came with the program.
  let shipped: String
  /// What pages bring in.
  let needed: Set<String>

  /// Bot files name these, each as it likes.
  private static let named = "webhooks/"
  private static let rooms = ["pages/", "partials/", "mail/", "assets/"]

  var warnings: [String] {
    let known = FileTree.names(below: shipped)
    return FileTree.names(below: folder).compactMap { name in
      guard !known.contains(name), !needed.contains(name), !name.hasPrefix(Self.named),
        !Self.isHidden(name)
      else { return nil }
      let isTemplate = name.hasSuffix(".mustache")
      guard isTemplate || Self.rooms.contains(where: name.hasPrefix) else { return nil }
      let near = Nearest.meant(by: name, among: known)
      let meant = near.map { ": did you mean `\($0)`?" } ?? ": no page asks for it"
      return "\(folder)/\(name):1:1: warning: this file is used by nothing\(meant)"
    }
  }

  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") || $0.hasSuffix("~") }
  }
}
