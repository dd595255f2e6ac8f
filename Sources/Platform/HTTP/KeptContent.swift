import Glibc
import Synchronization

/// What follows a request's head, in a file that has no name: whoever is killed leaves nothing behind.
public final class KeptContent: Sendable {
  private let descriptor: Int32
  private let most: Int
  private let count = Mutex(0)

  /// Nil where no file can be made there.
  init?(in folder: String, most: Int) {
    self.most = most
    let template = folder + "/.request-" + String(repeating: "X", count: 6)
    let made = template.utf8CString.withUnsafeBufferPointer { text in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count) { buffer in
        _ = buffer.initialize(from: text)
        guard let place = buffer.baseAddress else { return Int32(-1) }
        let made = mkstemp(place)
        if made >= 0 { unlink(place) }
        return made
      }
    }
    guard made >= 0 else { return nil }
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    descriptor = made
  }

  deinit { close(descriptor) }

  public var size: Int { count.withLock { $0 } }

  /// Where it can be opened as long as this is there.
  public var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// False where it is too much, or the disk is full.
  func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    count.withLock { count in
      guard count + bytes.count <= most else { return false }
      var rest = bytes
      while !rest.isEmpty {
        let written = write(descriptor, rest.baseAddress, rest.count)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return false }
        count += written
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
      return true
    }
  }
}
