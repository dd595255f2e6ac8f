import Foundation
import Glibc
import Kit
import Testing

@testable import Sockets

/// A server that answers each question by a rule, in a scratch folder.
final class Counter {
  let scratch: ScratchFolder
  let path: String
  let server: LineServer
  private let task: Task<Void, Never>

  init(
    _ name: String = "socket", limits: LineLimits = LineLimits(),
    rule: @escaping @Sendable (Question) async -> Void = { $0.answer("you said " + $0.line) }
  ) throws {
    scratch = try ScratchFolder("sockets")
    path = scratch.path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    let server = try LineServer(path: path, limits: limits)
    self.server = server
    task = Task {
      await withTaskGroup(of: Void.self) { group in
        while let question = await server.next() { group.addTask { await rule(question) } }
      }
    }
  }

  deinit {
    task.cancel()
    server.end()
    scratch.remove()
  }

  func ask(_ line: String, seconds: Double = 20) async throws -> [String] {
    try await answers(at: path, to: line, seconds: seconds)
  }

  /// A connection that does as it likes.
  func raw() throws -> LocalSocket {
    let socket = try LocalSocket()
    try socket.connect(try SocketPlace(path), seconds: 5)
    return socket
  }
}

/// Every answer to one question.
func answers(at path: String, to line: String, seconds: Double = 20) async throws -> [String] {
  try await aside {
    guard let client = try LineClient(path: path) else { throw POSIXError(.ECONNREFUSED) }
    var answers: [String] = []
    try client.ask(line, seconds: seconds) {
      answers.append($0)
      return true
    }
    return answers
  }
}

extension LocalSocket {
  func say(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Whether the other side has closed it by now.
  var hasEnded: Bool {
    var byte: UInt8 = 0
    return recv(number, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)) == 0
  }

  /// Until the other side closes; nil when it does not within the time.
  func everything(seconds: Double = 20) async throws -> String? {
    try await aside { self.blockingEverything(seconds: seconds) }
  }

  private func blockingEverything(seconds: Double) -> String? {
    var bytes: [UInt8] = []
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      var ready = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 100) > 0 else { continue }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(number, &buffer, buffer.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
    return nil
  }
}
