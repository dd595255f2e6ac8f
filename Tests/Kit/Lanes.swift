/// Lets at most so many tasks work at the same time.
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
    do {
      let value = try await work()
      await leave()
      return value
    } catch {
      await leave()
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

  private func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
