public import Explaining
import Foundation

/// What went wrong with a file, told to a person.
public struct FileError: Explained, Sendable, Equatable {
  public var doing: String
  public var wrong: String
  public var advice: String
  public var code: Int32

  /// Nothing is there.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// To be made in the same call that failed, while errno still tells of it.
  init(doing: String, code: Int32 = errno) {
    (self.doing, self.code) = (doing, code)
    wrong = words(for: code)
    advice =
      switch code {
      case ENOSPC, EDQUOT: "make room on that disk, then try again"
      case EACCES, EPERM: "give this user the right to it, or choose another place"
      case EROFS: "choose a place that can be written, for example with --state"
      case ENOENT: "check the path"
      default: "check the path and the disk"
      }
  }
}
