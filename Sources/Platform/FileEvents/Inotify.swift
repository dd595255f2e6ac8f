import Explaining
import Glibc

/// The kernel's queue of file events, owned. Belongs to one thread at a time.
struct Inotify: ~Copyable {
  struct Event {
    /// -1 when the queue overflowed.
    var watch: Int32
    var mask: UInt32
    var name: String

    func has(_ bit: Int32) -> Bool { mask & UInt32(bitPattern: bit) != 0 }
    var isOverflow: Bool { has(Int32(IN_Q_OVERFLOW)) }
    var isFolder: Bool { has(Int32(bitPattern: UInt32(IN_ISDIR))) }
    /// The watched folder itself is gone, elsewhere, or not watched any more.
    var isLoss: Bool {
      has(Int32(IN_DELETE_SELF)) || has(Int32(IN_MOVE_SELF)) || has(Int32(IN_UNMOUNT)) || isEnd
    }
    var isEnd: Bool { has(Int32(IN_IGNORED)) }
  }

  /// No writing as such: whatever matters is renamed into its place or closed after it was written.
  private static let mask =
    UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
    | UInt32(IN_CLOSE_WRITE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

  /// Nothing but that somebody opens it, or takes it elsewhere.
  static let opening = UInt32(IN_OPEN) | UInt32(IN_MOVED_FROM) | UInt32(IN_ONLYDIR)

  static let openingOfFile = UInt32(IN_OPEN) | UInt32(IN_DONT_FOLLOW)

  let descriptor: Int32
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)

  init() throws(Explanation) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw Explanation.noQueue(errno) }
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// The number of the watch on this folder: the same one again for the same folder.
  func add(_ folder: String, for mask: UInt32 = Self.mask) throws(Refusal) -> Int32 {
    let watch = inotify_add_watch(descriptor, folder, mask)
    guard watch >= 0 else { throw Refusal(code: errno) }
    return watch
  }

  func remove(_ watch: Int32) {
    // Refused when the folder is gone, and the watch with it.
    inotify_rm_watch(descriptor, watch)
  }

  /// Everything that is in the queue now.
  func read(_ take: (Event) -> Void) {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      var at = 0
      while at + 16 <= count {
        // struct inotify_event: watch 4, mask 4, cookie 4, length 4, name.
        let length = Int(buffer.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
        let bytes = buffer[(at + 16)..<min(count, at + 16 + length)].prefix { $0 != 0 }
        take(
          Event(
            watch: buffer.loadUnaligned(fromByteOffset: at, as: Int32.self),
            mask: buffer.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self),
            name: String(decoding: bytes, as: UTF8.self)))
        at += 16 + length
      }
    }
  }
}

/// Why the kernel would not watch a folder.
struct Refusal: Error, Equatable {
  var code: Int32

  static let limit = Refusal(code: ENOSPC)

  var isAbsence: Bool { code == ENOENT || code == ENOTDIR || code == ELOOP }
  /// The system's limit of watches, or its memory for them.
  var isLimit: Bool { code == ENOSPC || code == ENOMEM }
}
