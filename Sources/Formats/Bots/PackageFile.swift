public import Model
import YAML

/// Reads `.bothy.yaml`: what a package asks for itself, beside its code.
public enum PackageFile {
  public enum Outcome: Equatable, Sendable {
    /// Settings of a bot, of which those count whose origin is the package.
    indirect case settings(Bot)
    /// All that is wrong, in the order of the file; never empty.
    case problems([BotFile.Problem])
  }

  /// `file` is what problems call it.
  public static func read(_ bytes: [UInt8], file: String) -> Outcome {
    let document = YAML.parse(bytes)
    var findings = Findings(file: file, isWhole: document.isWhole)
    var asked = Bot(name: "", repository: "")
    for mistake in document.mistakes { findings.add(mistake.message, at: mistake.place) }
    if let root = document.root { _ = Section.package.read(root, into: &asked, &findings) }
    asked.mark(findings.written, as: .package)
    return findings.problems.isEmpty ? .settings(asked) : .problems(findings.sorted)
  }
}
