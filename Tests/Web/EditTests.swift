import HTTP
import Kit
import Model
import People
import State
import Synchronization
import Testing

@testable import Web

@Suite("A bot's file is edited over HTTP")
struct EditTests {
  /// A folder of files that is none: `bad` in a line is a mistake.
  private final class Files: Sendable {
    let texts: Mutex<[String: String]>
    init(_ texts: [String: String]) { self.texts = Mutex(texts) }

    subscript(name: String) -> String? { texts.withLock { $0[name] } }

    var sources: EditSources {
      EditSources(
        read: { bot in self[bot.rawValue].map { EditedFile(name: "\(bot).yaml", text: $0) } },
        remarks: { _, text in
          text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { at, line in
            guard line.contains("bad") || line.contains("odd") else { return nil }
            return FileRemark(
              line: at + 1, column: 1, message: "`\(line)` is not wanted", isWarning: line.contains("odd"))
          }
        },
        save: { bot, text, mark in
          let before = self[bot.rawValue].map { EditedFile(name: "\(bot).yaml", text: $0) }
          guard before?.mark == mark else { return .changed(before) }
          self.texts.withLock { $0[bot.rawValue] = text }
          return .saved(
            EditedFile(name: "\(bot).yaml", text: text), backup: before == nil ? nil : "\(bot).yaml~")
        }, blank: "# New.\n")
    }
  }

  private struct World {
    let scratch: ScratchFolder
    let files: Files
    let desk: FileDesk
    let log: AuditLog

    init(_ texts: [String: String]) throws {
      scratch = try ScratchFolder("edited")
      files = Files(texts)
      log = AuditLog(StateFolder(path: scratch.path))
      desk = FileDesk(files.sources, log: log)
    }

    var asker: Asker {
      var asker = Asker(least: .nobody)
      (asker.name, asker.way, asker.form) = ("ann", .password, "secret")
      return asker
    }

    func visit(_ bot: BotID?, _ fields: [String: String]) throws -> (status: Int, text: String) {
      var sent = try SentFields(HTTPRequest(method: "POST", path: []))
      sent.fields = fields
      let visit = EditVisit(
        desk: desk, request: HTTPRequest(method: "POST", path: []), asker: asker, style: nil,
        notices: Notices())
      return EditTests.read(try visit.take(bot, sent))
    }

    func api(
      _ method: String, _ bot: BotID, _ content: String = "", type: String = "application/yaml",
      _ headers: [(name: String, value: String)] = []
    ) throws -> (status: Int, text: String) {
      var request = HTTPRequest(method: method, path: [], headers: [("content-type", type)] + headers)
      request.content = Array(content.utf8)
      let answers = FileAnswers(desk: desk, request: request, asker: asker)
      do throws(Refusal) {
        return EditTests.read(
          try method == "GET" ? answers.read(bot) : answers.write(bot) { () throws(Refusal) in })
      } catch { return (error.status, error.sentence) }
    }
  }

  private static func read(_ answer: HTTPAnswer) -> (status: Int, text: String) {
    guard case .bytes(let bytes) = answer.body else { return (answer.status, "") }
    return (answer.status, String(decoding: bytes, as: UTF8.self))
  }

  private static func mark(_ text: String) -> String { EditedFile(name: "", text: text).mark }

  @Test("a form with three mistakes shows three, each at its line, and saves nothing")
  func mistakes() throws {
    let text = "a\nbad one\nb\nbad <two>\nname: bad three\n"
    let world = try World(["p": "a\n"])
    defer { world.scratch.remove() }
    for deed in ["check", "save"] {
      let (status, page) = try world.visit("p", ["text": text, "mark": Self.mark("a\n"), "do": deed])
      #expect(status == (deed == "check" ? 200 : 422))
      #expect(page.contains("3 mistakes\(deed == "check" ? "" : ": nothing was saved")</h2>"), "\(page)")
      for line in ["✕ 2</b>", "✕ 4</b>", "✕ 5</b>", "<mark>4  bad &lt;two&gt;</mark>"] {
        #expect(page.contains(line), "\(line) is not in \(page)")
      }
      #expect(page.contains(">\na\nbad one\nb\nbad &lt;two&gt;\nname: bad three\n</textarea>"))
    }
    #expect(world.files["p"] == "a\n" && world.log.entries().isEmpty)
  }

