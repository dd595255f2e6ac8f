import Foundation
import Testing

@testable import Explaining

/// What is thrown here was thrown by Swift, Foundation or the system, never made by hand.
@Suite("Explanation")
struct ExplanationTests {
  private struct Settings: Codable {
    enum Pace: String, Codable { case slow, fast }
    enum Level: Int, Codable { case low = 1 }
    struct Word: Codable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no word of ours"))
      }
    }
    struct Limits: Codable { var minutes: Int }
    var limits: Limits
    var names: [String]
    var paces: [Pace]?
    var level: Level?
    var home: URL?
    var word: Word?
  }

  private struct Own: Explained {
    let doing = "opening the door"
    let wrong = "it is locked"
    let advice = "look for the key"
    let status: Int32 = 2
  }

  private enum Wordless: Error { case left }

  private func told(_ act: () throws -> Void) -> Explanation? {
    do { try act() } catch { return Explanation(error, doing: "settling in") }
    return nil
  }

  private func read(_ json: String) -> Explanation? {
    told { _ = try JSONDecoder().decode(Settings.self, from: Data(json.utf8)) }
  }

  @Test("an error that explains itself is told as it does, with its status")
  func own() throws {
    let told = try #require(told { throw Own() })
    #expect(told.sentence == "opening the door: it is locked: look for the key")
    #expect(told.status == 2)
    #expect("\(Own())" == told.sentence)
  }

  @Test("what a file refuses is told with the file and the system's words")
  func files() throws {
    let missing = "/nowhere/of/bothy"
    let files = FileManager.default
    let read = try #require(told { _ = try String(contentsOfFile: missing, encoding: .utf8) })
    #expect(read.doing == "reading /nowhere/of/bothy" && read.wrong == "no such file or directory")
    let write = try #require(told { try Data().write(to: URL(fileURLWithPath: missing)) })
    #expect(write.doing == "writing /nowhere/of/bothy" && write.wrong == "no such file or directory")
    let list = try #require(told { _ = try files.contentsOfDirectory(atPath: "/dev/null") })
    #expect(list.doing == "reading /dev/null" && list.wrong == "not a directory")
    let move = try #require(told { try files.moveItem(atPath: missing, toPath: "/tmp/there") })
    #expect(move.doing == "moving /nowhere/of/bothy to /tmp/there")
    let remove = try #require(told { try files.removeItem(atPath: missing) })
    #expect(remove.doing == "removing /nowhere/of/bothy" && remove.status == 5)
  }

  @Test("bytes that are no text, and no JSON, are told as that")
  func bytes() throws {
    let path = NSTemporaryDirectory() + "/bothy-explanation-\(UUID().uuidString)"
    try Data([0xFF, 0xFE, 0xFF]).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = try #require(told { _ = try String(contentsOfFile: path, encoding: .utf8) })
    #expect(text.doing == "settling in" && text.wrong == "it is not text in UTF-8")
    let json = try #require(told { _ = try JSONSerialization.jsonObject(with: Data("{".utf8)) })
    #expect(json.wrong.hasPrefix("it cannot be understood (") && !json.wrong.contains(".)"))
  }

  @Test(
    "what does not fit in JSON is told by its key",
    arguments: [
      (#"{"names": []}"#, "`limits` is missing"),
      (#"{"limits": {}, "names": []}"#, "`limits.minutes` is missing"),
      (#"{"limits": null, "names": []}"#, "`limits` is empty"),
      (#"{"limits": {"minutes": 1}, "names": ["a", 2]}"#, "`names.1` has a value of another kind"),
      ("[1]", "the top of the file has a value of another kind"), ("null", "the top of the file is empty"),
      ("{", "it is not whole JSON"),
    ])
  func json(text: String, words: String) {
    #expect(read(text)?.sentence == "settling in: \(words): correct it, or let Bothy write it anew")
  }

  @Test(
    "a value that this version does not know is told with its place, and never by the name of a type",
    arguments: [
      (#""paces": ["slow", "glorious"]"#, "`paces.1` is `glorious`"),
      (#""paces": ["a from invalid b value c"]"#, "`paces.0` is `a from invalid b value c`"),
      (#""paces": ["a\nb"]"#, "`paces.0` is `a\nb`"), (#""level": 7"#, "`level` is `7`"),
    ])
  func unknown(member: String, words: String) {
    #expect(read(with: member)?.wrong == words + ", which this version of Bothy does not know")
  }

  private func read(with member: String) -> Explanation? {
    read(#"{"limits": {"minutes": 1}, "names": [], \#(member)}"#)
  }

  @Test("what Swift says of a value is not passed on, what Bothy says of one is")
  func sentences() {
    #expect(read(with: #""home": """#)?.wrong == "`home` is nothing that this version of Bothy can read")
    #expect(read(with: #""word": 1"#)?.wrong == "`word` cannot be understood (no word of ours)")
  }

  @Test("a value that is long is told by how it begins, and one of the whole file as its top")
  func longAndWhole() {
    let (start, rest) = (String(repeating: "x", count: 80), String(repeating: "y", count: 5000))
    let long = read(with: #""paces": ["\#(start)\#(rest)"]"#)
    #expect(long?.wrong == "`paces.0` is `\(start)…`, which this version of Bothy does not know")
    let whole = told { _ = try JSONDecoder().decode(Settings.Pace.self, from: Data(#""odd""#.utf8)) }
    #expect(whole?.wrong == "the top of the file is `odd`, which this version of Bothy does not know")
  }

  @Test("a number that JSON cannot hold is told by its key")
  func encoding() {
    let told = told { _ = try JSONEncoder().encode(["speed": Double.infinity]) }
    #expect(told?.wrong == "`inf` cannot be written for `speed`")
  }

  @Test(
    "what the system refuses is told in its words, with what helps",
    arguments: [
      (POSIXErrorCode.ENOSPC, "no space left on device", "make room"),
      (.EACCES, "permission denied", "right"),
      (.EMFILE, "too many open files", "ulimit"), (.EROFS, "read-only file system", "--state"),
    ])
  func system(code: POSIXErrorCode, words: String, advice: String) throws {
    let told = try #require(told { throw POSIXError(code) })
    #expect(told.wrong == words && told.advice.contains(advice) && told.doing == "settling in")
  }

  @Test("what was canceled was interrupted")
  func canceled() async {
    let task = Task {
      try await Task.sleep(for: .seconds(3600))
    }
    task.cancel()
    let end = await task.result
    let told = told { try end.get() }
    #expect(told?.wrong == "it was ended before it was done" && told?.status == 130)
  }

  @Test("of an error without words it is said that the mistake is ours")
  func wordless() {
    let told = told { throw Wordless.left }
    #expect(told?.wrong == "an error came that has no words of its own (left)")
    #expect(told?.advice.contains("please report it") == true)
  }
}
