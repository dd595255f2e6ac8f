import Foundation
import Testing

/// Lets at most so many tasks work at the same time. How long each took of its turn stands in the log.
public actor Lanes {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  public init(_ count: Int) {
    free = count
  }

  public nonisolated func run<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    await enter()
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

  private func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave(since began: ContinuousClock.Instant) {
    let tenths = Int((ContinuousClock.now - began) / .milliseconds(100))
    let test = Test.current.map { $0.displayName ?? $0.name } ?? "no test"
    let line = "◇ \(tenths / 10).\(tenths % 10) s of a turn: \(test)\n"
    FileHandle.standardError.write(Data(line.utf8))
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
