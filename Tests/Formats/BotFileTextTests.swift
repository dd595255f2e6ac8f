import Kit
import Model
import Testing

@testable import Formats

@Suite struct BotFileTextTests {
  private func read(_ text: String) -> BotFile.Outcome {
    BotFile.read(Array(text.utf8), id: "a", file: "a.yaml", folder: "/bots")
  }

  private let file = BotFileText(name: "A", repository: "/srv/a", branch: "main", package: "Core")

  @Test("a new bot file is sound and says what was found")
  func sound() {
    guard case .bot(let bot) = read(file.text) else { Testing.Issue.record("it has problems"); return }
    #expect(
      bot.name == "A" && bot.repository == "/srv/a" && bot.branches == ["main"] && bot.package == "Core")
  }

  @Test("what was found is what is read, whatever signs are in it", arguments: ["\"", "\\", ":", "#"])
  func signs(sign: String) {
    for text in JoinedSign.texts(sign) {
      let file = BotFileText(name: "A \(text)", repository: "/srv/a", branch: "main", package: ".")
      guard case .bot(let bot) = read(file.text) else { Testing.Issue.record("\(file.text)"); return }
      #expect(bot.name.utf8.elementsEqual("A \(text)".utf8))
    }
  }

  @Test("it explains every key there is, and all of its examples may be used together")
  func complete() {
    for key in BotFile.keys where !key.path.contains("[]") {
      let name = key.path.split(separator: ".").last ?? ""
      #expect(file.text.contains("\(name):"), "\(key.path) is missing")
    }
    let used = file.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }.joined(separator: "\n")
    if case .problems(let problems) = read(used) { Testing.Issue.record("\(problems)") }
    #expect(used.contains("\nschedule:\n") && used.contains("\ntriggers:\n"))
    #expect(file.text.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  @Test(
    "whatever a repository, a branch or a package is called is read again as it is",
    arguments: [
      "plain", "with space", "a: b", "true", "1.10", "-x", "a#b", "a #b", #"back\slash"#, "quo\"te", "'q'",
      "größe",
      "{x}", "null", "a, b", "*a", "&a", "!a", "%a", "@a", "大きさ",
    ])
  func quoting(word: String) {
    var file = file
    file.name = word
    file.repository = "/srv/" + word
    guard case .bot(let bot) = read(file.text) else { Testing.Issue.record("\(read(file.text))"); return }
    #expect(bot.name == word && bot.repository == "/srv/" + word)
  }
}
