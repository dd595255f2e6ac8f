public import Explaining
import Glibc

/// Asks a line server one question and reads its answers. Blocks.
public final class LineClient: Sendable {
  private let socket: LocalSocket
  private let doing: String

  private static let mostBytes = 16 << 20

  /// nil when nobody listens there.
  public init?(path: String) throws(Explanation) {
    doing = "asking the watcher at \(path)"
    do {
      let place = try SocketPlace(path)
      socket = try LocalSocket()
      try socket.connect(place, seconds: 5)
    } catch  where error.code == ENOENT || error.code == ECONNREFUSED || error.code == ENOTDIR {
      return nil
    } catch {
      throw Explanation(
        doing: doing, wrong: error.code == EAGAIN ? "it does not answer" : words(for: error.code),
        advice: error.code == EACCES || error.code == EPERM
          ? "run this as the user who runs the watcher" : "see what the watcher does, or end it")
    }
    guard socket.peerIsTrusted else {
      throw Explanation(
        doing: doing, wrong: "another user listens there", advice: "run this as the user who runs the watcher"
      )
    }
  }

  /// The same once somebody listens, while `isThere`; nil when it is not.
  public static func waiting(
    path: String, seconds: Double, while isThere: () -> Bool
  ) throws(Explanation) -> LineClient? {
    for _ in 0...Int(seconds * 20) {
      if let client = try LineClient(path: path) { return client }
      guard isThere() else { return nil }
      usleep(50_000)
    }
    throw Explanation(
      doing: "asking the watcher at \(path)", wrong: "it is there, but cannot be asked",
      advice: "try again in a moment, or restart it")
  }

  /// Asks, and gives each answer to `take`, until the server is done or `take` has had enough.
  /// - Parameter seconds: how long an answer may take; nil: as long as it does.
  public func ask(
    _ line: String, seconds: Double?, isCanceled: () -> Bool = { false }, _ take: (String) -> Bool
  ) throws(Explanation) {
    try send(Array(line.utf8) + [0x0A])
    var received: [UInt8] = []
    var waited = 0.0
    while true {
      if isCanceled() { return }
      // In small steps, so that an interruption is heeded.
      guard isReady(milliseconds: 100) else {
        waited += 0.1
        if let seconds, waited > seconds { throw failure("it did not answer within \(Int(seconds)) s") }
        continue
      }
      waited = 0
      guard try receive(into: &received) else { return }
      while let end = received.firstIndex(of: 0x0A) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeSubrange(...end)
        guard take(line) else { return }
      }
      if received.count > Self.mostBytes { throw failure("its answer does not end") }
    }
  }

  private func send(_ bytes: [UInt8]) throws(Explanation) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { sent += count } else if errno != EINTR { throw failure(words(for: errno)) }
    }
  }

  private func isReady(milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, milliseconds) > 0
  }

  /// False at the end.
  private func receive(into received: inout [UInt8]) throws(Explanation) -> Bool {
    let bytes = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer -> [UInt8]? in
      let count = read(socket.number, buffer.baseAddress, buffer.count)
      return count < 0 ? nil : Array(buffer[..<count])
    }
    guard let bytes else {
      if errno == EINTR || errno == EAGAIN { return true }
      if errno == ECONNRESET { return false }
      throw failure(words(for: errno))
    }
    received += bytes
    return !bytes.isEmpty
  }

  private func failure(_ wrong: String) -> Explanation {
    Explanation(doing: doing, wrong: wrong, advice: "see what the watcher does, or end it and start it again")
  }
}
