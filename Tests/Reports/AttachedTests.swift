import Model
import Testing

@testable import Reports
@testable import SamplePages

@Suite("What a test left to be compared") struct AttachedTests {
  @Test("pictures stand side by side, each as a link to the whole of it, on the card and in the test's row")
  func pictures() throws {
    let pages = try Sample.pages(Sample.input())
    for name in ["index.html", "tests.html"] {
      let page = try #require(pages[name])
      let figure = try #require(
        Self.figures(in: page).first { $0.contains("shots/bar</strong></figcaption>") })
      let roles = figure.split(separator: "\"><span class=\"muted\">").dropFirst().map {
        $0.prefix { $0 != "<" }
      }
      #expect(roles == ["reference", "failed", "difference"])
      for role in roles {
        let path = "attachments/shots_bar-\(role).png"
        #expect(
          figure.contains("<a href=\"\(path)\"><span class=\"muted\">\(role)</span><img src=\"\(path)\""))
      }
    }
  }

  @Test("two texts are told as one, with their names and sizes")
  func texts() throws {
    let page = try #require(try Sample.pages(Sample.input())["index.html"])
    let figure = try #require(Self.figures(in: page).first { $0.contains("&lt;b&gt;</strong></figcaption>") })
    #expect(figure.contains("href=\"attachments/expected_%3Cb%3E.json\""))
    #expect(figure.contains("– reference, + failed") && !figure.contains("<img"))
    #expect(figure.contains("<mark>pop</mark>") && figure.contains("<mark>once</mark>"))
    #expect(figure.contains("23 lines alike"))
  }

  @Test("what stands alone is listed as ever, and nothing is told twice")
  func alone() throws {
    let page = try #require(try Sample.pages(Sample.input())["tests.html"])
    #expect(page.components(separatedBy: "href=\"attachments/notes.txt\"").count == 2)
    #expect(page.components(separatedBy: "href=\"attachments/shots_bar-failed.png\"").count == 2)
    #expect(!Self.figures(in: page).contains { $0.contains("notes.txt") })
  }

  @Test("what a test left each time that it ran is compared with nothing of another time")
  func runs() {
    var test = Sample.make("a", .failed)
    test.attachments = ["attachments/reference.png", "attachments/failure.png"]
    test.attempts = [TestAttempt(test), TestAttempt(test), TestAttempt(test)]
    test.attempts[1].attachments = ["attachments/failure-2.png", "attachments/difference-2.png"]
    test.attempts[2].attachments = ["attachments/failure-3.png"]
    var input = Sample.input()
    for path in test.files { input.bytes[path] = 1 }
    let names = [
      "reference.png": "reference.png", "failure.png": "failure.png", "failure-2.png": "failure.png",
      "difference-2.png": "difference.png", "failure-3.png": "failure.png",
    ]
    let artifacts = names.map { file, name in
      Artifact(name: name, path: "attachments/\(file)", bytes: 1, sha256: file)
    }
    let named = Dictionary(uniqueKeysWithValues: artifacts.map { ($0.path, $0) })
    let files = AttachedFiles(of: test, in: input, named)
    #expect(files.groups.map(\.run) == [0, 1])
    #expect(
      files.groups.map { Set($0.files.files.keys) } == [[.reference, .failed], [.failed, .difference]])
    #expect(files.alone == ["attachments/failure-3.png"])
  }

  @Test("what it left again when it ran alone is shown once")
  func again() throws {
    var test = Sample.make("a", .failed)
    test.attachments = ["attachments/reference.png", "attachments/failure.png"]
    test.attempts = [TestAttempt(test), TestAttempt(test), TestAttempt(test)]
    test.attempts[1].attachments = ["attachments/reference-2.png", "attachments/failure-2.png"]
    test.attempts[2].attachments = ["attachments/reference-3.png", "attachments/failure-3.png"]
    var input = Sample.input()
    var artifacts: [String: Artifact] = [:]
    for path in test.files {
      input.bytes[path] = 1
      let name = path.contains("reference") ? "reference.png" : "failure.png"
      let sha256 = path.contains("failure-3") ? "another" : name
      artifacts[path] = Artifact(name: name, path: path, bytes: 1, sha256: sha256)
    }
    let files = AttachedFiles(of: test, in: input, artifacts)
    #expect(files.groups.map(\.run) == [0, 2] && files.groups.map(\.isRepeated) == [true, false])
    #expect(files.alone == [])
  }

  @Test("of files that nobody is known to have left, those that belong together stand together")
  func nobody() throws {
    var report = Sample.report()
    let place = try #require(report.tests.cases.firstIndex { !$0.attachments.isEmpty })
    report.tests.cases[place].attachments = []
    let page = try #require(try Sample.pages(Sample.input(report))["index.html"])
    let figures = Self.figures(in: page)
    #expect(figures.count == 2 && figures.contains { $0.contains("bar-reference.png") })
    #expect(page.components(separatedBy: "shots_bar-failed.png\"><").count == 2)
  }

  private static func figures(in page: String) -> [String] {
    page.components(separatedBy: "<figure class=\"sides\">").dropFirst().map {
      $0.components(separatedBy: "</figure>")[0]
    }
  }
}

