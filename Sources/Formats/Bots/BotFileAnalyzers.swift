import Model
import YAML

/// An analyzer while its keys are read.
private struct AnalyzerDraft {
  var command = ""
}

extension Form<Analyzer> {
  /// A name, or a command of the bot's own.
  static var analyzer: Self {
    let section = Section<AnalyzerDraft>(fields: [
      .key(
        "run", \.command, .text("a shell command"), example: "./scripts/lint.sh",
        "A shell command in the checkout."
      ).required
    ])
    let names: [String: Analyzer] = ["compiler": .compiler, "clang": .clang, "format": .format]
    let words = "compiler, clang, format, or `{run: COMMAND}`"
    return Form(
      words: words,
      read: { node, findings in
        guard case .mapping = node.content else {
          return Form<Analyzer>.scalar(words) { names[$0.text] }.read(node, &findings)
        }
        var draft = AnalyzerDraft()
        return section.read(node, into: &draft, &findings) ? .command(draft.command) : nil
      }, keys: section.keys(below:))
  }
}
