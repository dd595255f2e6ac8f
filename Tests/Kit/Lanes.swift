import Foundation
import Testing

/// Lets at most so many tasks work at the same time. How long each took of its turn stands in the log.
public actor Lanes {
  /// A long task that came last would have no other beside it.
  public enum Place: Sendable { case first, usual }

  private var free: Int
  private var early: [CheckedContinuation<Void, Never>] = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Who gets one lane of these for good as soon as nobody waits for it.
  private var heir: Lanes?

  public init(_ count: Int, leavingOneTo heir: Lanes? = nil) {
    free = count
    self.heir = heir
  }

  public nonisolated func run<Value: Sendable>(
    _ place: Place = .usual, _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    await enter(place)
    let began = ContinuousClock.now
    do {
      let value = try await work()
      await leave(since: began)
      return value
    } catch {
      await leave(since: began)
      throw error
    }
  }

  private func enter(_ place: Place) async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { place == .first ? early.append($0) : waiting.append($0) }
    }
  }

  private func leave(since began: ContinuousClock.Instant) async {
    let tenths = Int((ContinuousClock.now - began) / .milliseconds(100))
    let test = Test.current.map { $0.displayName ?? $0.name } ?? "no test"
    let line = "◇ \(tenths / 10).\(tenths % 10) s of a turn: \(test)\n"
    FileHandle.standardError.write(Data(line.utf8))
    await pass()
  }

  private func pass() async {
    if !early.isEmpty {
      early.removeFirst().resume()
    } else if !waiting.isEmpty {
      waiting.removeFirst().resume()
    } else if let next = heir {
      heir = nil
      await next.pass()
    } else {
      free += 1
    }
  }
}
