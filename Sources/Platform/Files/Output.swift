import Foundation
import Synchronization

/// Writes to a descriptor, whole and at once. A reader that went away is no error: nobody is listening.
public struct Output: Sendable {
  public let descriptor: Int32
  private let collected: Collected?

  public init(descriptor: Int32) { (self.descriptor, collected) = (descriptor, nil) }

  private init(_ collected: Collected) { (descriptor, self.collected) = (-1, collected) }

  /// What is written to one that nobody else sees.
  public final class Collected: Sendable {
    fileprivate let bytes = Mutex<[UInt8]>([])
    public var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
  }

  public static func collecting() -> (output: Output, collected: Collected) {
    let collected = Collected()
    return (Output(collected), collected)
  }

  public static let standard = Output(descriptor: STDOUT_FILENO)
  public static let error = Output(descriptor: STDERR_FILENO)

  private static let firstLoss = Mutex<String?>(nil)
  /// Why something of standard output is lost though somebody reads it, as on a full disk.
  public static var loss: String? { firstLoss.withLock(\.self) }

  private func noteLoss(_ code: Int32) {
    guard descriptor == STDOUT_FILENO, code != EPIPE else { return }
    Self.firstLoss.withLock { $0 = $0 ?? String(cString: strerror(code)).lowercased() }
  }

  @discardableResult public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// False when nothing more can be written.
  @discardableResult public func write(_ bytes: [UInt8]) -> Bool {
    if let collected {
      collected.bytes.withLock { $0 += bytes }
      return true
    }
    return bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = Foundation.write(descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent)
        if count > 0 {
          sent += count
        } else if count < 0, errno == EAGAIN {
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&ready, 1, 1000)
        } else if count == 0 || errno != EINTR {
          noteLoss(count == 0 ? EIO : errno)
          return false
        }
      }
      return true
    }
  }
}