@Suite("Two texts that a test left") struct ComparedTextsTests {
  @Test("what differs is told, however little they share")
  func differs() throws {
    let told = try #require(Self.difference("a\nb\nc\n", "a\nx\nc\n"))
    #expect(told.lines.map(\.kind) == [.same, .removed, .added, .same])
    #expect(Self.difference("a", "b")?.lines.map(\.text) == ["a", "b"])
    #expect(Self.difference("", "a\n")?.lines.contains { $0.kind == .added && $0.text == "a" } == true)
    #expect(Self.difference("a", "a\n")?.lines.map(\.kind) == [.same, .added])
    #expect(Self.difference("a\na", "a")?.lines.map(\.kind) == [.same, .removed])
  }

  @Test("a few lines that differ among thousands are found")
  func long() throws {
    let lines = (0..<8000).map { "\($0)" }
    var other = lines
    other[4000] = "x"
    let told = try #require(Self.difference(lines.joined(separator: "\n"), other.joined(separator: "\n")))
    #expect(told.lines.filter { $0.kind != .same }.map(\.text) == ["4000", "x"])
  }

  @Test("where no difference can be shown a sentence says why")
  func notes() {
    #expect(Self.note("a\n", "a\n") == "Both are the same.")
    #expect(Self.note("\u{E9}", "e\u{301}") == "They differ in nothing but how the same letters are encoded.")
    let many = ["a", "b"].map { letter in (0..<2000).map { "\(letter)\($0)\n" }.joined() }
    #expect(Self.note(many[0], many[1]) == "Too much differs to be shown here.")
  }

  @Test("what is no text has neither", arguments: [[0xFF, 0xFE], [0x61, 0x00]] as [[UInt8]])
  func binary(bytes: [UInt8]) {
    #expect(ComparedTexts(Array("a".utf8), bytes) == nil && ComparedTexts(bytes, Array("a".utf8)) == nil)
  }

  @Test("large ones are not read, and only so many are told on one page")
  func bounds() {
    var input = Sample.input()
    func all(bytes: Int, pairs: Int) -> Int {
      let files = (0..<pairs).flatMap { number in
        ["reference", "failed"].map {
          ComparedFiles.File(path: "attachments/\($0)-\(number)", name: "\($0)-\(number)")
        }
      }
      for file in files { input.bytes[file.path] = bytes }
      input.attached = { Array($0.utf8) }
      return ComparedTexts.all(ComparedFiles.grouped(files).groups, in: input).count
    }
    #expect(all(bytes: 64 << 10, pairs: 3) == 2)
    #expect(all(bytes: (64 << 10) + 1, pairs: 3) == 0)
    #expect(all(bytes: 1, pairs: 3) == 3)
  }

  @Test("of a line that is too long one sees where it differs")
  func longLine() throws {
    let long = String(repeating: "same ", count: 1000)
    let told = try #require(Self.difference(long + "one" + long, long + "two" + long))
    let shown = "\(DifferenceView(difference: told).value)"
    #expect(shown.contains("one") && shown.contains("two") && shown.contains("…"))
  }

  private static func difference(_ first: String, _ second: String) -> ToldDifference? {
    guard case .difference(let told) = ComparedTexts(Array(first.utf8), Array(second.utf8)) else {
      return nil
    }
    return told
  }

  private static func note(_ first: String, _ second: String) -> String? {
    guard case .note(let note) = ComparedTexts(Array(first.utf8), Array(second.utf8)) else { return nil }
    return note
  }
}
