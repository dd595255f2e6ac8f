import Model
import Testing

@testable import Formats

/// What is read as a duration, a number or a text, and which word was meant.
@Suite("Words")
struct WordTests {
  @Test(
    "durations are read as people write them",
    arguments: [
      ("60s", 60), ("2m", 120), ("1h", 3600), ("500ms", 0.5), ("90", 90), ("1.5h", 5400), ("1h30m", 5400),
      ("1d", 86400), ("0", 0), ("0.5", 0.5), ("1m500ms", 60.5),
    ])
  func durations(text: String, seconds: Double) {
    #expect(DurationText.read(text) == seconds)
  }

  @Test(
    "what is no duration is none",
    arguments: [
      "", "s", "-1s", "+1", "1e9", "nan", "inf", "1 m", "1x", "m1", "1.2.3s", ".5", "5.", "30m1h", "1m1m",
      "1h30",
      "٣s", "99999999999999999999", "1\0", "1M",
    ])
  func noDurations(text: String) {
    #expect(DurationText.read(text) == nil)
  }

  @Test(
    "the nearest word is the one that was probably meant",
    arguments: [
      ("schedul", "schedule"), ("shcedule", "schedule"), ("Schedule", "schedule"), ("env", "environment"),
      ("onlyIfChanged", "only-if-changed"), ("brunches", "branches"), ("test", "tests"), ("tetss", "tests"),
      ("silence", "silent-minutes"),
    ])
  func nearest(written: String, meant: String) {
    let words = [
      "schedule", "environment", "only-if-changed", "branches", "tests", "on", "silent-minutes",
    ]
    #expect(MeantKey.near(written, among: words) == meant)
  }

  @Test(
    "nothing is near to a word that is like none",
    arguments: ["", "wibble", "xy", "-", String(repeating: "a", count: 999)])
  func notNear(written: String) {
    #expect(MeantKey.near(written, among: ["schedule", "environment", "tests"]) == nil)
  }

  @Test(
    "what YAML takes for a number is no text",
    arguments: [
      "5", "-5", "+5", "1_000", "1.", "1.5", "-.5", ".5e3", "1e9", "1E-9", "0x1F", "0o17", "007", "1_._2",
    ])
  func numbers(text: String) {
    let file = BotFile.Reader(folder: "/").read(
      Array("repository: /r\nname: \(text)\n".utf8), id: "a", file: "a.yaml")
    guard case .problems(let problems) = file else {
      Issue.record("\(text) was taken for a text")
      return
    }
    #expect(problems.map(\.message).joined().contains("that is a number"))
  }

  @Test(
    "a text may look like a number",
    arguments: [
      "../5", ".", "-", "+", "1.2.3", "5a", "_5", "-_5", "0x", "0o8", "-0x1F", "1e", "1e+", ".e5", "e5",
      "1-2", "٣",
      "/5",
    ])
  func texts(text: String) {
    let file = BotFile.Reader(folder: "/").read(
      Array("repository: /r\nname: a\nbranches: [\"x\"]\nconfiguration: debug\n".utf8)
        + Array("environment: {K: \(text)}\n".utf8), id: "a", file: "a.yaml")
    guard case .bot(let bot) = file else {
      Issue.record("\(text) was not taken: \(file)")
      return
    }
    #expect(bot.environment["K"] == text)
  }
}
