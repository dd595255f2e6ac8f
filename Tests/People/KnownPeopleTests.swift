import Explaining
import Foundation
import Kit
import Model
import State
import Synchronization
import Testing

@testable import People

@Suite("Who is known")
struct KnownPeopleTests {
  private let scratch: ScratchFolder
  private var state: StateFolder { StateFolder(path: scratch.path) }

  init() throws { scratch = try ScratchFolder("people") }

  private func person(_ name: String, password: String? = nil, _ role: Role = .reader) -> Person {
    Person(name: name, password: password, rights: Rights(role), since: Date(timeIntervalSince1970: 1))
  }

  @Test("what is written is for its owner alone, and the same when it is read")
  func file() throws {
    defer { scratch.remove() }
    let file = PeopleFile(state)
    #expect(try file.read() == PeopleBook())
    try file.change { $0.people.append(person("anna", password: "$y$x")) }
    #expect(try file.read().people == [person("anna", password: "$y$x")])
    let mode = try FileManager.default.attributesOfItem(atPath: state.people)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("two who write at once lose nothing, and one that fails changes nothing")
  func together() async throws {
    defer { scratch.remove() }
    let file = PeopleFile(state)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { _ = try? file.change { $0.people.append(person("p\(number)")) } }
      }
    }
    #expect(try file.read().people.count == 20)
    struct No: Error {}
    #expect(throws: No.self) {
      try file.change { book in
        book.people = []
        throw No()
      }
    }
    #expect(try file.read().people.count == 20)
  }

  @Test("a file that is no such file lets nobody in, and is told")
  func broken() throws {
    defer { scratch.remove() }
    for text in ["", "{", "[]", #"{"version": 2, "people": [], "tokens": []}"#] {
      try scratch.write("people.json", text)
      #expect(throws: Explanation.self, "\(text)") { try PeopleFile(state).read() }
      #expect(KnownPeople(state) { _ in }.book == nil)
    }
  }

  @Test("what could not be read is tried again though nobody wrote it, and told once")
  func readableAgain() throws {
    defer { scratch.remove() }
    try PeopleFile(state).change { $0.people.append(person("p")) }
    let good = try String(contentsOfFile: state.people, encoding: .utf8)
    let told = Mutex(0)
    let now = Mutex(0.0)
    let known = KnownPeople(
      state, uptime: { now.withLock { $0 } }, failed: { _ in told.withLock { $0 += 1 } })
    /// As long as before, and of the same time.
    func put(_ text: String) throws {
      try scratch.write("people.json", text)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1), .posixPermissions: 0o600],
        ofItemAtPath: state.people)
    }
    try put(String(repeating: "{", count: good.utf8.count))
    for second in 0..<10 {
      now.withLock { $0 = Double(second) }
      #expect(known.book == nil)
    }
    #expect(told.withLock { $0 } == 1)
    try put(good)
    now.withLock { $0 = 20 }
    #expect(known.book?.people.map(\.name) == ["p"])
  }

  @Test("a token is known by what was sent alone, until its day is over")
  func tokens() {
    var book = PeopleBook()
    let secret = Secret.make("bothy_")
    book.tokens = [
      AccessToken(
        name: "ci", mark: Secret.mark(secret), rights: Rights(.operator), since: Date(), until: "2031-12-31")
    ]
    #expect(book.token(secret, on: "2031-12-31")?.name == "ci")
    #expect(book.token(secret, on: "2032-01-01") == nil)
    #expect(book.token(Secret.mark(secret), on: "2026-01-01") == nil)
    #expect(book.token("", on: "2026-01-01") == nil)
  }

  @Test("a role of one bot counts instead of the one of all, also where it is less")
  func rights() {
    let rights = Rights(.reader, bots: ["a": .administrator, "b": .nobody])
    #expect(rights.role(for: nil) == .nobody && rights.role(for: "c") == .reader)
    #expect(Rights(.reader, bots: ["a": .administrator]).role(for: nil) == .reader)
    #expect(rights.role(for: "a") == .administrator && rights.role(for: "b") == .nobody)
    // What tells of all tells of b.
    #expect(Rights(.operator, bots: ["b": .nobody]).role(for: nil) == .nobody)
    // What is done with all is done with b.
    #expect(Rights(.operator, bots: ["b": .reader]).role(for: nil) == .reader)
    #expect(Rights(.administrator, bots: ["a": .administrator, "b": .operator]).role(for: nil) == .operator)
    #expect(rights.best == .administrator)
    #expect(rights.words == "reader; administrator of a; nobody of b")
    #expect(Rights(bots: ["a": .operator]).words == "operator of a" && Rights().words == "nobody")
  }

  @Test(
    "a name is one that can stand anywhere",
    arguments: [
      ("anna", true), ("a.b-c_d+e@f", true), ("7", true), ("", false), ("-a", false), (".a", false),
      ("a b", false), ("a/b", false), ("ä", false), ("a\n", false), ("[a", false),
      (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
    ])
  func names(_ name: String, _ isOne: Bool) { #expect(Person.isName(name) == isOne) }

  @Test("after three wrong passwords each takes longer, by name and by address, and what is kept is bounded")
  func slowing() {
    let slowing = SlowingDown(most: 100)
    func wait(_ name: String, _ address: String, _ now: Double) -> Double? {
      slowing.seconds(name: name, address: address, now: now)
    }
    for _ in 0..<2 { slowing.wasWrong(name: "anna", address: "1", now: 0) }
    #expect(wait("anna", "1", 0) == nil)
    slowing.wasWrong(name: "anna", address: "1", now: 0)
    #expect(wait("anna", "2", 0) == 1 && wait("otto", "1", 0) == 1 && wait("otto", "2", 0) == nil)
    slowing.wasWrong(name: "anna", address: "1", now: 2)
    #expect(wait("anna", "2", 2) == 2 && wait("anna", "2", 4.5) == nil)
    for _ in 0..<40 { slowing.wasWrong(name: "anna", address: "1", now: 5) }
    #expect(wait("anna", "2", 5) == 900)
    for number in 0..<1000 { slowing.wasWrong(name: "n\(number)", address: "\(number)", now: 10) }
    #expect(slowing.count <= 102)
  }

  @Test("after an hour without a wrong one all is forgotten, and nobody waits for where many come from")
  func forgetting() {
    let slowing = SlowingDown()
    for _ in 0..<20 { slowing.wasWrong(name: "anna", address: "1", now: 0) }
    slowing.wasWrong(name: "otto", address: "1", now: 3599)
    #expect(slowing.seconds(name: nil, address: "1", now: 3599) == 900)
    #expect(slowing.seconds(name: "anna", address: "2", now: 3599) == nil)
    slowing.wasWrong(name: "anna", address: "1", now: 3599 + 3600)
    #expect(slowing.seconds(name: "anna", address: "1", now: 3599 + 3600) == nil)
    for _ in 0..<20 { slowing.wasWrong(name: "otto", address: nil, now: 8000) }
    #expect(slowing.seconds(name: "anna", address: nil, now: 8000) == nil)
    #expect(slowing.seconds(name: "otto", address: nil, now: 8000) == 900)
  }

  @Test("a flood of wrong tokens is a line for each address, and one for all others")
  func floods() throws {
    let scratch = try ScratchFolder("tokens")
    defer { scratch.remove() }
    let log = AuditLog(StateFolder(path: scratch.path))
    let wrong = WrongTokens(log)
    #expect((0..<3).map { _ in wrong.wasWrong(from: "192.0.2.1", now: 5) } == [nil, nil, nil])
    #expect(wrong.wasWrong(from: "192.0.2.1", now: 5) == 1)
    #expect(wrong.wasWrong(from: "192.0.2.2", now: 5) == nil)
    for number in 0..<3000 { _ = wrong.wasWrong(from: "198.51.100.\(number % 300)", now: 5) }
    let entries = log.entries()
    #expect(entries.count == 51 && entries[0].words?.contains("at least 4 times") == true, "\(entries)")
    #expect(entries.last?.from == nil && entries.last?.words?.contains("times") == true)
    _ = wrong.wasWrong(from: "192.0.2.1", now: 700)
    #expect(log.entries().count == 52)
  }

  @Test("of wrong passwords the first of an address have a line each, with their names, and the rest one")
  func passwords() throws {
    let scratch = try ScratchFolder("passwords")
    defer { scratch.remove() }
    let log = AuditLog(StateFolder(path: scratch.path))
    let wrong = Floods(log, words: "wrong", mostSingle: 3)
    func tell(_ address: String, _ name: String, _ now: Double) {
      var entry = AuditEntry(who: nil, way: .nobody, from: address, act: "sign-in")
      entry.details = ["name": name]
      wrong.tell(entry, now: now)
    }
    for number in 0..<100 { tell("192.0.2.1", "n\(number)", 5) }
    let entries = log.entries()
    #expect(entries.map { $0.details?["name"] } == ["n0", "n1", "n2", nil])
    #expect(
      entries.map(\.words) == ["wrong", "wrong", "wrong", "wrong, at least 64 times within ten minutes"])
    tell("192.0.2.1", "otto", 700)
    #expect(log.entries().last?.details?["name"] == "otto")
    #expect(log.entries()[3].words == "wrong, 100 times within ten minutes")
    for number in 0..<2000 { tell("198.51.100.\(number)", "anna", 700) }
    #expect(log.entries().count == 4 + 1 + 49 + 1)
  }

  @Test("a session ends with sign-out, idleness, age, another password, and who it is of")
  func sessions() throws {
    defer { scratch.remove() }
    let start = Date(timeIntervalSince1970: 1_000_000)
    var book = PeopleBook()
    book.people = [person("anna", password: "$y$1")]
    func begin() throws -> String { try Sessions(state).begin(book.people[0], now: start) }
    func name(_ secret: String, after seconds: Double) -> String? {
      Sessions(state).person(secret, in: book, now: start + seconds)?.name
    }
    let first = try begin()
    #expect(name(first, after: 11 * 3600) == "anna" && name("x", after: 0) == nil)
    #expect(name(try begin(), after: 13 * 3600) == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: state.sessions)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let sessions = Sessions(state)
    let second = try sessions.begin(book.people[0], now: start)
    #expect(second != first)
    sessions.end(second, now: start)
    #expect(sessions.person(second, in: book, now: start) == nil && name(second, after: 0) == nil)
    let third = try begin()
    book.people[0].password = "$y$2"
    #expect(name(third, after: 0) == nil)
    let fourth = try begin()
    book.people = []
    #expect(name(fourth, after: 0) == nil)
  }

  @Test("what was begun is there when it never ended, and a line that was cut off spoils no other")
  func audit() throws {
    defer { scratch.remove() }
    let log = AuditLog(state)
    let one = AuditEntry(who: "anna", way: .password, act: "cancel")
    try log.begin(one)
    try log.end(one.id, status: 0, words: "Canceled.")
    let text = try String(contentsOfFile: state.audit, encoding: .utf8)
    try Data((text + "{\"id\":\"cut").utf8).write(to: URL(fileURLWithPath: state.audit))
    try log.begin(AuditEntry(who: nil, way: .nobody, act: "sign-in"))
    let entries = log.entries()
    #expect(entries.map(\.act) == ["cancel", "sign-in"] && entries.map(\.status) == [0, nil])
    #expect(entries[0].words == "Canceled.")
  }

  @Test("the record has a bound, and keeps what is newest")
  func bounded() throws {
    defer { scratch.remove() }
    let log = AuditLog(state, mostBytes: 2000)
    for number in 0..<200 {
      try log.note(AuditEntry(who: "n\(number)", way: .token, act: "pause"), status: 0, words: "")
    }
    let entries = log.entries()
    #expect(entries.last?.who == "n199" && entries.count < 130 && entries.count > 60)
    #expect(entries.map(\.who) == (200 - entries.count..<200).map { "n\($0)" })
    let recent = log.entries(isRecent: true)
    #expect(recent == entries.suffix(recent.count) && recent.count < 40 && recent.count > 5)
    let files = try FileManager.default.contentsOfDirectory(atPath: state.path)
    #expect(files.count { $0.hasSuffix(".jsonl") } == 9)
  }

  @Test("no field takes more of the record than it should, however few characters it has")
  func cut() throws {
    defer { scratch.remove() }
    let log = AuditLog(state)
    let long = "a" + String(repeating: "\u{301}", count: 100_000)
    var entry = AuditEntry(who: long, way: .token, act: "pause")
    (entry.bot, entry.details) = (long, ["reason": long])
    try log.note(entry, status: 2, words: long)
    try log.begin(entry)
    try log.end(entry.id, status: 2, words: long)
    #expect(try Data(contentsOf: URL(fileURLWithPath: state.audit)).count < 12_000)
    #expect(
      log.entries().allSatisfy {
        $0.bot?.utf8.count == 1002 && $0.bot?.utf8.starts(with: "a\u{301}".utf8) == true
      })
  }
}
