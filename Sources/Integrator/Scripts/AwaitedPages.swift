import Files
import Foundation
import Processes
import State

/// Waits for the pages of an integration: whoever ordered it makes them, and the folder is all that both
/// know.
struct AwaitedPages {
  let folder: IntegrationFolder
  let cancellation: Cancellation

  /// Pages are made in seconds; after that nobody is there who makes them.
  private static let mostSeconds = 600.0

  /// Where the first of them is; nil when none were made.
  func wait(seconds: Double) throws -> String? {
    let end = ContinuousClock.now + .seconds(min(Self.mostSeconds, seconds))
    try publish([], as: folder.pagesAsked)
    while ContinuousClock.now < end {
      guard !cancellation.isCanceled else { throw PhaseStop.canceled }
      if let answer = contents(of: folder.pagesMade) {
        return answer.isEmpty ? nil : String(decoding: answer, as: UTF8.self)
      }
      // On a disk that is full no answer can be written.
      guard FileFacts(folder.pagesAsked) != nil else { return nil }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return nil
  }
}
