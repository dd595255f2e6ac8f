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
    _ words: String..., during: @escaping @Sendable (Int32) async throws -> Void
  ) async throws -> CommandEnd {
    let failure = Mutex<(any Error)?>(nil)
    let end = try await Command(
      try Program.bothy,
      ["serve", "--state", state, "--bots", scratch.path + "/bots", "--address", "127.0.0.1:\(port)"] + words,
      in: scratch.url, limitSeconds: 300
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

/// Bytes to a port and back, as they are.
enum Wire {
  struct Answer: Sendable {
    var bytes: [UInt8]
    /// The other side closed the connection.
    var isEnded: Bool

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Nil: there was no answer.
    var status: Int? { text.hasPrefix("HTTP/1.") ? Int(text.dropFirst(9).prefix(3)) : nil }
    var head: String { text.firstRange(of: "\r\n\r\n").map { String(text[..<$0.lowerBound]) } ?? text }
    var body: String { text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "" }
    func header(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }
    /// Of each answer that there is.
    var statuses: [Int] {
      text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst()
        .compactMap { Int($0.prefix(3)) }
    }
  }

  static func open(_ port: Int) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isOpen = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard !isOpen else { return descriptor }
    close(descriptor)
    return nil
  }

  static func isListening(_ port: Int) -> Bool {
    guard let descriptor = open(port) else { return false }
    close(descriptor)
    return true
  }

  @discardableResult static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Until it is closed, or nothing has come for so long.
  static func read(_ descriptor: Int32, seconds: Double) -> Answer {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&look, 1, Int32(seconds * 1000)) > 0 else { return Answer(bytes: bytes, isEnded: false) }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return Answer(bytes: bytes, isEnded: true) }
      bytes += buffer[..<count]
    }
  }

  static func ask(_ request: [UInt8], port: Int, seconds: Double) -> Answer {
    guard let descriptor = open(port) else { return Answer(bytes: [], isEnded: true) }
    defer { close(descriptor) }
    send(request, to: descriptor)
    return read(descriptor, seconds: seconds)
  }
}
