import CLinux
import Explaining
import Glibc

/// A socket file that is listened at.
final class Listener: Sendable {
  let socket: LocalSocket
  private let place: SocketPlace
  private let identity: SocketPlace.Identity?

  private static let backlog: Int32 = 128

  private init(socket: LocalSocket, place: SocketPlace, identity: SocketPlace.Identity?) {
    (self.socket, self.place, self.identity) = (socket, place, identity)
  }

  static func open(_ path: String) throws(Explanation) -> Listener {
    let doing = "listening at \(path)"
    do throws(any Error) {
      let place = try SocketPlace(path)
      try check(place, doing, path)
      return try open(place)
    } catch let error as Explanation {
      throw error
    } catch {
      let code = (error as? Refusal)?.code ?? EIO
      throw Explanation(
        doing: doing, wrong: words(for: code),
        advice: "choose a state directory on a local file system with --state DIR")
    }
  }

  /// Made beside and renamed: whoever connects meets the old one or the new one, and it is never open to
  /// others.
  private static func open(_ place: SocketPlace) throws -> Listener {
    let beside = try place.beside(".bothy-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    let socket = try LocalSocket()
    try Refusal.check(fchmod(socket.number, 0o600))
    try socket.bind(beside)
    try Refusal.check(listen(socket.number, backlog))
    try Refusal.check(fcntl(socket.number, F_SETFL, O_NONBLOCK))
    let identity = beside.identity
    try beside.take(theNameOf: place)
    return Listener(socket: socket, place: place, identity: identity)
  }

  /// A file of a listener that is gone may be replaced, anything else may not.
  private static func check(_ place: SocketPlace, _ doing: String, _ path: String) throws {
    guard let found = place.identity else { return }
    guard found.isSocket else {
      throw Explanation(doing: doing, wrong: "it is no socket", advice: "move \(path) away")
    }
    let code = try LocalSocket().refusal(to: place)
    if code == ECONNREFUSED || code == ENOENT { return }
    // Otherwise somebody listens, or many wait there.
    guard code == 0 || code == EAGAIN else { throw Refusal(code: code) }
    throw Explanation(
      doing: doing, wrong: "another process listens there already",
      advice: "end that one first, or choose another state directory with --state DIR")
  }

  /// Removes the file, unless another has taken its name.
  func end() {
    if place.identity == identity { place.remove() }
  }
}
