import Files
import Foundation

/// A file that takes up room as long as there is some, to be given up when the disk is full: what an
/// integration came to must be written then as well.
package struct SpareRoom: Sendable {
  let path: String

  private static let bytes = 128 << 10

  package func take() throws {
    guard FileFacts(path)?.size != Self.bytes else { return }
    try publish([UInt8](repeating: UInt8(ascii: "."), count: Self.bytes), as: path, mode: 0o600)
  }

  package func giveUp() { unlink(path) }
}
