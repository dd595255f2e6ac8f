import Explaining
import Foundation
import Model
import Synchronization
import Watcher

/// Reads refs through libgit2, each look on a thread that no other look waits for: a disk may never answer.
final class WatchRefs: RefReader {
  private let idle = Mutex<[OwnThread]>([])

  private static let mostIdle = 4
  /// Whoever asked by hand sits there and waits, but not as long as for a watcher that says nothing at all.
  private static let secondsByHand = 20

  func look(_ question: LookQuestion) async -> Sighting.Outcome {
    let answer = Answer<Sighting.Outcome>()
    let thread = idle.withLock { $0.popLast() } ?? OwnThread(name: "bothy-refs")
    thread.run { [self] in
      let outcome = Self.read(question)
      idle.withLock { if $0.count < Self.mostIdle { $0.append(thread) } }
      answer.give(outcome)
    }
    if question.isByHand {
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.secondsByHand)) {
        answer.give(.trouble("\(question.repository) has not answered for \(Self.secondsByHand) s"))
      }
    }
    return await withTaskCancellationHandler {
      await answer.wait()
    } onCancel: {
      answer.give(.trouble("the watcher is ending"))
    }
  }

  private static func read(_ question: LookQuestion) -> Sighting.Outcome {
    do {
      return .seen(try RepositoryLook(question).perform())
    } catch {
      let told = Explanation(error)
      return .trouble("\(told.wrong) (\(told.doing)): \(told.advice)")
    }
  }
}

/// Given once, waited for once; what is given later is not heeded.
private final class Answer<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiter: CheckedContinuation<Value, Never>?
  }

  private let state = Mutex(State())

  func give(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      guard state.value == nil else { return nil }
      state.value = value
      return state.waiter
    }
    waiter?.resume(returning: value)
  }

  func wait() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        if state.value == nil { state.waiter = continuation }
        return state.value
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}
