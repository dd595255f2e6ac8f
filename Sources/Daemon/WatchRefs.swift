import Explaining
import Foundation
import Model
import Synchronization
import Watcher

/// Reads refs through libgit2, each look on a thread that no other look waits for: a disk may never answer.
final class WatchRefs: RefReader {
  private let idle = Mutex<[OwnThread]>([])
  /// Of each repository, how many looks have no answer yet.
  private let open = Mutex<[String: Int]>([:])

  private static let mostIdle = 4
  /// Each waits on a thread of its own, perhaps for ever.
  static let mostOpen = 4
  /// Whoever asked by hand sits there and waits, but not as long as for a watcher that says nothing at all.
  private static let secondsByHand = 20

  private let read: @Sendable (LookQuestion) -> Sighting.Outcome

  init(read: @escaping @Sendable (LookQuestion) -> Sighting.Outcome = WatchRefs.real) { self.read = read }

  func look(_ question: LookQuestion) async -> Sighting.Outcome {
    guard begin(question) else {
      return .trouble("\(question.repository) has not answered \(Self.mostOpen) looks before this one")
    }
    // What comes after the first answer is not heeded.
    let (answers, answer) = AsyncStream.makeStream(
      of: Sighting.Outcome.self, bufferingPolicy: .bufferingOldest(1))
    let thread = idle.withLock { $0.popLast() } ?? OwnThread(name: "bothy-refs")
    thread.run { [self] in
      let outcome = read(question)
      end(question)
      idle.withLock { if $0.count < Self.mostIdle { $0.append(thread) } }
      answer.yield(outcome)
    }
    if question.isByHand {
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.secondsByHand)) {
        answer.yield(.trouble("\(question.repository) has not answered for \(Self.secondsByHand) s"))
      }
    }
    for await outcome in answers { return outcome }
    return .trouble("the watcher is ending")
  }

  private func begin(_ question: LookQuestion) -> Bool {
    open.withLock { open in
      guard open[question.repository, default: 0] < Self.mostOpen else { return false }
      open[question.repository, default: 0] += 1
      return true
    }
  }

  private func end(_ question: LookQuestion) {
    open.withLock { open in
      let left = open[question.repository, default: 1] - 1
      open[question.repository] = left > 0 ? left : nil
    }
  }

  static func real(_ question: LookQuestion) -> Sighting.Outcome {
    do { return .seen(try RepositoryLook(question).perform()) } catch {
      let told = Explanation(error)
      return .trouble("\(told.wrong) (\(told.doing)): \(told.advice)")
    }
  }
}
