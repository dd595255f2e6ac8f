import Foundation
import Kit
import Synchronization
import Testing

@testable import HTTP

/// A real server on a free port, and raw bytes to it.
@Suite("A server that many ask at once")
struct ServerTests {
  /// A request that is sent by and by, on a connection of its own.
  final class Caller {
    let descriptor: Int32

    init(_ port: Int) throws { descriptor = try #require(Wire.open(port)) }
    deinit { close() }

    private var isClosed = false
    func close() {
      guard !isClosed else { return }
      isClosed = true
      Wire.close(descriptor)
    }

    func send(_ text: String) { Wire.send(Array(text.utf8), to: descriptor) }
    func send(bytes count: Int) { Wire.send([UInt8](repeating: 0x78, count: count), to: descriptor) }
    func status() -> Int? { Wire.read(descriptor, seconds: 30).status }
  }

  private static func head(_ path: String = "/", length: Int? = nil) -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      + (length.map { "Content-Length: \($0)\r\n" } ?? "") + "\r\n"
  }

  @Test("what comes with all requests has room together, and what finds none is told so and takes none")
  func room() async throws {
    var limits = HTTPLimits()
    (limits.contentBytes, limits.contentBytesOfOne) = (100_000, 100_000)
    (limits.requestSeconds, limits.silentSeconds) = (600, 600)
    let server = try HTTPServer(
      host: "127.0.0.1", port: 0, limits: limits,
      manner: { _ in .whole(mostBytes: 80_000, HTTPPlace(.reading, sharer: "one")) },
      answer: { HTTPAnswer($0.content.count == 80_000 ? 200 : 500) })
    defer { server.end() }
    let first = try Caller(server.port)
    first.send(Self.head(length: 80_000))
    first.send(bytes: 79_999)
    func second() throws -> Int? {
      let second = try Caller(server.port)
      second.send(Self.head(length: 80_000))
      second.send(bytes: 80_000)
      return second.status()
    }
    let isThere = try await eventually { server.contentBytes == 79_999 }
    #expect(isThere)
    for _ in 0..<2 { #expect(try second() == 503) }
    let isLeft = try await eventually { server.contentBytes == 79_999 }
    #expect(isLeft, "who was refused left no less room")
    first.send(bytes: 1)
    #expect(first.status() == 200)
    let isGone = try await eventually { server.contentBytes == 0 }
    #expect(try isGone && second() == 200)
  }

  @Test("of one there is less room than of all")
  func share() async throws {
    var limits = HTTPLimits()
    (limits.contentBytes, limits.contentBytesOfOne) = (200_000, 100_000)
    (limits.requestSeconds, limits.silentSeconds) = (600, 600)
    let server = try HTTPServer(
      host: "127.0.0.1", port: 0, limits: limits,
      manner: {
        .whole(mostBytes: 80_000, HTTPPlace(.reading, sharer: String(decoding: $0.path, as: UTF8.self)))
      },
      answer: { _ in HTTPAnswer(200) })
    defer { server.end() }
    let held = try Caller(server.port)
    held.send(Self.head("/a", length: 80_000))
    held.send(bytes: 79_999)
    let isThere = try await eventually { server.contentBytes == 79_999 }
    #expect(isThere)
    func status(_ path: String) throws -> Int? {
      let caller = try Caller(server.port)
      caller.send(Self.head(path, length: 80_000))
      caller.send(bytes: 80_000)
      return caller.status()
    }
    #expect(try status("/a") == 503)
    #expect(try status("/b") == 200)
    withExtendedLifetime(held) {}
  }

  @Test("who reads slowly keeps nobody else from reading, from coming in, from calling or from acting")
  func places() async throws {
    let held = Mutex(0)
    let gate = DispatchSemaphore(value: 0)
    let kinds: [String: HTTPPlace.Kind] = ["r": .reading, "e": .entering, "c": .calling, "a": .acting]
    let server = try HTTPServer(
      host: "127.0.0.1", port: 0,
      manner: { request in
        let parts = String(decoding: request.path, as: UTF8.self).split(separator: "/").map(String.init)
        return .whole(mostBytes: 0, HTTPPlace(kinds[parts[0]] ?? .reading, sharer: parts[1]))
      },
      answer: { request in
        if request.path.suffix(5).elementsEqual("/held".utf8) {
          held.withLock { $0 += 1 }
          gate.wait()
        }
        return HTTPAnswer(200)
      })
    defer { server.end() }
    func ask(_ path: String) throws -> Caller {
      let caller = try Caller(server.port)
      caller.send(Self.head(path))
      return caller
    }
    var waiting: [Caller] = []
    func hold(_ sharer: String, _ count: Int) async throws {
      let before = held.withLock { $0 }
      for _ in 0..<count { waiting.append(try ask("/r/\(sharer)/held")) }
      let isHeld = try await eventually { held.withLock { $0 } == before + count }
      #expect(isHeld)
    }
    try await hold("one", 8)
    #expect(try ask("/r/one/x").status() == 503)
    #expect(try ask("/r/two/x").status() == 200)
    try await hold("two", 4)
    #expect(try ask("/r/three/x").status() == 503)
    for kind in ["e", "c", "a"] { #expect(try ask("/\(kind)/one/x").status() == 200, "\(kind)") }
    for _ in waiting { gate.signal() }
    #expect(waiting.allSatisfy { $0.status() == 200 })
    #expect(try ask("/r/three/x").status() == 200)
  }

  @Test("what may not take long to come is not waited for")
  func slow() throws {
    let scratch = try ScratchFolder("slow")
    defer { scratch.remove() }
    final class Turn: Sendable {}
    let server = try HTTPServer(
      host: "127.0.0.1", port: 0,
      manner: { _ in
        .kept(in: scratch.path, mostBytes: 1000, seconds: 1, turn: Turn(), HTTPPlace(.reading, sharer: nil))
      },
      answer: { _ in HTTPAnswer(200) })
    defer { server.end() }
    let caller = try Caller(server.port)
    caller.send(Self.head(length: 1000))
    #expect(Wire.read(caller.descriptor, seconds: 30).isEnded)
  }

  @Test("what is let pass is no part of what is answered", arguments: [false, true])
  func unread(slowly: Bool) throws {
    let server = try HTTPServer(
      host: "127.0.0.1", port: 0, manner: { _ in .unread(slowly ? HTTPPlace(.reading, sharer: nil) : nil) },
      answer: { HTTPAnswer($0.content.isEmpty && $0.bringsContent ? 200 : 500) })
    defer { server.end() }
    let caller = try Caller(server.port)
    caller.send(Self.head(length: 1 << 20))
    caller.send(bytes: 1 << 20)
    #expect(caller.status() == 200)
  }
}
