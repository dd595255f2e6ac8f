internal import CMicroHTTPD
public import Explaining
import Foundation
import Synchronization

/// Everything has a bound.
public struct HTTPLimits: Sendable {
  public var threads = 2
  public var connections = 1000
  /// All who come through a server in front have its address.
  public var ofOneAddress = 700
  /// Of a request's head.
  public var headBytes = 16 << 10
  /// For all of a request's head to come.
  public var requestSeconds = 20.0
  /// Without a byte in either direction.
  public var silentSeconds = 30
  /// Of all that comes with requests and is in memory.
  public var contentBytes = 32 << 20
  /// Of it, what comes from one.
  public var contentBytesOfOne = 16 << 20

  public init() {}
}

/// Answers requests of HTTP, on threads of its own. Libmicrohttpd does it; only values leave this room.
// The daemon is made once and ended once, by whoever holds this; all else is behind locks.
public final class HTTPServer: @unchecked Sendable {
  /// PEM, as it stands in the files.
  public struct Certificate: Equatable, Sendable {
    public var certificate: [UInt8]
    public var key: [UInt8]

    public init(certificate: [UInt8], key: [UInt8]) { (self.certificate, self.key) = (certificate, key) }
  }

  public let port: Int
  private let desk: Desk
  private var daemon: OpaquePointer?
  private let texts: [UnsafeMutablePointer<CChar>?]

  public init(
    host: String, port: Int, tls: Certificate? = nil, limits: HTTPLimits = HTTPLimits(),
    manner: @escaping @Sendable (HTTPRequest) -> HTTPManner = { _ in .atOnce },
    answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer
  ) throws(Explanation) {
    guard bothy_http_is_there() != 0 else {
      throw Explanation(
        doing: "beginning to serve", wrong: "libmicrohttpd could not be loaded",
        advice: "install it (Debian: libmicrohttpd12)")
    }
    let socket = try ListeningSocket.open(host: host, port: port)
    self.port = socket.port
    desk = Desk(limits, manner: manner, answer: answer)
    // They are not copied.
    texts = [tls?.certificate, tls?.key].map { bytes in
      bytes.flatMap { strndup($0.map { CChar(bitPattern: $0) }, $0.count) }
    }
    var settings = bothy_http_settings(
      listener: socket.descriptor, threads: UInt32(limits.threads), connections: UInt32(limits.connections),
      of_one_address: UInt32(limits.ofOneAddress), silent_seconds: UInt32(limits.silentSeconds),
      memory: limits.headBytes, certificate: texts[0], key: texts[1])
    daemon = bothy_http_start(
      &settings, Unmanaged.passUnretained(desk).toOpaque(),
      { own, connection, _, method, _, content, size, context in
        Desk.of(own).answer(connection, method, content, size, context)
      },
      { own, connection, context, _ in Desk.of(own).completed(connection, context) },
      { own, connection, _, code in Desk.of(own).connected(connection, code) },
      { own, target, _ in Desk.asked(target) })
    guard daemon != nil else {
      close(socket.descriptor)
      texts.forEach { free($0) }
      throw Explanation(
        doing: "beginning to serve",
        wrong: tls == nil
          ? "libmicrohttpd refuses" : "the certificate and its key are not understood, or do not fit",
        advice: tls == nil ? "see that memory and open files are left" : "name a PEM file for each")
    }
    desk.sweep()
  }

  /// How much of what comes with requests is in memory now.
  var contentBytes: Int { desk.budget.count }

  /// Nobody is let in any more, and everybody is let go.
  public func end() {
    guard let daemon else { return }
    self.daemon = nil
    desk.end()
    bothy_http_stop(daemon)
    texts.forEach { free($0) }
  }

  deinit { end() }
}
