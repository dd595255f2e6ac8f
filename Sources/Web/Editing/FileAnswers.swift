import Foundation
import HTTP
import Model

/// A bot's file for programs: JSON, or the file as it is.
struct FileAnswers {
  let desk: FileDesk
  let request: HTTPRequest
  let asker: Asker

  private struct Remark: Encodable {
    var line: Int
    var column: Int
    var message: String

    init(_ remark: FileRemark) { (line, column, message) = (remark.line, remark.column, remark.message) }
  }

  private struct Told: Encodable {
    var bot: String
    var file: String?
    var text: String?
    var mark: String?
    var words: String?
    var problems: [Remark]?
    var warnings: [Remark]?
  }

  private struct Refused: Encodable {
    var error: String
    var status: Int32
    var problems: [Remark]?
    var text: String?
    var mark: String?
  }

  static let yaml = "application/yaml"

  func read(_ bot: BotID) throws(Refusal) -> HTTPAnswer {
    guard let file = try desk.read(bot) else {
      throw Refusal(404, "There is no file of a bot `\(bot)` here.", exitStatus: 2)
    }
    if let query = request.query, !query.isEmpty, query != Array("as=json".utf8) {
      guard query == Array("as=text".utf8) else { throw Refusal(400, "It is told as json or as text.") }
      return answer(200, Self.yaml, Array(file.text.utf8), file.mark)
    }
    return json(200, told(bot, file, desk.sources.remarks(bot, file.text)), file.mark)
  }

  /// With `If-Match` what was read, or with `If-None-Match: *` a new one.
  func write(_ bot: BotID, mayCreate: () throws(Refusal) -> Void) throws(Refusal) -> HTTPAnswer {
    let (text, isCheck) = try sent()
    if isCheck {
      let file = EditedFile(name: "\(bot).yaml", text: text)
      return json(200, told(bot, file, desk.sources.remarks(bot, text)), nil)
    }
    let mark = try condition()
    if mark == nil { try mayCreate() }
    switch try desk.save(bot, text, over: mark, asker, from: request.peer) {
    case .saved(let words, let file, let isNew):
      var now = told(bot, file, desk.sources.remarks(bot, file.text))
      (now.words, now.text) = (words, nil)
      return json(isNew ? 201 : 200, now, file.mark)
    case .mistakes(let remarks):
      let problems = remarks.filter { !$0.isWarning }
      let words = problems.map { "\(bot).yaml:\($0.line):\($0.column): \($0.message)" }
      return json(
        422,
        Refused(error: words.joined(separator: "\n"), status: 2, problems: problems.map(Remark.init)), nil)
    case .changed(let file):
      let words =
        file == nil
        ? "There is no such file any more." : mark == nil ? "There is a bot `\(bot)` already." : Self.changed
      return json(
        412, Refused(error: words, status: 2, text: file?.text, mark: file?.mark), file?.mark)
    }
  }

  static let changed = "Somebody changed the file meanwhile: nothing was saved."

  private func sent() throws(Refusal) -> (text: String, isCheck: Bool) {
    let kind = request.header("content-type")?.prefix { $0 != ";" }.lowercased() ?? ""
    if [Self.yaml, "text/yaml", "text/x-yaml", "text/plain"].contains(kind) {
      guard let text = String(validating: request.content, as: UTF8.self) else {
        throw Refusal(400, "A bot's file is text in UTF-8.")
      }
      return (text, false)
    }
    guard kind == "application/json" else {
      throw Refusal(415, "A file is sent as `\(Self.yaml)`, or as the `text` of JSON.")
    }
    var sent = try SentFields(request, mostWord: EditedFile.mostBytes)
    let (text, check) = (sent.take("text"), sent.take("check"))
    guard let text else { throw Refusal(400, "`text` is missing: what is to stand in the file.") }
    if let name = sent.fields.keys.min() {
      throw Refusal(400, "`\(name)` is nothing for a file; it takes text, check.")
    }
    return (text, check != nil)
  }

  private func condition() throws(Refusal) -> String? {
    let (known, nothing) = (request.header("if-match"), request.header("if-none-match"))
    switch (known, nothing) {
    case (let known?, nil):
      guard known.hasPrefix("\""), known.hasSuffix("\""), known.count > 2 else {
        throw Refusal(400, "`If-Match` is the ETag of what was read, in its quotes.")
      }
      return String(known.dropFirst().dropLast())
    case (nil, "*"): return nil
    default:
      throw Refusal(
        428,
        "Say what it takes the place of: `If-Match` with the ETag of what was read, or `If-None-Match: *`.")
    }
  }

  private func told(_ bot: BotID, _ file: EditedFile, _ remarks: [FileRemark]) -> Told {
    Told(
      bot: bot.rawValue, file: file.name, text: file.text, mark: file.mark,
      problems: remarks.filter { !$0.isWarning }.map(Remark.init),
      warnings: remarks.filter(\.isWarning).map(Remark.init))
  }

  private func json(_ status: Int, _ value: some Encodable, _ mark: String?) -> HTTPAnswer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8] = (try? encoder.encode(value)).map { Array($0) } ?? []
    return answer(status, "application/json", bytes + [0x0A], mark)
  }

  private func answer(_ status: Int, _ type: String, _ body: [UInt8], _ mark: String?) -> HTTPAnswer {
    let headers = [("Content-Type", type), ("Cache-Control", "private, no-store")]
    return HTTPAnswer(
      status, ContentPolicy.headers() + headers + (mark.map { [("ETag", "\"\($0)\"")] } ?? []), .bytes(body))
  }
}
