import Explaining
import Glibc

/// A port that is listened at.
final class ListeningSocket {
  let descriptor: Int32
  let port: Int

  private init(_ descriptor: Int32, port: Int) { (self.descriptor, self.port) = (descriptor, port) }

  /// - Parameter host: a name or a numeric address. - Parameter port: 0: any that is free.
  static func open(host: String, port: Int) throws(Explanation) -> ListeningSocket {
    let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    let doing = "listening at \(place)"
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let found else {
      throw Explanation(
        doing: doing, wrong: "this machine knows no address \(host)",
        advice: "name one of its own with --address, such as 127.0.0.1:8421")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(found.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw failure(doing, errno) }
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    guard bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
      listen(descriptor, 511) == 0
    else {
      let code = errno
      close(descriptor)
      throw failure(doing, code)
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    return ListeningSocket(descriptor, port: self.port(of: descriptor) ?? port)
  }

  private static func port(of descriptor: Int32) -> Int? {
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
    }
    // It stands at the same place for both kinds of addresses.
    return isKnown ? Int(UInt16(bigEndian: address.sin6_port)) : nil
  }

  private static func failure(_ doing: String, _ code: Int32) -> Explanation {
    switch code {
    case EADDRINUSE:
      Explanation(
        doing: doing, wrong: "another program listens there already",
        advice: "end that one, or choose another address with --address")
    case EACCES, EPERM:
      Explanation(
        doing: doing, wrong: "this user may not listen at a port below 1024",
        advice: "choose a port above 1023, or let a server in front lead to it")
    case EADDRNOTAVAIL:
      Explanation(
        doing: doing, wrong: "this machine has no such address",
        advice: "name one of its own with --address, such as 127.0.0.1:8421")
    default:
      Explanation(doing: doing, wrong: words(for: code), advice: "choose another address with --address")
    }
  }
}
