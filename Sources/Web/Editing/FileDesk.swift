import Explaining
import Model
package import People
import Synchronization
import Words

/// Has files of bots saved: only whole ones without a mistake, never over what nobody saw, and written down.
package final class FileDesk: Sendable {
  enum End: Equatable {
    /// In words, and what stands there now.
    case saved(String, EditedFile, isNew: Bool)
    case mistakes([FileRemark])
    /// It is another than was meant; nil: it is gone.
    case changed(EditedFile?)
  }

  let sources: EditSources
  private let log: AuditLog
  /// Two that save at once would each find what the other saw.
  private let saving = Mutex<Void>(())

  package init(_ sources: EditSources, log: AuditLog) { (self.sources, self.log) = (sources, log) }

  func read(_ bot: BotID) throws(Refusal) -> EditedFile? {
    do { return try sources.read(bot) } catch { throw Self.refusal(error, "reading the file of \(bot)") }
  }

  private static func refusal(_ error: any Error, _ doing: String) -> Refusal {
    let told = Explanation(error, doing: doing)
    return Refusal(told.status == 2 ? 422 : 503, told.sentence, exitStatus: told.status)
  }

  /// - Parameter over: the mark of what was seen; nil: there was nothing.
  func save(
    _ bot: BotID, _ text: String, over mark: String?, _ asker: Asker, from address: String
  ) throws(Refusal) -> End {
    guard text.utf8.count <= EditedFile.mostBytes else {
      throw Refusal(413, "A file of more than \(EditedFile.mostBytes) bytes is edited where it lies.")
    }
    let remarks = sources.remarks(bot, text)
    guard !remarks.contains(where: { !$0.isWarning }) else { return .mistakes(remarks) }
    return try saving.withLock { _ in
      Result { () throws(Refusal) -> End in try saveAlone(bot, text, mark, asker, address) }
    }.get()
  }

  private func saveAlone(
    _ bot: BotID, _ text: String, _ mark: String?, _ asker: Asker, _ address: String
  ) throws(Refusal) -> End {
    let former = try read(bot)
    if let former, former.text == text, mark != nil {
      return .saved("\(former.name) is so already.", former, isNew: false)
    }
    guard former?.mark == mark else { return .changed(former) }
    var entry = AuditEntry(
      who: asker.name, way: asker.way, from: address, act: former == nil ? "create" : "edit")
    entry.bot = bot.rawValue
    let now = EditedFile(name: former?.name ?? "", text: text).mark
    entry.details = ["now": now].merging(mark.map { ["before": $0] } ?? [:]) { first, _ in first }
    do { try log.begin(entry) } catch {
      throw Refusal(503, "It was not done, because it cannot be written down: \(Explanation(error).sentence)")
    }
    do {
      let end = try sources.save(bot, text, mark)
      switch end {
      case .saved(let file, let backup):
        let words =
          backup.map { "Saved \(file.name); what it was is kept as \($0)." } ?? "Wrote \(file.name)."
        try? log.end(entry.id, status: 0, words: words)
        return .saved(words, file, isNew: backup == nil)
      case .changed(let file):
        try? log.end(entry.id, status: 2, words: "it was changed meanwhile")
        return .changed(file)
      }
    } catch {
      let refused = Self.refusal(error, "saving the file of \(bot)")
      try? log.end(entry.id, status: refused.exitStatus ?? 5, words: refused.sentence)
      throw refused
    }
  }
}
