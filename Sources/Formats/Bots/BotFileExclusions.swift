import Model
import YAML

/// Files that are left out of the coverage, and why.
struct Exclusion {
  var files = ""
  var reason: String?
}

extension Form<Exclusion> {
  /// A glob, or one with its reason.
  static var exclusion: Self {
    let section = Section<Exclusion>(fields: [
      .key("files", \.files, .glob, example: "Sources/Generated/**", "Which files.").required,
      .key("reason", \.reason, .line("a text"), example: "made by protoc", "Why they do not count."),
    ])
    return Form(words: "a glob, or `{files: GLOB, reason: TEXT}`") { node, findings in
      guard case .mapping = node.content else {
        return Form<String>.glob.read(node, &findings).map { Exclusion(files: $0) }
      }
      var exclusion = Exclusion()
      return section.read(node, into: &exclusion, &findings) ? exclusion : nil
    }
  }
}

extension Bot.CoverageSettings {
  /// The globs and their reasons as they are written together.
  var exclusions: [Exclusion] {
    get { exclude.map { Exclusion(files: $0, reason: excludeReasons[$0]) } }
    set {
      exclude = newValue.map(\.files)
      let reasons = newValue.compactMap { one in one.reason.map { (one.files, $0) } }
      excludeReasons = Dictionary(reasons) { $1 }
    }
  }
}
