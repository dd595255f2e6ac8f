public import Explaining
import Glibc

/// Files cannot be watched: three strings for a person.
public struct FileEventsError: Explained, Equatable, Sendable {
  public var doing: String
  public var wrong: String
  public var advice: String

  static func noQueue(_ code: Int32) -> FileEventsError {
    let isLimit = code == EMFILE
    return FileEventsError(
      doing: "asking the system to tell when files change",
      wrong: isLimit
        ? "this user has as many queues of file events as fs.inotify.max_user_instances allows"
        : words(for: code),
      advice: isLimit
        ? "`sudo sysctl fs.inotify.max_user_instances=1024` raises it; until then changes are seen by a timer"
        : "until that is mended, changes are seen by a timer")
  }
}
