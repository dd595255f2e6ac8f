import Foundation

/// What tells that a file is still the one that was seen: any change of it moves its ctime at least.
struct FileStamp: Hashable {
  enum Sort { case file, link, folder, other }

  var inode: UInt64
  var size: Int64
  var modified: Moment
  var changed: Moment
  var mode: UInt32

  struct Moment: Hashable, Comparable {
    var seconds: Int64
    var nanoseconds: Int64

    /// The clock that file systems stamp with: it ticks every few milliseconds.
    static var now: Moment {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME_COARSE, &time)
      return Moment(time)
    }

    static func < (a: Moment, b: Moment) -> Bool {
      a.seconds == b.seconds ? a.nanoseconds < b.nanoseconds : a.seconds < b.seconds
    }
  }

  var sort: Sort {
    switch mode & 0o170000 {
    case 0o100000: .file
    case 0o120000: .link
    case 0o040000: .folder
    default: .other
    }
  }

  var isExecutable: Bool { mode & 0o100 != 0 }

  /// The file may change once more without a new stamp: it was touched in the tick that `moment` is in, or
  /// later, or its file system counts in whole seconds.
  func mayChangeUnseen(since moment: Moment) -> Bool {
    let last = max(modified, changed)
    if last >= moment { return true }
    return changed.nanoseconds == 0 && last.seconds + 2 >= moment.seconds
  }
}

extension FileStamp {
  init(_ status: stat) {
    self.init(
      inode: UInt64(status.st_ino), size: Int64(status.st_size), modified: Moment(status.st_mtim),
      changed: Moment(status.st_ctim), mode: UInt32(status.st_mode))
  }
}

extension FileStamp.Moment {
  init(_ time: timespec) { self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)) }
}
