import Files
import Foundation

/// A file that takes up room as long as there is some, to be given up when the disk is full: what an
/// integration came to must be written then as well.
package struct SpareRoom: Sendable {
  let path: String
  private let bytes: Int

  package init(path: String, bytes: Int = 128 << 10) { (self.path, self.bytes) = (path, bytes) }

  package func take() throws {
    guard FileFacts(path)?.size != bytes else { return }
    try publish([UInt8](repeating: UInt8(ascii: "."), count: bytes), as: path, mode: 0o600)
  }

  package func giveUp() { unlink(path) }
}
