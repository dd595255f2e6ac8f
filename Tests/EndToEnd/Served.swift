import Foundation
import Kit
import Synchronization
import Testing

/// A state directory with a small site, and a real `bothy serve` for it.
struct Served: Sendable {
  static let secret = "not-for-anybody-2718281828"

  let scratch: ScratchFolder
  let port: Int
  var state: String { scratch.path + "/state" }
  var site: String { state + "/site" }

  init() throws {
    scratch = try ScratchFolder("served")
    port = try Servers.unusedPort()
    try write("<!DOCTYPE html><title>All</title><main id=main>All bots</main>\n", to: "site/index.html")
    try write("<!DOCTYPE html><title>p</title><main id=main>The bot p</main>\n", to: "site/bots/p/index.html")
    try write(String(repeating: "0123456789", count: 1000), to: "site/bots/p/1/log.txt")
    try write("<svg/>", to: "site/bots/p/badge.svg")
    try write("<script>alert(1)</script>", to: "site/bots/p/1/attachments/a.html")
    try write("TOKEN=\(Self.secret)\n", to: "secrets/p.env")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: site + "/out", withDestinationPath: "../secrets")
    try files.createSymbolicLink(atPath: site + "/link.txt", withDestinationPath: "../secrets/p.env")
    try files.createSymbolicLink(atPath: site + "/bots/root", withDestinationPath: "/")
  }

  func write(_ text: String, to path: String) throws {
    let place = URL(fileURLWithPath: state + "/" + path)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }

  /// While it serves; then it is told to end, which it does with 0.
  @discardableResult
  func run(
    _ words: String..., limitSeconds: Double = 300, during: @escaping @Sendable (Int32) async throws -> Void
  ) async throws -> CommandEnd {
    let failure = Mutex<(any Error)?>(nil)
    let end = try await Command(
      try Program.bothy,
      ["serve", "--state", state, "--bots", scratch.path + "/bots", "--address", "127.0.0.1:\(port)"] + words,
      in: scratch.url, limitSeconds: limitSeconds
    ).run { id in
      defer { kill(id, SIGTERM) }
      let answers = try await eventually { Wire.isListening(self.port) }
      #expect(answers, "nobody listens")
      // What the server itself said is worth more than what was asked of it in vain.
      do { try await during(id) } catch { failure.withLock { $0 = error } }
    }
    #expect(end.status == 0, "\(end.errorText)")
    if let failure = failure.withLock({ $0 }) {
      Issue.record("while that failed, the server said: \(end.errorText)")
      throw failure
    }
    return end
  }

  func ask(_ request: String, seconds: Double = 5) -> Wire.Answer {
    Wire.ask(Array(request.utf8), port: port, seconds: seconds)
  }

  func get(_ address: String, _ headers: String...) -> Wire.Answer {
    let lines = (["Host: localhost", "Connection: close"] + headers).joined(separator: "\r\n")
    return ask("GET \(address) HTTP/1.1\r\n\(lines)\r\n\r\n")
  }
}
