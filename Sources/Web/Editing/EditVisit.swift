import HTTP
import Model

/// Somebody with a browser who edits or makes a bot: its file in a text field, which needs no script.
struct EditVisit {
  let desk: FileDesk
  let request: HTTPRequest
  let asker: Asker
  let style: String?
  let notices: Notices

  /// Nil: a new one.
  func show(_ bot: BotID?) throws(Refusal) -> HTTPAnswer {
    guard let bot else { return EditPage(draft(nil, desk.sources.blank, mark: nil), asker, style).answer() }
    guard let file = try desk.read(bot) else {
      throw Refusal(404, "There is no file of a bot `\(bot)` here; / lists all bots.")
    }
    var draft = draft(bot, file.text, mark: file.mark)
    (draft.name, draft.remarks) = (file.name, desk.sources.remarks(bot, file.text))
    draft.said = notices.words(of: request, for: asker)
    return EditPage(draft, asker, style).answer()
  }

  /// Checked; saved where that is asked for, and nothing speaks against it.
  func take(_ bot: BotID?, _ sent: SentFields) throws(Refusal) -> HTTPAnswer {
    var sent = sent
    let isNew = bot == nil
    let bot = bot ?? BotID(sent.take("id") ?? "")
    let mark = isNew ? nil : sent.take("mark")
    let isSaved = sent.take("do") == "save"
    var text = (sent.take("text") ?? "").replacing("\r\n", with: "\n")
    let former = try isNew ? nil : desk.read(bot)
    // A form sends its own line ends, whatever the file has.
    if former?.text.contains("\r\n") == true { text = text.replacing("\n", with: "\r\n") }
    var draft = draft(isNew ? nil : bot, text, mark: mark)
    draft.id = bot.rawValue
    if let former { draft.name = former.name }
    guard isNew || mark != nil else {
      throw Refusal(400, "That form does not say what it takes the place of: load it again.")
    }
    guard isSaved else {
      (draft.remarks, draft.isChecked) = (desk.sources.remarks(bot, text), true)
      return EditPage(draft, asker, style).answer()
    }
    switch try desk.save(bot, text, over: mark, asker, from: request.peer) {
    case .saved(let words, _, _):
      let place = SitePath(names: ["bots", bot.rawValue, "edit"]).address
      let said = notices.add(words, for: asker)
      return HTTPAnswer(
        303,
        ContentPolicy.headers() + [
          ("Location", "\(place)?said=\(said)"), ("Cache-Control", "private, no-store"),
        ])
    case .mistakes(let remarks):
      (draft.remarks, draft.isChecked, draft.isRefused) = (remarks, true, true)
      return EditPage(draft, asker, style).answer(422)
    case .changed(let file):
      draft.remarks = desk.sources.remarks(bot, text)
      draft.conflict = EditPage.Conflict(there: file)
      // Whoever has seen both may save theirs.
      if !isNew { draft.mark = file?.mark }
      return EditPage(draft, asker, style).answer(409)
    }
  }

  private func draft(_ bot: BotID?, _ text: String, mark: String?) -> EditPage.Draft {
    EditPage.Draft(
      bot: bot, id: bot?.rawValue ?? "", name: bot.map { "\($0).yaml" } ?? "the new file", text: text,
      mark: mark)
  }
}
