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
    switch RemoteAddress.read(path) {
    case .remote(let address): return try perform(address)
    case .wrong(let why): throw wrong(why, "name a folder, or such an address")
    case .path, .file: break
    }
    let found = try FoundPackage(path, package: package)
    let id = Self.id(from: found.folderName)
    let file = try free(id)
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

  /// Of another machine nothing is asked here: what it has is seen when it is fetched.
  private func perform(_ address: RemoteAddress) throws -> Int32 {
    let id = Self.id(from: address.name)
    let file = try free(id)
    let text = BotFileText(
      name: address.name, repository: address.text, branch: nil, package: package ?? "."
    ).text
    try write(text, to: file)
    let lines = [
      "Wrote \(file): it integrates the branch that HEAD names at \(address.text), when a commit arrives.",
      "Every key is explained in it; who may read there is said with `access`. What to do next:",
      "  \(typed.line(["check"]))",
      "      fetch it for the first time, and find mistakes",
      "  \(typed.line(["watch"]))",
      "      integrate what is new on each watched branch, until told to stop",
    ]
    output.write(ErrorText.lines(lines))
    return 0
  }

  /// The file of a bot that is not there yet.
  private func free(_ id: String) throws -> String {
    if let taken = [".yaml", ".yml"].map({ "\(bots)/\(id)\($0)" }).first(where: BotFolder.holds) {
      throw wrong("\(taken) is there already", "edit that one, or rename it first; nothing is overwritten")
    }
    return "\(bots)/\(id).yaml"
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
      "      try it once, now: kept as a local checkout's, not as this bot's",
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
