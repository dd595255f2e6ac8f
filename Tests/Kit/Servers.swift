import Foundation
import Synchronization

/// What servers of tests have in common.
public enum Servers {
  /// The same for one that comes back, with what it kept.
  static func folder(_ name: String, in scratch: ScratchFolder) throws -> URL {
    let folder = try scratch.folder(name)
    try? FileManager.default.removeItem(at: folder.appending(path: "port"))
    return folder
  }

  /// Written as soon as one listens.
  static func port(in folder: URL) async throws -> Int {
    var port: Int?
    _ = try await eventually(within: 300) {
      let text = try? String(contentsOf: folder.appending(path: "port"), encoding: .utf8)
      port = text.flatMap { Int($0.filter(\.isNumber)) }
      return port != nil
    }
    guard let port else { throw POSIXError(.ETIMEDOUT) }
    return port
  }

  private static let given = Mutex<Set<Int>>([])

  /// One that nobody listens at, and that is given to nobody who asks for any. No other test is given it
  /// either: many choose theirs long before they listen, and another's server would answer in its place.
  public static func unusedPort() throws -> Int {
    for _ in 0..<1000 {
      let port = Int.random(in: 10_000..<32_000)
      guard try isUnused(port) else { continue }
      if given.withLock({ $0.insert(port).inserted }) { return port }
    }
    throw POSIXError(.EADDRINUSE)
  }

  private static func isUnused(_ port: Int) throws -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) } == 0
    }
  }
}
