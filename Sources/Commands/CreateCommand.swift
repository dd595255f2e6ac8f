import Daemon
import Explaining
import Files
import Formats
import Foundation
import Model
import Terminal
import Words

/// `bothy create [PATH]`: a bot file for a repository, with what can be found out already in it.
struct CreateCommand {
  /// Of the repository.
  let path: String
  /// The package's folder, when it was named.
  let package: String?
  let bots: String
  var typed = NamedFolders()
  var output = Output.standard

  func perform() throws -> Int32 {
    let found = try FoundPackage(path, package: package)
    let id = Self.id(from: found.folderName)
    if let taken = [".yaml", ".yml"].map({ "\(bots)/\(id)\($0)" }).first(where: BotFolder.holds) {
      throw wrong("\(taken) is there already", "edit that one, or rename it first; nothing is overwritten")
    }
    let file = "\(bots)/\(id).yaml"
    let text = BotFileText(
      name: found.name, repository: found.root, branch: found.branch, package: found.package
    ).text
    if case .problems(let problems) = BotFile.read(Array(text.utf8), id: BotID(id), file: file, folder: bots)
    {
      throw wrong(
        "no bot file can name this repository (\(problems[0].message))",
        "move it to a folder with a plain name")
    }
    try write(text, to: file)
    output.write(told(found, file))
    return 0
  }

  private func told(_ found: FoundPackage, _ file: String) -> String {
    let place = found.package == "." ? "" : ", the package in \(found.package)"
    // A bare repository has nothing but commits.
    let run =
      ["run", found.root, "--bot", file] + (found.isBare ? ["--commit", found.branch ?? "HEAD"] : [])
    let branch = found.branch.map { "its branch \($0)" } ?? "the branch that its HEAD will name"
    let lines = [
      "Wrote \(file): it integrates \(branch) of \(found.root)\(place), whenever a commit arrives.",
      "Every key is explained in it. What to do next:",
      "  \(typed.line(["check"]))",
      "      find mistakes, after you changed it",
      "  \(typed.line(run))",
      "      integrate it once, now",
      "  \(typed.line(["watch"]))",
      "      integrate what is new on each watched branch, until told to stop",
    ]
    return ErrorText.lines(lines)
  }

  /// Fails where the file came into being a moment ago.
  private func write(_ text: String, to file: String) throws {
    do {
      try makeFolder(bots)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .withoutOverwriting)
    } catch let error as FileError {
      throw error
    } catch {
      throw Explanation(
        doing: "writing \(file)", wrong: error.localizedDescription,
        advice: "look at who may write there, or name another folder with --bots")
    }
  }

  private func wrong(_ what: String, _ advice: String) -> Explanation {
    Explanation(doing: "making a bot file for \(path)", wrong: what, advice: advice, status: 2)
  }

  /// From a folder's name to a file's.
  static func id(from folderName: String) -> String {
    var id = ""
    for character in folderName {
      let isPlain = BotFolder.objection(to: "x\(character)") == nil
      let next = isPlain ? character : "-"
      if next != "-" || id.last != "-" { id.append(next) }
    }
    while id.hasPrefix("local-") { id.removeFirst(6) }
    id = String(id.drop { "-.+".contains($0) })
    while id.utf8.count > 60 { id.removeLast() }
    while id.last == "-" { id.removeLast() }
    return id.isEmpty ? "package" : id
  }
}
