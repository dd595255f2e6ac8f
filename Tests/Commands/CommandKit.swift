import Files
import Foundation
import Model
import StateKit
import Store

@testable import Commands

/// A store that knows the integrations up to this one; all have ended but one without a result.
func remembered(
  _ state: StateScratch, _ bot: BotID, _ number: Int, _ result: IntegrationResult?, reason: String = "",
  processID: Int32 = getpid()
) throws -> SQLiteStore {
  let store = try SQLiteStore(folder: state.path)
  for count in 1...number {
    let begun = try store.begin(
      bot: bot, branch: nil, commit: nil, queued: Date(), started: Date(), processID: processID)
    guard let result = count < number ? .canceled : result else { continue }
    try store.abandon(bot: bot, integration: begun, result: result, reason: reason, at: Date())
  }
  return store
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
