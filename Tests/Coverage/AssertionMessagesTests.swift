import Testing

@testable import Coverage

@Suite("Messages of assertions in source")
struct AssertionMessagesTests {
  /// What stands where a message begins, ten characters of it.
  private func messages(_ source: String) -> [String] {
    let bytes = Array(source.utf8)
    return AssertionMessages.messages(in: bytes).map {
      String(decoding: bytes[$0.start...].prefix(4), as: UTF8.self)
    }
  }

  @Test(
    "the message of each kind of assertion is found",
    arguments: [
      #"assert(x > 0, "msg")"#, #"precondition(x, "msg")"#, #"fatalError("msg")"#,
      #"preconditionFailure("msg")"#,
      #"assertionFailure("msg")"#, #"XCTAssert(x, "msg")"#, #"XCTAssertEqual(a, b, "msg")"#,
      #"XCTAssertEqual(a, b, accuracy: 0.1, "msg")"#, #"XCTAssertNil(f(1, 2), "msg")"#, #"#expect(x, "msg")"#,
      #"Swift.precondition(x, "msg")"#, #"XCTest.XCTAssertTrue(x, "msg")"#, #"assert (x, "msg")"#,
      #"return assert(x, "msg")"#, #"else { assert([1, 2].contains { $0 > (1, 2).0 }, "msg") }"#,
      #"assert(a["k, \(f(1, "x"))"] == nil, "msg")"#, ##"assert(a == #"", (\#(b, c)"#, "msg")"##,
      "assert(a == \"\"\"\n , \"x\" \\(b, c)\n \"\"\", \"msg\")", #"assert(a /* , "no" /* , */ */, "msg")"#,
      "assert(a, // , why\n  \"msg\")", #"assert(a == /",(/, "msg")"#,
      ##"assert(a.contains(#/",(/x/#), "msg")"##,
      #"assert(a / b > c / d, "msg")"#, #"assert(x, "msg", file: f, line: 1)"#,
      #"let assert = 1; assert(x, "msg")"#,
      #"assert(é == `default`, "msg")"#, "assert(x\n  , \"msg\"\n)",
    ])
  func found(source: String) {
    #expect(messages(source).first == "\"msg")
  }

  @Test(
    "what is no message is not taken for one",
    arguments: [
      #"log(x, "msg")"#, #"assert(x)"#, #"assert(x, file: "msg")"#, #"case .assert(x, "msg")"#,
      #"logger.assert(x, "msg")"#, #"func assert(_ x: Int, _ m: String) {}"#, #""assert(x, \"msg\")""#,
      ##"#"assert(x, "msg")"#"##, #"// assert(x, "msg")"#, #"/* assert(x, "msg") */"#,
      "\"\"\"\nassert(x, \"msg\")\n\"\"\"",
      #"myassert(x, "msg")"#, "assert\n(x, y)", #"fatalError()"#, #"XCTAssertEqual(a, "b")"#,
      #"a.Swift.assert(x, "m")"#,
      #"precondition { (x, "msg") }"#,
    ])
  func notFound(source: String) {
    #expect(messages(source).isEmpty)
  }

  @Test("an assertion inside of a text is found, and the text goes on behind it")
  func interpolation() {
    #expect(
      messages(#"let a = "\(assert(x, "in")), assert(y, \"no\")"; assert(z, "out")"#) == [#""in""#, "\"out"])
    #expect(messages(##"#"\#(assert(x, "in")) \(assert(y, "no"))"#"##) == [#""in""#])
  }

  @Test("an assertion inside of a message is a message of its own")
  func nested() {
    #expect(messages(#"assert(x, { assert(y, "inner"); return "outer" }())"#) == ["{ as", "\"inn"])
  }

  @Test("source that makes no sense is passed over")
  func hostile() {
    let pieces = [
      "assert(", "\"", "\"\"\"", "\\(", ")", "#\"", "\"#", "/*", "*/", "//", "\n", ",", "x", "{", "}", "[",
      "]", "/", "#",
      "\\", "é", "#/", "/#", ".", ":",
    ]
    var state: UInt64 = 3
    for _ in 0..<4000 {
      var source = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        source += pieces[Int(state >> 33) % pieces.count]
      }
      let length = source.utf8.count
      for message in AssertionMessages.messages(in: Array(source.utf8)) {
        #expect(message.callee < message.start && message.start < length)
      }
    }
  }

  @Test("a long file takes no long time", .timeLimit(.minutes(5)))
  func long() {
    _ = AssertionMessages.messages(in: Array(String(repeating: "(", count: 1_000_000).utf8))
    _ = AssertionMessages.messages(in: Array(String(repeating: "x = /a\n", count: 100_000).utf8))
    _ = AssertionMessages.messages(in: Array(String(repeating: "\"\\(", count: 300_000).utf8))
  }
}