  @Test("what is saved is written down with who did it, and warnings are no mistakes")
  func saved() throws {
    let world = try World(["p": "a\r\n"])
    defer { world.scratch.remove() }
    let (status, _) = try world.visit(
      "p", ["text": "odd\r\nb\r\n", "mark": Self.mark("a\r\n"), "do": "save"])
    #expect(status == 303 && world.files["p"] == "odd\r\nb\r\n", "lines end as they did")
    let entry = try #require(world.log.entries().first)
    #expect(entry.act == "edit" && entry.who == "ann" && entry.bot == "p" && entry.status == 0)
    #expect(entry.words == "Saved p.yaml; what it was is kept as p.yaml~.")
    #expect(throws: Refusal.self, "it does not say what it takes the place of") {
      try world.visit("p", ["text": "x", "do": "save"])
    }
  }

  @Test("what was changed meanwhile is not written over: both are shown, and who has seen both may save")
  func changed() throws {
    let world = try World(["p": "theirs\nsame\n"])
    defer { world.scratch.remove() }
    let (status, page) = try world.visit(
      "p", ["text": "mine\nsame\n", "mark": Self.mark("old\n"), "do": "save"])
    #expect(status == 409 && page.contains("<mark>theirs</mark>\nsame") && page.contains(">\nmine\nsame"))
    #expect(page.contains("Save mine all the same") && page.contains(Self.mark("theirs\nsame\n")))
    #expect(world.files["p"] == "theirs\nsame\n")
    let after = try world.visit(
      "p", ["text": "mine\nsame\n", "mark": Self.mark("theirs\nsame\n"), "do": "save"])
    #expect(after.status == 303 && world.files["p"] == "mine\nsame\n")
  }

  @Test("a new bot does not take an id that is taken")
  func new() throws {
    let world = try World(["p": "a\n"])
    defer { world.scratch.remove() }
    let taken = try world.visit(nil, ["id": "p", "text": "b\n", "do": "save"])
    #expect(
      taken.status == 409 && taken.text.contains("There is a bot p already") && world.files["p"] == "a\n")
    let made = try world.visit(nil, ["id": "q", "text": "b\n", "do": "save"])
    #expect(made.status == 303 && world.files["q"] == "b\n" && world.log.entries().last?.act == "create")
  }

  @Test("programs say what a file takes the place of, and are told what stands in their way")
  func api() throws {
    let world = try World(["p": "a\n"])
    defer { world.scratch.remove() }
    let known = ("if-match", "\"\(Self.mark("a\n"))\"")
    #expect(
      try world.api("GET", "p").text.contains(Self.mark("a\n")) && world.api("GET", "none").status == 404)
    #expect(try world.api("PUT", "p", "b\n").status == 428)
    #expect(try world.api("PUT", "p", "b\n", [("if-match", "b")]).status == 400)
    let wrong = try world.api("PUT", "p", "bad\n", [known])
    #expect(wrong.status == 422 && wrong.text.contains("p.yaml:1:1:") && wrong.text.contains("\"line\" : 1"))
    let checked = try world.api(
      "PUT", "p", #"{"text": "bad\nbad\n", "check": true}"#, type: "application/json")
    #expect(checked.status == 200 && checked.text.contains("\"line\" : 2"))
    #expect(try world.api("PUT", "p", #"{"words": "x"}"#, type: "application/json", [known]).status == 400)
    #expect(try world.api("PUT", "p", "x", type: "image/png", [known]).status == 415)
    #expect(try world.api("PUT", "p", "b\n", [("if-none-match", "*")]).status == 412)
    #expect(world.files["p"] == "a\n")
    #expect(try world.api("PUT", "p", "b\n", [known]).status == 200 && world.files["p"] == "b\n")
    #expect(try world.api("PUT", "p", "b\n", [known]).status == 200, "sent again it is so already")
    let late = try world.api("PUT", "p", "c\n", [known])
    #expect(late.status == 412 && late.text.contains("\"text\" : \"b\\n\""))
    #expect(
      try world.api("PUT", "n", "c\n", [("if-none-match", "*")]).status == 201 && world.files["n"] == "c\n")
  }
}
