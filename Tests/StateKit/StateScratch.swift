import Foundation

/// A state directory that goes away with its owner.
package final class StateScratch {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/bothy-command-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func folder(_ bot: String, _ number: Int) -> String { "\(path)/integrations/\(bot)/\(number)" }

  package func leave(_ bot: String, _ number: Int, file: String, _ text: String) throws {
    let place = URL(fileURLWithPath: "\(folder(bot, number))/\(file)")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }
}

/// What waits for an answer must not keep a thread that others need for giving it.
package func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try body() }) }.start()
  }
}
