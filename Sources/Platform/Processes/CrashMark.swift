import CLinux
import Glibc
import Synchronization

/// What this process was doing when it crashed, for the next one.
public enum CrashMark {
  private struct Mark {
    var path: String
    var words: String
  }

  // One for the process, as its signals are.
  private static let marks = Mutex<[Mark]>([])

  /// Should this process crash in `act`, it leaves a file with these words; the innermost act is it.
  public static func leaving<Value>(
    _ words: String, at path: String, _ act: () throws -> Value
  ) rethrows -> Value {
    change { $0.append(Mark(path: path, words: words)) }
    defer { change { $0.removeLast() } }
    return try act()
  }

  /// As if nothing had left it.
  public static func forget(_ path: String) { unlink(path) }

  private static func change(_ change: (inout [Mark]) -> Void) {
    marks.withLock { marks in
      change(&marks)
      bothy_mark_crashes(marks.last?.path, marks.last?.words ?? "")
    }
  }
}
