import Foundation

/// A small file that people write, read without trust: whatever lies in its place, nothing waits and nothing
/// fills the memory.
public enum SettingsFile {
  /// Why it cannot be read, in words behind which nothing need be said.
  public struct Refusal: Error, Equatable, Sendable {
    public var sentence: String
    /// Nothing is there at all.
    public var isMissing = false
  }

  public static func read(_ path: String, limit: Int) throws(Refusal) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw refusal(errno, path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw refusal(errno, path) }
    let kind = FileKind(status.st_mode)
    guard kind == .regular else {
      throw Refusal(sentence: "it is \(kind.words), not a file: remove it, or put a file in its place")
    }
    guard status.st_size <= limit else {
      throw Refusal(sentence: "the file has \(status.st_size) bytes: at most \(limit) are read")
    }
    // Some more, because it may have grown since.
    let room = Int(status.st_size) + 4096
    let (bytes, failure) = content(of: descriptor, upTo: room)
    guard failure == 0 else { throw refusal(failure, path) }
    guard bytes.count < room, bytes.count <= limit else {
      throw Refusal(sentence: "it grows while it is read: wait until it is written")
    }
    return bytes
  }

  private static func refusal(_ code: Int32, _ path: String) -> Refusal {
    var status = stat()
    let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    switch code {
    case ELOOP: return Refusal(sentence: "it is a symbolic link that leads in a circle: remove it")
    case ENOENT where isLink:
      return Refusal(sentence: "it is a symbolic link that leads to nothing: mend or remove it")
    case ENOENT, ENOTDIR: return Refusal(sentence: "there is no such file", isMissing: true)
    case EACCES, EPERM:
      return Refusal(sentence: "it may not be read: give this user the right to (chmod, chown)")
    case ENXIO: return Refusal(sentence: "it is a socket, not a file: remove it, or put a file in its place")
    default: return Refusal(sentence: "it can't be read (\(String(cString: strerror(code))))")
    }
  }
}
