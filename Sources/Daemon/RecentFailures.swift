import Foundation
import Synchronization

/// A failure that comes again and again is told now and then, not each time.
final class RecentFailures: Sendable {
  private let told = Mutex<[String: Date]>([:])
  private static let seconds = 600.0
  private static let mostTexts = 100

  func isNews(_ text: String, at now: Date) -> Bool {
    told.withLock { told in
      if let before = told[text], (0..<Self.seconds).contains(now.timeIntervalSince(before)) { return false }
      if told.count >= Self.mostTexts { told = [:] }
      told[text] = now
      return true
    }
  }
}
