import Daemon
import Explaining
import Files
import Formats
import Foundation
import Model
import State
import Store
import Web

/// The files of bots, for who edits them over HTTP: read, checked and saved as on this machine.
struct ServedFiles: Sendable {
  let state: StateFolder
  /// Of the bot files.
  let folder: String
  let templates: String?
  let environment: [String: String]

  var sources: EditSources {
    EditSources(
      read: { try read($0) }, remarks: { remarks($0, $1) }, save: { try save($0, $1, over: $2) },
      blank: BotFileText.blank)
  }

  // MARK: Reading

  private func path(_ bot: BotID) -> String? {
    guard bot.isFit else { return nil }
    return ["yaml", "yml"].map { "\(folder)/\(bot).\($0)" }.first { isThere($0) }
  }

  /// Only what lies there itself: what a link leads to is somebody else's to change.
  private func read(_ bot: BotID) throws -> EditedFile? {
    guard let path = path(bot) else { return nil }
    let doing = "reading \(path)"
    let file = FoundFile(at: path)
    guard !file.isLink else {
      throw Explanation(
        doing: doing, wrong: "it is a symbolic link", advice: "edit what it leads to, on this machine",
        status: 2)
    }
    guard file.kind == .regular, file.size <= EditedFile.mostBytes else {
      throw Explanation(
        doing: doing, wrong: "it is no file, or has more than \(EditedFile.mostBytes) bytes",
        advice: "edit it on this machine", status: 2)
    }
    guard let text = String(validating: try file.read().get(), as: UTF8.self) else {
      throw Explanation(
        doing: doing, wrong: "it is no text in UTF-8", advice: "mend it on this machine", status: 2)
    }
    return EditedFile(name: (path as NSString).lastPathComponent, text: text)
  }

  // MARK: Checking

  /// As `bothy check` has it.
  private func remarks(_ bot: BotID, _ text: String) -> [FileRemark] {
    if let objection = BotFolder.objection(to: bot.rawValue) {
      return [FileRemark(line: 1, column: 1, message: objection)]
    }
    // Where something stands is asked of a file.
    let draft = FileManager.default.temporaryDirectory.path + "/bothy-draft-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: draft) }
    let file = "\(draft)/\(bot).yaml"
    do {
      try makeFolder(draft, mode: 0o700)
      try publish(Array(text.utf8), as: file, mode: 0o600)
    } catch {
      return [FileRemark(line: 1, column: 1, message: Explanation(error, doing: "checking it").sentence)]
    }
    var problems: [BotFile.Problem] = []
    var settings: Bot?
    switch BotFile.read(Array(text.utf8), id: bot, file: file, folder: folder) {
    case .bot(let bot): settings = bot
    case .problems(let found):
      problems = found
      settings = CheckCommand.withoutMistakes(found, of: bot, in: file, folder)
    }
    let mistakes = problems.map { FileRemark(line: $0.line, column: $0.column, message: $0.message) }
    guard let settings else { return mistakes }
    return mistakes + warnings(settings, bot, file).compactMap { Self.remark($0, of: file) }
  }

  private func warnings(_ settings: Bot, _ bot: BotID, _ file: String) -> [String] {
    let silenced = (try? SQLiteStore(folder: state.path, readOnly: true).silences(of: bot)) ?? []
    var places = BotPlaces(id: bot, bot: settings, file: file, state: state, environment: environment)
    // Whoever writes an address into a form is not to have this machine ask there before it is saved.
    places.fetches = false
    return places.warnings()
      + SilenceCheck(bot: settings, file: file, others: silenced).warnings()
      + MessageCheck(state: state, user: templates).warnings(settings, file: file)
      .map { BotPlaces.warning($0.path, $0.words, in: file) }
  }

  /// `FILE:4:1: warning: …`
  private static func remark(_ line: String, of file: String) -> FileRemark? {
    guard line.hasPrefix(file + ":") else { return nil }
    let parts = line.dropFirst(file.count + 1).split(
      separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let line = Int(parts[0]), let column = Int(parts[1]) else { return nil }
    let words = parts[2].drop { $0 == " " }
    let isWarning = words.hasPrefix("warning: ")
    return FileRemark(
      line: line, column: column, message: String(isWarning ? words.dropFirst(9) : words),
      isWarning: isWarning)
  }

  // MARK: Saving

  /// - Parameter mark: of what it takes the place of; nil: of nothing.
  private func save(_ bot: BotID, _ text: String, over mark: String?) throws -> EditSources.SaveEnd {
    let former = try read(bot)
    guard former?.mark == mark else { return .changed(former) }
    guard let former else {
      try makeFolder(folder)
      let name = "\(bot).yaml"
      let file = try NewFile("\(folder)/\(name)", beside: beside("\(folder)/.\(name).new"), mode: 0o644)
      try file.append(Array(text.utf8))
      try file.publish(replacing: false)
      return .saved(EditedFile(name: name, text: text), backup: nil)
    }
    let path = "\(folder)/\(former.name)"
    let backup = former.name + "~"
    let mode = FileFacts(path)?.mode ?? 0o644
    // Nothing is read as a bot that begins with a dot, or ends otherwise than with `.yaml`.
    let staged = "\(folder)/.\(former.name).new"
    let file = try NewFile(staged, beside: beside(staged), mode: mode)
    try file.append(Array(text.utf8))
    try file.publish(replacing: true)
    defer { try? removeFile(staged) }
    try? FileManager.default.setAttributes([.posixPermissions: Int(mode)], ofItemAtPath: staged)
    try publish(Array(former.text.utf8), as: "\(folder)/\(backup)", mode: mode)
    guard exchange(staged, path) else {
      try publish(Array(text.utf8), as: path, mode: mode)
      return .saved(EditedFile(name: former.name, text: text), backup: backup)
    }
    // Whoever wrote it in this very moment has not lost anything.
    guard contents(of: staged) == Array(former.text.utf8) else {
      _ = exchange(staged, path)
      return .changed(try read(bot))
    }
    syncFolder(folder)
    return .saved(EditedFile(name: former.name, text: text), backup: backup)
  }

  private func beside(_ path: String) -> String { "\(path)-\(ProcessInfo.processInfo.processIdentifier)" }
}
