internal import CMicroHTTPD
import Foundation
import Synchronization

/// Bytes for one who listens, as they come. Whoever takes them too slowly is let go, and may come again.
public final class ByteStream: Sendable {
  private struct State {
    /// Pieces as they were given: many who listen to the same have the same in memory.
    var pending: [[UInt8]] = []
    /// So much of the first of them was taken already.
    var taken = 0
    /// So much is left in all.
    var left = 0
    /// Somebody waits until there is room.
    var isWaited = false
    /// The connection, by its place in memory: while it sleeps here it cannot go.
    var sleeping: UInt?
    var connection: UInt?
    var isEnded = false
    var hasGone = false
  }

  private let state = Mutex(State())
  private let mostPending: Int
  private let room = DispatchSemaphore(value: 0)

  public static let usualMost = 512 << 10

  public init(mostPending: Int = usualMost) { self.mostPending = mostPending }

  /// False when nobody listens any more.
  @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard !state.isEnded, !state.hasGone else { return false }
      guard state.left + bytes.count <= mostPending else {
        state.isEnded = true
        forget(&state)
        wake(&state)
        return false
      }
      add(bytes, to: &state)
      return true
    }
  }

  /// The same, but waits as long as there is too much already.
  /// - Parameter seconds: how long nothing may be taken.
  /// - Returns: false when nobody listens any more.
  public func push(_ bytes: [UInt8], seconds: Double) -> Bool {
    while true {
      let isTaken: Bool? = state.withLock { state in
        guard !state.isEnded, !state.hasGone else { return false }
        guard state.left < mostPending else {
          state.isWaited = true
          return nil
        }
        add(bytes, to: &state)
        return true
      }
      if let isTaken { return isTaken }
      guard room.wait(timeout: .now() + seconds) == .success else {
        end()
        return false
      }
    }
  }

  private func add(_ bytes: [UInt8], to state: inout State) {
    state.pending.append(bytes)
    state.left += bytes.count
    wake(&state)
  }

  private func forget(_ state: inout State) { (state.pending, state.taken, state.left) = ([], 0, 0) }

  public func end() {
    state.withLock { state in
      state.isEnded = true
      wake(&state)
    }
  }

  public var hasGone: Bool { state.withLock { $0.hasGone || $0.isEnded } }

  private func wake(_ state: inout State) {
    if state.isEnded || state.hasGone { letOn(&state) }
    guard let sleeping = state.sleeping else { return }
    state.sleeping = nil
    bothy_http_resume(OpaquePointer(bitPattern: sleeping))
  }

  private func letOn(_ state: inout State) {
    guard state.isWaited else { return }
    state.isWaited = false
    room.signal()
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
      if most > 0, state.left > 0, let place {
        let count = Self.take(&state, UnsafeMutableRawBufferPointer(start: place, count: most))
        if state.left < mostPending / 2 { letOn(&state) }
        return count
      }
      guard !state.isEnded, let connection = state.connection else { return Self.end }
      // Under the lock, so that whoever sends next finds it asleep.
      bothy_http_suspend(OpaquePointer(bitPattern: connection))
      state.sleeping = connection
      return 0
    }
  }

  /// As much as there is room for.
  private static func take(_ state: inout State, _ room: UnsafeMutableRawBufferPointer) -> Int {
    var (taken, whole) = (0, 0)
    for piece in state.pending {
      let rest = piece[state.taken...].prefix(room.count - taken)
      UnsafeMutableRawBufferPointer(rebasing: room[taken..<taken + rest.count]).copyBytes(from: rest)
      taken += rest.count
      guard rest.endIndex == piece.endIndex else {
        state.taken = rest.endIndex
        break
      }
      (state.taken, whole) = (0, whole + 1)
    }
    state.pending.removeFirst(whole)
    state.left -= taken
    return taken
  }

  private func leave() {
    state.withLock { state in
      (state.hasGone, state.sleeping, state.connection) = (true, nil, nil)
      forget(&state)
      letOn(&state)
    }
  }
}
