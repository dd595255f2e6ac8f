import Explaining
import Foundation
import Model
import Synchronization
import Watcher

/// Reads refs through libgit2, each look on a thread that no other look waits for: a disk may never answer.
final class WatchRefs: RefReader {
  /// A look that begins when its turn has come.
  private final class Turn: Sendable {
    let begin: @Sendable () -> Void

    init(_ begin: @escaping @Sendable () -> Void) { self.begin = begin }
  }

  /// The looks into one repository.
  private struct Looks {
    /// How many have no answer yet.
    var open = 0
    var waiting: [Turn] = []
  }

  private let idle = Mutex<[OwnThread]>([])
  private let looks = Mutex<[String: Looks]>([:])

  private static let mostIdle = 4
  /// Each waits on a thread of its own, perhaps for ever.
  static let mostOpen = 4
  /// Whoever asked by hand sits there and waits, but not as long as for a watcher that says nothing at all.
  private static let secondsByHand = 20.0

  private let read: @Sendable (LookQuestion) -> Sighting.Outcome
  /// How long a look waits for its turn: several bots of one repository look at once.
  private let patienceSeconds: Double

  init(
    patienceSeconds: Double = 15,
    read: @escaping @Sendable (LookQuestion) -> Sighting.Outcome = WatchRefs.real
  ) {
    (self.patienceSeconds, self.read) = (patienceSeconds, read)
  }

  func look(_ question: LookQuestion) async -> Sighting.Outcome {
    let repository = question.repository
    // What comes after the first answer is not heeded.
    let (answers, answer) = AsyncStream.makeStream(
      of: Sighting.Outcome.self, bufferingPolicy: .bufferingOldest(1))
    let turn = Turn { [self] in
      let thread = idle.withLock { $0.popLast() } ?? OwnThread(name: "bothy-refs")
      thread.run { [self] in
        let outcome = read(question)
        idle.withLock { if $0.count < Self.mostIdle { $0.append(thread) } }
        answer.yield(outcome)
        next(in: repository)?.begin()
      }
    }
    if take(turn, in: repository) {
      turn.begin()
    } else {
      Self.after(patienceSeconds) { [self] in
        guard giveUp(turn, in: repository) else { return }
        answer.yield(.trouble("\(question.source) has not answered \(Self.mostOpen) looks before this one"))
      }
    }
    if question.isByHand {
      Self.after(Self.secondsByHand) {
        let seconds = Int(Self.secondsByHand)
        let words =
          question.remote == nil
          ? "has not answered for \(seconds) s"
          : "has not answered for \(seconds) s, or is being fetched, which goes on"
        answer.yield(.trouble("\(question.source) \(words)"))
      }
    }
    for await outcome in answers { return outcome }
    return .trouble("the watcher is ending")
  }

  private static func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: body)
  }

  /// False when it has to wait.
  private func take(_ turn: Turn, in repository: String) -> Bool {
    looks.withLock { all in
      guard all[repository, default: Looks()].open >= Self.mostOpen else {
        all[repository, default: Looks()].open += 1
        return true
      }
      all[repository]?.waiting.append(turn)
      return false
    }
  }

  /// Whose turn it is when one has ended.
  private func next(in repository: String) -> Turn? {
    looks.withLock { all in
      if let next = all[repository]?.waiting.first {
        all[repository]?.waiting.removeFirst()
        return next
      }
      all[repository]?.open -= 1
      if all[repository]?.open == 0 { all[repository] = nil }
      return nil
    }
  }

  /// False when its turn has come already.
  private func giveUp(_ turn: Turn, in repository: String) -> Bool {
    looks.withLock { all in
      guard let place = all[repository]?.waiting.firstIndex(where: { $0 === turn }) else { return false }
      all[repository]?.waiting.remove(at: place)
      return true
    }
  }

  static func real(_ question: LookQuestion) -> Sighting.Outcome {
    do { return .seen(try RepositoryLook(question).perform()) } catch {
      let told = Explanation(error)
      return .trouble("\(told.wrong) (\(told.doing)): \(told.advice)")
    }
  }
}
