import Foundation
import Kit
import Model
import Testing

@testable import Integrator

/// What is not masked though a secret is a part of it: nobody could read any more what tools say.
@Suite("Spared names") struct SparedNamesTests {
  @Test("the path of the checkout stays one where a secret is a part of it, however it comes in pieces")
  func places() {
    let path = "/var/bots/shop/checkout"
    let masking = Secrets(values: ["USER": "shop"]).masking(besides: [path, "/elsewhere"])
    let text = "shop: \(path)/Sources/shop.swift:1: shop /var/bots/shop/check /bots/shop/checkout\(path)"
    let masked = "****: \(path)/Sources/****.swift:1: **** /var/bots/****/check /bots/****/checkout\(path)"
    #expect(masking.masked(text) == masked)
    #expect(masking.masked(#"{"a":"\/var\/bots\/shop\/checkout"}"#).contains("shop"))
    for size in 1...text.utf8.count {
      var stream = MaskingStream(masking)
      var seen: [UInt8] = []
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { stream.add($0) { seen += $0 } }
      }
      stream.finish { seen += $0 }
      #expect(String(decoding: seen, as: UTF8.self) == masked, "in pieces of \(size)")
    }
  }

  @Test("a value that the tools say themselves is not masked, and is told")
  func toolWords() {
    let secrets = Secrets(values: ["A": "test", "B": "pass", "C": "testify", "D": "abc", "E": "filePath"])
    #expect(secrets.tooCommon == ["A", "B", "E"] && secrets.unmasked == ["A", "B", "D", "E"])
    #expect(secrets.masked("1 test passed: testify") == "1 test passed: *******")
  }

  @Test("what a package calls its files and tests stays as it is, and a value that is such a name is told")
  func ownNames() throws {
    let scratch = try ScratchFolder("own-names")
    try scratch.write("Sources/Lexikon/Parser.swift", "public func parse() {}\n")
    try scratch.write(
      "Tests/LexikonTests/A.swift",
      "final class ParserTests: XCTestCase { func testswordfish() { print(\"a swordfish b\") } }\n"
        + "struct Shop {}\n"
    )
    try scratch.write(".build/x/swordfish9.txt", "")
    try scratch.write("Package.swift", ".target(name: \"ParserCore\", path: \"a b Parser\"), \"hunter22\"")
    let secrets = Secrets(values: [
      "A": "Parser", "B": "swordfish", "C": "Shop", "D": "hunter22", "E": "Lexikon",
    ])
    let names = OwnNames(of: secrets, below: scratch.path)
    #expect(
      names.spared == [
        "Sources/Lexikon/Parser.swift", "Lexikon/Parser.swift", "Parser.swift", "Sources/Lexikon",
        "Tests/LexikonTests/A.swift", "LexikonTests/A.swift", "Tests/LexikonTests", "LexikonTests",
        "ParserTests", "testswordfish", "ParserCore",
      ])
    #expect(
      names.alike == [
        "C": "`Shop` in Tests/LexikonTests/A.swift",
        "D": "`hunter22` in Package.swift",
      ])
    let masking = secrets.masking
    #expect(masking.masked("ParserTests/testswordfish") == "******Tests/test*********")
    masking.spare(names.spared)
    #expect(
      masking.masked("Test Case 'ParserTests.testswordfish' in Parser.swift: Parser swordfish Shop")
        == "Test Case 'ParserTests.testswordfish' in Parser.swift: ****** ********* ****")
  }

  @Test(
    "a value as days and times are written, or as tools say more, is not masked",
    arguments: ["2026", "11-30", "15:4", "2026-11", "seconds)"])
  func dates(value: String) {
    #expect(Secrets(values: ["A": value]).tooCommon == ["A"])
  }

  @Test("other digits are", arguments: ["4711", "1999", "5432", "20261"])
  func digits(value: String) {
    #expect(Secrets(values: ["A": value]).masked("x \(value)").hasSuffix("****"))
  }

  @Test("an apostrophe is found as Swift writes it in quotes, by itself and in JSON")
  func quoted() throws {
    let secret = "it's\\odd"
    let masking = Secrets(values: ["A": secret]).masking
    let told = secret.debugDescription
    #expect(told.contains("\\'") || told.contains("'"))
    #expect(!masking.masked(told).contains("odd"))
    let json = String(decoding: try JSONEncoder().encode([told]), as: UTF8.self)
    #expect(!masking.masked(json).contains("odd"), "\(masking.masked(json))")
  }

  @Test("a sign that addresses spell is found in a secret as it is, and spelled once more")
  func spelledMark() throws {
    let secret = "pa%25ss%2Dword%25"
    let masking = Secrets(values: ["A": secret]).masking
    let address = try #require(secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    for told in [secret, address, "it is \(secret)."] {
      #expect(!masking.masked(told).contains("word"), "\(masking.masked(told))")
    }
  }

  @Test("who wrote a commit, and what, is masked in a report, and its name is not")
  func commits() {
    var report = Report(
      bot: "b", integration: 1, result: .succeeded, reason: "", commit: nil, toolchain: "",
      configuration: .debug, queued: Date(timeIntervalSince1970: 1), started: Date(timeIntervalSince1970: 2))
    var commit = Commit(
      id: "hunter22", branch: "hunter22", author: "hunter22", email: "hunter22@x", date: report.queued,
      subject: "Rotate hunter22")
    commit.body = "It was hunter22."
    (report.commit, report.commits) = (commit, [commit])
    let masked = Masking([Array("hunter22".utf8)]).masked(report)
    for one in [masked.commit, masked.commits.first] {
      #expect(one?.id == "hunter22" && one?.branch == "hunter22")
      #expect(one?.author == "********" && one?.email == "********@x")
      #expect(one?.subject == "Rotate ********" && one?.body == "It was ********.")
    }
  }
}
