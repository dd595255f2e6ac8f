internal import CMicroHTTPD
import Synchronization

/// Bytes for one who listens, as they come. Whoever takes them too slowly is let go, and may come again.
public final class ByteStream: Sendable {
  private struct State {
    var pending: [UInt8] = []
    /// The connection, by its place in memory: while it sleeps here it cannot go.
    var sleeping: UInt?
    var connection: UInt?
    var isEnded = false
    var hasGone = false
  }

  private let state = Mutex(State())
  private let mostPending: Int

  public init(mostPending: Int = 512 << 10) { self.mostPending = mostPending }

  /// False when nobody listens any more.
  @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard !state.isEnded, !state.hasGone else { return false }
      guard state.pending.count + bytes.count <= mostPending else {
        (state.isEnded, state.pending) = (true, [])
        Self.wake(&state)
        return false
      }
      state.pending += bytes
      Self.wake(&state)
      return true
    }
  }

  public func end() {
    state.withLock { state in
      state.isEnded = true
      Self.wake(&state)
    }
  }

  public var hasGone: Bool { state.withLock { $0.hasGone || $0.isEnded } }

  private static func wake(_ state: inout State) {
    guard let sleeping = state.sleeping else { return }
    state.sleeping = nil
    bothy_http_resume(OpaquePointer(bitPattern: sleeping))
  }

  // MARK: On the server's threads

  /// - Returns: nil where there is no memory for it.
  func answer(on connection: OpaquePointer) -> OpaquePointer? {
    state.withLock { $0.connection = UInt(bitPattern: connection) }
    let own = Unmanaged.passRetained(self)
    let made = bothy_http_stream(
      own.toOpaque(), { own, _, buffer, most in ByteStream.of(own).give(buffer, most) },
      { own in
        guard let own else { return }
        let stream = Unmanaged<ByteStream>.fromOpaque(own)
        stream.takeUnretainedValue().leave()
        stream.release()
      })
    if made == nil { own.release() }
    return made
  }

  private static func of(_ own: UnsafeMutableRawPointer?) -> ByteStream {
    guard let own else { preconditionFailure("the library calls with what it was given") }
    return Unmanaged<ByteStream>.fromOpaque(own).takeUnretainedValue()
  }

  private static let end = -1

  private func give(_ place: UnsafeMutablePointer<CChar>?, _ most: Int) -> Int {
    state.withLock { state in
      let count = min(most, state.pending.count)
      if count > 0, let place {
        UnsafeMutableRawBufferPointer(start: place, count: count).copyBytes(from: state.pending[..<count])
        state.pending.removeFirst(count)
        return count
      }
      guard !state.isEnded, let connection = state.connection else { return Self.end }
      // Under the lock, so that whoever sends next finds it asleep.
      bothy_http_suspend(OpaquePointer(bitPattern: connection))
      state.sleeping = connection
      return 0
    }
  }

  private func leave() {
    state.withLock { state in
      (state.hasGone, state.sleeping, state.connection, state.pending) = (true, nil, nil, [])
    }
  }
}
