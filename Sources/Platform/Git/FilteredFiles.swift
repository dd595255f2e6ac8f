import CGit2
import Foundation
import Words

/// Runs git's own program: the filters that a user configured (Git LFS, git-crypt) are programs, and git
/// knows how to talk with them.
public struct GitProgram: Sendable {
  public struct End: Sendable {
    public var succeeded: Bool
    public var output: [UInt8]
    public var errors: String

    public init(succeeded: Bool, output: [UInt8], errors: String) {
      (self.succeeded, self.output, self.errors) = (succeeded, output, errors)
    }
  }

  /// Runs a command in a folder; a variable that is nil is taken out of the environment.
  let run: @Sendable (_ words: [String], _ variables: [String: String?], _ folder: String) throws -> End
  /// What a reader must know of the files that were checked out.
  let note: @Sendable (String) -> Void

  public init(
    note: @escaping @Sendable (String) -> Void,
    run: @escaping @Sendable ([String], [String: String?], String) throws -> End
  ) {
    (self.run, self.note) = (run, note)
  }
}

/// Those files of a commit that programs of the user's make from what is committed, or that have an encoding
/// of their own: `filter=` and `working-tree-encoding=` in .gitattributes, carried out by git itself.
///
/// Git works on the bot's own clone, with the settings that the watched repository has: nothing is written
/// into that one. What Git LFS keeps there is found, because its objects are named as an alternate.
final class FilteredFiles {
  private let clone: Repository
  private let source: Repository
  private let program: GitProgram
  private let commit: ObjectID
  private let prefix: TreePath
  private let doing: String
  /// What decides how these files look, beside the attributes.
  private(set) var key: [UInt8] = []
  private(set) var paths: Set<TreePath> = []
  /// Those that a checkout will ask for: one call for all of them.
  var expected: [TreePath] = []
  private var commands: [String: String] = [:]
  /// Git left a file as it is committed; it may be made another time.
  private(set) var leftSome = false

  private var folder: String { clone.place.gitFolder + "/bothy/filters" }
  private var tree: String { folder + "/tree" }

  /// Nil where no file is named for a filter or an encoding.
  init?(_ level: Level, source: Repository, attributes: [TreePath], program: GitProgram, doing: String) throws
  {
    guard let commit = level.commit else { return nil }
    (clone, self.source, self.program) = (level.repository, source, program)
    (self.commit, prefix, self.doing) = (commit, level.prefix, doing)
    guard try Self.areMentioned(level, source, attributes, doing) else { return nil }
    let plain = level.files.filter { $0.value.mode == TreeFile.plain || $0.value.mode == TreeFile.executable }
    try ask(Array(plain.keys).sorted())
    if paths.isEmpty {
      forget()
      return nil
    }
  }

  /// A look at the texts alone, so that nothing is spent where neither is used.
  private static func areMentioned(
    _ level: Level, _ source: Repository, _ attributes: [TreePath], _ doing: String
  ) throws -> Bool {
    let settings = try GitSettings(of: level.repository)
    var texts = try attributes.compactMap { path in
      try level.files[path].map { try level.repository.content(of: $0.id, doing) }
    }
    for place in [settings.ownFile("core.attributesfile", usually: "attributes"), "/etc/gitattributes"] {
      if let bytes = FileManager.default.contents(atPath: place) { texts.append([UInt8](bytes)) }
    }
    return texts.contains { text in
      let text = String(decoding: text, as: UTF8.self)
      return text.contains("filter") || text.contains("working-tree-encoding")
    }
  }

  /// Which of these files are named for what, by git's own reading of the commit's attributes.
  private func ask(_ files: [TreePath]) throws {
    try? FileManager.default.removeItem(atPath: folder)
    try makeFolder(tree, doing)
    try write(list(files), to: folder + "/files", doing)
    try succeed(git(["read-tree", commit.hex]))
    let told = try git(
      ["check-attr", "--cached", "-z", "--stdin", "filter", "working-tree-encoding"], input: folder + "/files"
    )
    try succeed(told)
    let parts = told.output.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    let settings = try GitSettings(of: source)
    var unknown: [String: [TreePath]] = [:]
    var drivers: Set<String> = []
    for n in stride(from: 0, to: parts.count - 2, by: 3) {
      let (path, value) = (TreePath(bytes: parts[n]), String(decoding: parts[n + 2], as: UTF8.self))
      guard !["unspecified", "unset", "set", ""].contains(value) else { continue }
      if parts[n + 1].elementsEqual("filter".utf8) {
        if Self.isConfigured(value, settings) {
          paths.insert(path)
          drivers.insert(value)
        } else if settings["filter.\(value).clean"] == nil {
          unknown[value, default: []].append(path)
        }
      } else if !["UTF-8", "UTF8"].contains(value.uppercased()) {
        paths.insert(path)
        key += Array("\(path.shown) \(value)\n".utf8)
      }
    }
    for driver in drivers.sorted() {
      for word in ["smudge", "process", "required"] {
        guard let value = settings["filter.\(driver).\(word)"] else { continue }
        key += Array("filter.\(driver).\(word)=\(value)\n".utf8)
        if word != "required" { commands[driver] = commands[driver] ?? value }
      }
    }
    for (driver, files) in unknown.sorted(by: { $0.key < $1.key }) { tell(driver, files) }
  }

