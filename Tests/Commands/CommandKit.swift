import Files
import Foundation
import Model
import StateKit

@testable import Commands

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
