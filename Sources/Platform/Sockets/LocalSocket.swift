import CLinux
import Glibc

/// A socket of this machine, closed with its last owner.
final class LocalSocket: Sendable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  init(_ kind: __socket_type = SOCK_STREAM) throws(Refusal) {
    number = socket(AF_UNIX, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw Refusal(code: errno) }
  }

  deinit { close(number) }

  func bind(_ place: SocketPlace) throws(Refusal) {
    try Refusal.check(place.withAddress { Glibc.bind(number, $0, $1) })
  }

  /// 0 when somebody listens there.
  func refusal(to place: SocketPlace) -> Int32 {
    do {
      try connect(place, seconds: 1)
      return 0
    } catch { return error.code }
  }

  /// Waits at most this long where too many others wait already.
  func connect(_ place: SocketPlace, seconds: Int) throws(Refusal) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    try Refusal.check(place.withAddress { Glibc.connect(number, $0, $1) })
  }

  /// -1 and errno for a name that no address has room for.
  static func withAddress(_ name: [UInt8], _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard name.count <= MemoryLayout.size(ofValue: address.sun_path) else {
      errno = ENAMETOOLONG
      return -1
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, size) }
    }
  }

  var peerIsTrusted: Bool {
    var user: uid_t = 0
    // Root may do anything here anyway.
    return bothy_peer_user(number, &user) && (user == geteuid() || user == 0)
  }
}

/// What a call of the system answered.
struct Refusal: Error {
  var code: Int32

  static func check(_ status: Int32) throws(Refusal) {
    guard status == 0 else { throw Refusal(code: errno) }
  }
}

/// The address of a socket file, however long the path to it: its folder is held open and named by number.
final class SocketPlace: Sendable {
  private let folder: Int32
  private let name: String

  init(_ path: String) throws(Refusal) {
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    folder = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Refusal(code: errno) }
  }

  private init(folder: Int32, name: String) { (self.folder, self.name) = (folder, name) }

  deinit { close(folder) }

  /// Another name in the same folder.
  func beside(_ name: String) throws(Refusal) -> SocketPlace {
    let copy = fcntl(folder, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw Refusal(code: errno) }
    return SocketPlace(folder: copy, name: name)
  }

  func withAddress(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    LocalSocket.withAddress(Array("/proc/self/fd/\(folder)/\(name)".utf8) + [0], call)
  }

  struct Identity: Equatable {
    var device: UInt
    var inode: UInt
    var isSocket: Bool
  }

  /// What stands under the name; nil when nothing does.
  var identity: Identity? {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return Identity(
      device: UInt(status.st_dev), inode: UInt(status.st_ino), isSocket: status.st_mode & S_IFMT == S_IFSOCK)
  }

  func remove() { unlinkat(folder, name, 0) }

  func take(theNameOf other: SocketPlace) throws(Refusal) {
    try Refusal.check(renameat(folder, name, other.folder, other.name))
  }
}
