import Explaining
import Glibc

extension Explanation {
  /// Files cannot be watched.
  static func noQueue(_ code: Int32) -> Explanation {
    let isLimit = code == EMFILE
    return Explanation(
      doing: "asking the system to tell when files change",
      wrong: isLimit
        ? "this user has as many queues of file events as fs.inotify.max_user_instances allows"
        : words(for: code),
      advice: isLimit
        ? "`sudo sysctl fs.inotify.max_user_instances=1024` raises it; until then changes are seen by a timer"
        : "until that is mended, changes are seen by a timer")
  }
}