  private static func isConfigured(_ driver: String, _ settings: borrowing GitSettings) -> Bool {
    let (smudge, process) = (settings["filter.\(driver).smudge"], settings["filter.\(driver).process"])
    let required = settings["filter.\(driver).required"].map { ["true", "yes", "on", "1"].contains($0) }
    return !(smudge ?? "").isEmpty || !(process ?? "").isEmpty || required == true
  }

  /// Git leaves such files as they are committed, and so do we.
  private func tell(_ driver: String, _ files: [TreePath]) {
    guard let first = files.first else { return }
    let shown = (prefix / first).shown
    let who = files.count == 1 ? "\(shown) is" : "\(shown) and \(files.count - 1) more are"
    let how =
      driver == "lfs"
      ? "as pointers of Git LFS, which is not set up here: install git-lfs, and run `git lfs install`"
      : "as committed, because git's filter `\(driver)` that is named for them is not configured"
    program.note("\(who) in the checkout \(how) for the user that runs Bothy.")
  }

  // MARK: Content

  /// Hands over what git would check out.
  func withContent<R>(of path: TreePath, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    let file = tree + "/" + String(decoding: path.bytes, as: UTF8.self)
    if !isThere(path) { try make(expected.contains(path) ? expected : [path]) }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped) else {
      throw failure("\((prefix / path).shown) was not written by git")
    }
    return try data.withUnsafeBytes(body)
  }

  /// What was made is not needed any more.
  func forget() { try? FileManager.default.removeItem(atPath: folder) }

  private func isThere(_ path: TreePath) -> Bool {
    var status = stat()
    return lstat(tree + "/" + String(decoding: path.bytes, as: UTF8.self), &status) == 0
  }

  private func make(_ files: [TreePath]) throws {
    try makeFolder(tree, doing)
    try write(list(files), to: folder + "/files", doing)
    if access(folder + "/index", F_OK) != 0 { try succeed(git(["read-tree", commit.hex])) }
    let end = try git(["checkout-index", "--force", "-z", "--stdin"], input: folder + "/files")
    try succeed(end)
    // A filter that is not required may fail: the file is then what is committed.
    let lines = end.errors.split(separator: "\n").filter { $0.contains("external filter") }
    // Git says it once more with the status before it.
    for line in lines where !lines.contains(where: { $0.hasPrefix(line) && $0 != line }) {
      leftSome = true
      program.note("Git left a file as it is committed: \(Self.plain(line)).")
    }
  }

  private func list(_ files: [TreePath]) -> [UInt8] { files.flatMap { $0.bytes + [0] } }

  private func succeed(_ end: GitProgram.End) throws {
    if end.succeeded { return }
    let lines = end.errors.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    let telling = lines.filter { $0.contains("fatal: ") || $0.contains("rror") }
    let said = (telling.isEmpty ? Array(lines.suffix(3)) : Array(telling.prefix(4))).map(Self.plain)
    throw failure(said.isEmpty ? "git said nothing" : said.joined(separator: "; "))
  }

  private static func plain(_ line: Substring) -> String {
    for word in ["fatal: ", "error: "] where line.hasPrefix(word) {
      return String(line.dropFirst(word.count))
    }
    return String(line)
  }

  private func failure(_ wrong: String) -> GitError {
    let used = commands.sorted { $0.key < $1.key }.map { "`\($0.value)` (\($0.key))" }
    let filters = used.isEmpty ? "" : ": the filters are \(used.joined(separator: ", "))"
    let lfs =
      commands["lfs"] == nil
      ? "" : ", and `git -C \(ShellWord.quoted(source.folder)) lfs fetch --all` brings objects of Git LFS"
    return GitError(
      .filterFailed, doing: doing + " through git's filters", wrong: wrong,
      advice:
        "see whether `git clone \(ShellWord.quoted(source.folder))` works as the user that runs Bothy"
        + filters + lfs)
  }

  // MARK: Git

  private func git(_ words: [String], input: String? = nil) throws -> GitProgram.End {
    let git = [
      "git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c",
      "advice.detachedHead=false",
    ]
    let shell = input.map { ["/bin/sh", "-c", "exec \"$@\" < \"$0\"", $0] } ?? ["/usr/bin/env"]
    return try program.run(shell + git + words, variables(), tree)
  }

  private func variables() throws -> [String: String?] {
    var result: [String: String?] = [
      "GIT_DIR": clone.place.gitFolder, "GIT_WORK_TREE": tree, "GIT_INDEX_FILE": folder + "/index",
      "GIT_ALTERNATE_OBJECT_DIRECTORIES": source.commonFolder + "/objects", "GIT_TERMINAL_PROMPT": "0",
    ]
    let foreign = ["OBJECT_DIRECTORY", "COMMON_DIR", "NAMESPACE", "PREFIX", "CONFIG_PARAMETERS"]
    for name in foreign { result.updateValue(nil, forKey: "GIT_" + name) }
    // What the watched repository itself has in its settings; our clone has none of it.
    let settings = try GitSettings(of: source)
    var known: Set<[UInt8]> = []
    var count = 0
    for (name, _) in settings.all(matching: "^(filter|lfs|remote|url|http)\\..*") {
      let name = String(decoding: name, as: UTF8.self)
      guard known.insert(Array(name.utf8)).inserted, let value = settings[name] else { continue }
      result["GIT_CONFIG_KEY_\(count)"] = name
      result["GIT_CONFIG_VALUE_\(count)"] = value
      count += 1
    }
    result["GIT_CONFIG_COUNT"] = String(count)
    return result
  }
}
