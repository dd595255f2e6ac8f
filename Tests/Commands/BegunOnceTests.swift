import Foundation
import Kit
import Model
import Processes
import State
import StateKit
import Store
import Testing

@testable import Commands

@Suite("What is begun once")
struct BegunOnceTests {
  private let world: HistoryWorld
  private var begun: BegunOnce { BegunOnce(world.state) }

  init() throws { world = try HistoryWorld() }

  private func begin(once mark: String) throws {
    _ = try world.store.begin(
      bot: "parser", branch: "main", commit: nil, queued: Date(), started: Date(), processID: 1, once: mark)
  }

  @Test("what was killed before it got its number may be begun again, and nobody else meanwhile")
  func killed() async throws {
    func waiting() throws {
      let claim = try #require(try begun.claim("a"))
      #expect(try begun.claim("a") == nil, "somebody is at it")
      #expect(try !begun.cameToNothing("a"))
      withExtendedLifetime(claim) {}
    }
    #expect(try !begun.cameToNothing("a"), "nobody asked")
    try waiting()
    // The lock of whoever is killed is free, as soon as what other tests have just begun is another program.
    #expect(try await eventually { try begun.cameToNothing("a") })
    try waiting()
    #expect(try begun.claim("b") != nil)
  }

  @Test("what got its number, or came to its end, is not begun again")
  func once() throws {
    func claimed(_ mark: String, _ body: () throws -> Void) throws {
      let claim = try #require(try begun.claim(mark))
      try body()
      withExtendedLifetime(claim) {}
    }
    try claimed("a") { try begin(once: "a") }
    try claimed("b") { try begun.end("b") }
    for mark in ["a", "b"] {
      #expect(try begun.claim(mark) == nil)
      #expect(try !begun.cameToNothing(mark))
    }
    // Several branches under one key.
    try begin(once: "a")
    try begun.forgetOld(now: Date() + 31 * 86400)
    #expect(try begun.claim("a") != nil)
  }

  @Test("what a former Bothy began stays begun")
  func former() throws {
    let folder = world.state.acts + "/a"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(try begun.claim("a") == nil && !begun.cameToNothing("a"))
  }
}
