import Explaining
import Foundation
import Glibc
import Kit
import Synchronization
import Testing

@testable import Sockets

@Suite("Lines over a local socket", .timeLimit(.minutes(5)))
struct LineTests {
  @Test("a question is answered, with as many lines as it takes")
  func answered() async throws {
    let counter = try Counter { question in
      for number in 1...3 { question.answer("\(number) \(question.line)") }
    }
    #expect(try await counter.ask("hello ü") == ["1 hello ü", "2 hello ü", "3 hello ü"])
  }

  @Test("the file is for its user alone, and goes with the server")
  func mode() async throws {
    let counter = try Counter()
    var status = stat()
    #expect(lstat(counter.path, &status) == 0)
    #expect(status.st_mode == S_IFSOCK | 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: counter.scratch.path) == ["socket"])
    counter.server.end()
    #expect(lstat(counter.path, &status) != 0, "it is gone when `end` returns: a process may end then")
    #expect(try LineClient(path: counter.path) == nil)
  }

  @Test("a path far longer than an address of a socket works")
  func longPath() async throws {
    let long = Array(repeating: String(repeating: "long name ", count: 12), count: 5).joined(separator: "/")
    let counter = try Counter(long + "/socket")
    #expect(counter.path.utf8.count > 500)
    #expect(try await counter.ask("far away") == ["you said far away"])
  }

  @Test("nobody there: no file, an old file, no folder")
  func nobody() throws {
    let scratch = try ScratchFolder("nobody")
    defer { scratch.remove() }
    let path = scratch.path + "/socket"
    #expect(try LineClient(path: path) == nil)
    #expect(try LineClient(path: scratch.path + "/no/folder/socket") == nil)
    do {
      let socket = try LocalSocket()
      try socket.bind(try SocketPlace(path))
    }
    #expect(try LineClient(path: path) == nil)
    let server = try LineServer(path: path)
    #expect(try LineClient(path: path) != nil)
    server.end()
  }

  @Test("a second server is refused while the first listens, and what is no socket is left alone")
  func second() async throws {
    let counter = try Counter()
    let error = #expect(throws: Explanation.self) { try LineServer(path: counter.path) }
    #expect(error?.wrong == "another process listens there already")
    #expect(try await counter.ask("still there") == ["you said still there"])
    let file = counter.scratch.path + "/file"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    #expect(throws: Explanation.self) { try LineServer(path: file) }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    #expect(throws: Explanation.self) { try LineServer(path: counter.scratch.path + "/no/socket") }
  }

  @Test("a server that was replaced leaves the file of the other alone")
  func replaced() async throws {
    let counter = try Counter()
    unlink(counter.path)
    let other = try LineServer(path: counter.path)
    counter.server.end()
    try await Task.sleep(for: .seconds(0.1))
    #expect(try LineClient(path: counter.path) != nil)
    other.end()
  }

  @Test("clients that say nothing, or never end a line, are let go and hold up nobody")
  func silent() async throws {
    var limits = LineLimits()
    limits.seconds = 3
    let counter = try Counter(limits: limits)
    let silent = try counter.raw()
    let slow = try counter.raw()
    slow.say("half a li")
    let endless = try counter.raw()
    endless.say(String(repeating: "x", count: 70_000))
    #expect(try await counter.ask("quick") == ["you said quick"])
    #expect(!silent.hasEnded && !slow.hasEnded, "the quick one did not wait until the others were let go")
    for socket in [silent, slow, endless] { #expect(try await socket.everything(seconds: 10) == "") }
  }

  @Test("a client that fetches nothing is let go; its answers are bounded, others are served")
  func neverReads() async throws {
    var limits = LineLimits()
    limits.answerBytes = 1 << 20
    let sent = Mutex(0)
    let counter = try Counter(limits: limits) { question in
      guard question.line == "flood" else { question.answer("calm"); return }
      let line = String(repeating: "x", count: 1 << 16)
      while question.answer(line) {
        sent.withLock { $0 += 1 }
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    let deaf = try counter.raw()
    deaf.say("flood\n")
    #expect(try await counter.ask("anything") == ["calm"])
    let count = { sent.withLock { $0 } }
    var before = -1
    while before != count() || before == 0 {
      before = count()
      try await Task.sleep(for: .seconds(0.3))
    }
    #expect(count() < 200, "it was let go in time")
    #expect(try await counter.ask("anything") == ["calm"])
  }

  @Test("more clients than there is room for wait their turn")
  func many() async throws {
    var limits = LineLimits()
    limits.clients = 4
    let counter = try Counter(limits: limits)
    let path = counter.path
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<60 {
        group.addTask { try await answers(at: path, to: "\(number)") == ["you said \(number)"] }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test("whoever answers learns that the client has gone")
  func gone() async throws {
    let learnt = Mutex(false)
    let counter = try Counter { question in
      while !question.hasGone { try? await Task.sleep(for: .milliseconds(5)) }
      learnt.withLock { $0 = true }
    }
    try counter.raw().say("bye\n")
    #expect(try await eventually { learnt.withLock { $0 } })
  }

  @Test("a client that shuts its side after asking is answered all the same")
  func halfClosed() async throws {
    let counter = try Counter { question in
      try? await Task.sleep(for: .seconds(0.2))
      question.answer("here")
    }
    let socket = try counter.raw()
    socket.say("please\n")
    shutdown(socket.number, Int32(SHUT_WR))
    #expect(try await socket.everything() == "here\n")
  }

  @Test("a server that does not answer in time is told, and an interruption is heeded")
  func impatient() async throws {
    let counter = try Counter { question in
      while !question.hasGone { try? await Task.sleep(for: .milliseconds(5)) }
    }
    let error = await #expect(throws: Explanation.self) { try await counter.ask("well?", seconds: 0.3) }
    #expect(error?.wrong.contains("did not answer") == true)
    let client = try #require(try LineClient(path: counter.path))
    try client.ask("well?", seconds: nil, isCanceled: { true }) { _ in true }
  }

  @Test("bytes that are no text, and lines with nothing in them, come as they can be read")
  func strange() async throws {
    let counter = try Counter { $0.answer("\($0.line.unicodeScalars.count)") }
    let socket = try counter.raw()
    _ = [0xFF, 0x00, 0x0A].withUnsafeBytes { _ in write(socket.number, [0xFF, 0x00, 0x0A] as [UInt8], 3) }
    #expect(try await socket.everything() == "2\n")
    #expect(try await counter.ask("") == ["0"])
  }
}
