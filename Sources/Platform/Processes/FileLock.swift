import Explaining
import Glibc

/// An exclusive lock on a file, held until its last copy is gone or the process ends, however it ends.
/// The file stays: removing it would let two processes lock two files of the same name.
public struct FileLock: Sendable {
  public let path: String
  private let descriptor: Descriptor

  /// Nil when somebody else holds it.
  public init?(taking path: String) throws {
    let doing = "locking \(path)"
    guard let descriptor = Descriptor(owning: open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)) else {
      throw Explanation(
        doing: doing, wrong: words(for: errno), advice: "see that the folder exists and can be written to")
    }
    // A question by `holder` holds it for an instant.
    var refusals = 0
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else {
        throw Explanation(
          doing: doing, wrong: words(for: errno), advice: "use a folder on a file system that has locks")
      }
      refusals += 1
      if refusals > 10 { return nil }
      usleep(5_000)
    }
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor.number, 0) == 0, pwrite(descriptor.number, text, text.count, 0) == text.count
    else { throw Explanation(doing: doing, wrong: words(for: errno), advice: "make room on the disk") }
    (self.path, self.descriptor) = (path, descriptor)
  }

  /// Whether who takes the lock by its path would find this one: false when the file was removed or replaced.
  public var isFound: Bool {
    var (held, found) = (stat(), stat())
    return fstat(descriptor.number, &held) == 0 && stat(path, &found) == 0
      && held.st_dev == found.st_dev && held.st_ino == found.st_ino
  }

  /// Waits until nobody else holds it. Nil when `goesOn`, asked after each look, has had enough.
  public static func wait(for path: String, while goesOn: () throws -> Bool) throws -> FileLock? {
    while true {
      if let lock = try FileLock(taking: path) { return lock }
      guard try goesOn() else { return nil }
      usleep(50_000)
    }
  }

  /// The process that holds the lock on this path; nil when nobody does. 0 when it has not said yet.
  public static func holder(of path: String) -> Int32? {
    guard let descriptor = Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC)) else { return nil }
    if flock(descriptor.number, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK { return nil }
    return ProcessFile.read(path) { bytes in
      Int32(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)) ?? 0
    }
  }
}
