import Foundation
import Model

@testable import bothy

/// A state directory that goes away with its owner.
final class StateScratch {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/bothy-command-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func folder(_ bot: String, _ number: Int) -> String { "\(path)/integrations/\(bot)/\(number)" }

  func leave(_ bot: String, _ number: Int, file: String, _ text: String) throws {
    let place = URL(fileURLWithPath: "\(folder(bot, number))/\(file)")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }
}

/// A store whose answers were given beforehand.
struct FixedMemory: IntegrationMemory {
  let known: [RememberedIntegration]

  init(_ known: [RememberedIntegration]) { self.known = known }

  func botIDs() throws -> [BotID] { Array(Set(known.map(\.bot))).sorted() }

  func integration(bot: BotID, number: IntegrationNumber?) throws -> RememberedIntegration? {
    known.filter { $0.bot == bot && (number == nil || $0.number == number) }.max { $0.number < $1.number }
  }
}

func remembered(_ bot: BotID, _ number: IntegrationNumber, _ result: IntegrationResult?)
  -> RememberedIntegration
{
  RememberedIntegration(bot: bot, number: number, result: result, reason: nil, processID: getpid())
}

/// An output that can be read again.
final class Captured {
  private let path: String
  private let descriptor: Int32
  var output: Output { Output(descriptor: descriptor) }

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/bothy-captured-\(UUID().uuidString)"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  func text() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }
}

/// What waits for an answer must not keep a thread that others need for giving it.
func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try body() }) }.start()
  }
}
