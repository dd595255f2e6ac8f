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
    // What comes after the first answer is not heeded.
    let (answers, answer) = AsyncStream.makeStream(
      of: Sighting.Outcome.self, bufferingPolicy: .bufferingOldest(1))
    let thread = idle.withLock { $0.popLast() } ?? OwnThread(name: "bothy-refs")
    thread.run { [self] in
      let outcome = Self.read(question)
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

  private static func read(_ question: LookQuestion) -> Sighting.Outcome {
    do { return .seen(try RepositoryLook(question).perform()) } catch {
      let told = Explanation(error)
      return .trouble("\(told.wrong) (\(told.doing)): \(told.advice)")
    }
  }
}
