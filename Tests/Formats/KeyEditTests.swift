import Testing

@testable import Formats

@Suite("A key of a bot file is given another value")
struct KeyEditTests {
  private let file = """
    # Ours.
    repository: "/srv/git/parser.git"   # bare

    branches:
      - main
      - release/*
    schedule: {on: periodic, every: day}  # at night
    tests:
      # Slow ones.
      timeout: 60s   # of one
      skip: 'Slow'

    #limits:
    #  # For the whole integration.
    #  minutes: 60
    made-by-hand: yes
    """

  private func edited(_ key: String, _ value: BotFile.GivenValue?) -> String? {
    BotFile.text(file, with: value, at: key.split(separator: ".").map(String.init))
  }

  @Test("what stands there is exchanged, and every other letter stays")
  func exchanged() {
    for (key, value, old, new) in [
      ("repository", .text("/a b"), "\"/srv/git/parser.git\"", "/a b"),
      ("repository", .text("C: #1"), "\"/srv/git/parser.git\"", "\"C: #1\""),
      ("branches", .list(["main", "*"]), "\n  - main\n  - release/*", " [main, \"*\"]"),
      ("schedule.every", .word("week"), "every: day", "every: week"),
      ("schedule.at", .text("02:30"), "every: day}", "every: day, at: \"02:30\"}"),
      ("tests.timeout", .word("5m"), "60s", "5m"), ("tests.skip", .text("a'b"), "'Slow'", "\"a'b\""),
    ] as [(String, BotFile.GivenValue, String, String)] {
      #expect(edited(key, value) == file.replacing(old, with: new), "\(key)")
    }
  }

  @Test("what was not there is put where it belongs")
  func added() {
    #expect(edited("tests.repeat", .word("3")) == file.replacing("tests:\n", with: "tests:\n  repeat: 3\n"))
    #expect(
      edited("limits.minutes", .word("9"))
        == file.replacing("minutes: 60\n", with: "minutes: 60\nlimits:\n  minutes: 9\n"))
    #expect(edited("name", .text("Ö")) == file + "\nname: \"Ö\"\n")
    #expect(BotFile.text("", with: .text("/r"), at: ["repository"]) == "repository: /r\n")
    #expect(
      BotFile.text("tests:\n", with: .word("1s"), at: ["tests", "timeout"]) == "tests:\n  timeout: 1s\n")
    #expect(
      BotFile.text("a: 1", with: .word("1s"), at: ["tests", "timeout"]) == "a: 1\ntests:\n  timeout: 1s\n")
    #expect(BotFile.text("{a: 1}\n", with: .text("x"), at: ["tests", "t"]) == "{a: 1, tests: {t: x}}\n")
  }

  @Test("what is no longer wanted is gone with its line, and what was said of it stays")
  func removed() {
    #expect(edited("tests.timeout", nil) == file.replacing("timeout: 60s   # of one", with: "# of one"))
    #expect(edited("tests.skip", nil) == file.replacing("  skip: 'Slow'\n", with: ""))
    #expect(edited("schedule.every", nil) == file.replacing(", every: day", with: ""))
    #expect(edited("schedule.on", nil) == file.replacing("on: periodic, ", with: ""))
    #expect(edited("branches", nil) == file.replacing("branches:\n  - main\n  - release/*\n", with: ""))
    #expect(edited("name", nil) == file)
  }

  @Test("lines end as they did")
  func ends() {
    let other = file.replacing("\n", with: "\r\n")
    #expect(
      BotFile.text(other, with: .word("5m"), at: ["tests", "timeout"]) == other.replacing("60s", with: "5m"))
  }

  @Test("where it cannot be done without touching more it is not done")
  func refused() {
    for text in [
      "name: |\n  a\n  b\n", "name: &a x\nbase: *a\n", "name: a: b\n", "name:\n  - a # first\n  - b\n",
      "name: {a: b\n", "\u{FEFF}name: a\n", "- name\n", "name: a\n  b\n",
    ] {
      #expect(BotFile.text(text, with: .text("x"), at: ["name"]) == nil, "\(text)")
    }
    #expect(edited("name", .text("a\nrepository: /etc")) == nil)
    #expect(edited("repository.x", .text("a")) == nil)
  }

  @Test("what a form asks for is told as it stands there, and is taken as it is given")
  func form() throws {
    func words(_ key: String) throws -> String? {
      BotForm.words(of: try #require(BotForm.fields.first { $0.key == key }), in: file)
    }
    #expect(try words("branches") == "main, release/*" && words("tests.timeout") == "60s")
    #expect(try words("name")?.isEmpty == true && words("schedule.on") == "periodic")
    let known = Set(BotFile.keys.map(\.path))
    for field in BotForm.fields {
      #expect(known.contains(field.key) && !field.explanation.isEmpty, "\(field.key)")
      guard case .choice(let words) = field.kind else { continue }
      for word in words {
        let beside = field.key == "schedule.every" ? "schedule: {on: periodic}\n" : ""
        var text = BotForm.text("repository: /r\n" + beside, with: word, in: field) ?? ""
        if word == "periodic" { text = text.replacing("periodic", with: "periodic\n  every: day") }
        let read = BotFile.read(Array(text.utf8), id: "p", file: "p.yaml", folder: "/")
        guard case .bot = read else {
          Issue.record("\(field.key): \(word) is refused: \(text) \(read)")
          continue
        }
      }
    }
  }

  @Test("a new file has every key as an example, and takes what fields say where it is explained")
  func blank() throws {
    let field = try #require(BotForm.fields.first { $0.key == "repository" })
    let text = try #require(BotForm.text(BotFileText.blank, with: "/srv/r.git", in: field))
    #expect(text.contains("#repository: /srv/git/parser.git\nrepository: /srv/r.git\n"), "\(text)")
    guard case .bot(let bot) = BotFile.read(Array(text.utf8), id: "p", file: "p.yaml", folder: "/") else {
      Issue.record("it is refused")
      return
    }
    #expect(bot.repository == "/srv/r.git")
  }
}
