import Testing

@testable import Model

@Suite("Other words") struct MessageWordsTests {
  @Test(
    "numbers, marks, durations, addresses, paths and the order of keys are no other words",
    arguments: [
      ("3 of 4 failed", "12 of 400 failed"), ("x is -3", "x is 2.5e-07"), ("x=-3;", "x=4;"),
      ("took 3 s", "took 450 ms"), ("took 3s, then", "took 1.5 minutes, then"),
      ("Object 0x7f0012 is gone", "Object 0x55aa12 is gone"),
      ("no file /tmp/a/b.txt here", "no file /var/x here"), ("line A.swift:4:7", "line A.swift:41"),
      ("id E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "id FACEE1F8-0000-4FFF-93FC-AC247A3E6E5E"),
      ("at 2026-11-21T13:43:49Z", "at 1999-01-02T03:04:05Z"), ("token x7Kq9Z", "token 9abY3f"),
      ("hash deadbee5", "hash 1f2e3d4c"), ("user1 is not user2", "user8 is not user9"),
      (#"(["a": 1, "b": 2]) is not nil"#, #"(["b": 2, "a": 1]) is not nil"#),
      (#"{"b":[1,2],"a":{"d":true,"c":1}}"#, #"{"a":{"c":1,"d":true},"b":[1,2]}"#),
      ("values (x: [\"k\": [A, B]])", "values (x: [\"k\": [B, A]])"),
      ("Expectation failed: (number → 5) != list.count", "Expectation failed: (number → 6) != list.count"),
      (
        "Expectation failed: (f(3) → \"a) 1\") == 3\nwith arguments: 4",
        "Expectation failed: (f(3) → \"a) 2\") == 3\nwith arguments: 5"
      ),
    ])
  func alike(one: String, other: String) {
    #expect(MessageWords.areAlike(one, other))
    #expect(MessageWords.areAlike(other, one))
  }

  @Test(
    "other words are",
    arguments: [
      ("(\"3 sequence, 3 scalar\") is not (\"3 sequences, 3 scalars\")", "(\"3 sequences\") is not (\"4\")"),
      ("(3 scalars) is not (4 scalars)", "(3 scalars) is not (4 scalarz)"),
      ("(1) is not equal to (2)", "(1) is not equal to (nil)"), ("count=3", "size=3"), ("a.x1", "a.y1"),
      ("x < 3", "x > 3"), ("(a) is not (b)", "(b) is not (a)"), ("[\"a\": 1]", "[\"b\": 1]"),
      ("Expectation failed: (number → 2) != 2", "Expectation failed: (number → 3) != 3"),
      ("Expectation failed: f(1)", "Expectation failed: g(1)"),
    ])
  func other(one: String, other: String) {
    #expect(!MessageWords.areAlike(one, other))
    #expect(!MessageWords.areAlike(other, one))
  }

  @Test("what is cut is compared as far as both were kept")
  func cut() {
    let text = String(repeating: "word and ", count: 300)
    #expect(MessageWords.areAlike("9 " + text, "10000 " + text))
    #expect(!MessageWords.areAlike("9 other " + text, "9 " + text))
    let keys = "[" + (0..<200).map { "\"key\($0)\": \"v\"" }.joined(separator: ", ") + "]"
    let others = "[" + (0..<200).reversed().map { "\"kex\($0)\": \"v\"" }.joined(separator: ", ") + "]"
    #expect(MessageWords.areAlike("it is \(keys)", "it is \(others)"), "a part of them tells nothing")
  }

  @Test("it is quick, whatever the message is", arguments: ["[", "]", "[]", "1", "a-", "…", "→ (", "\""])
  func quick(part: String) {
    let text = "Expectation failed: " + String(repeating: part, count: 100_000)
    #expect(MessageWords.areAlike(text, text))
  }
}
