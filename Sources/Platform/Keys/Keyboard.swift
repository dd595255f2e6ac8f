import CLinux
import Foundation
import Synchronization

/// The keys of a terminal as they are pressed: without Enter, and not shown. However this process ends by
/// itself, the terminal is left as it was found. Ctrl-C and Ctrl-Z stay signals.
public final class Keyboard: Sendable {
  private struct Grip {
    /// Absent while the terminal is as it was found.
    var former: termios?
    var isWanted = false
    var isEnded = false
  }

  private let terminal: Int32
  private let grip = Mutex(Grip())
  private let wake: Int32
  private let pressed: @Sendable (Character) -> Void

  /// Nil where nobody can press any.
  public init?(of terminal: Int32 = 0, pressed: @escaping @Sendable (Character) -> Void) {
    guard isatty(terminal) == 1 else { return nil }
    wake = bothy_eventfd()
    guard wake >= 0 else { return nil }
    (self.terminal, self.pressed) = (terminal, pressed)
    take()
    Self.held.withLock { $0.append(Held(keyboard: self)) }
    atexit { Keyboard.releaseAll() }
    let thread = Thread { [weak self] in
      while let keyboard = self, keyboard.listen() {}
    }
    thread.name = "bothy-keys"
    thread.start()
  }

  deinit {
    release()
    close(wake)
  }

  /// From now on keys are told, while this process is in the foreground.
  public func take() {
    grip.withLock { grip in
      grip.isWanted = true
      hold(&grip)
    }
    bothy_eventfd_raise(wake)
  }

  /// Others may use the terminal as they know it.
  public func release() {
    grip.withLock { grip in
      grip.isWanted = false
      guard var former = grip.former else { return }
      grip.former = nil
      // Whoever is in the background would be stopped for it.
      if isInForeground { tcsetattr(terminal, TCSADRAIN, &former) }
    }
  }

  private var isInForeground: Bool { tcgetpgrp(terminal) == getpgrp() }

  private func hold(_ grip: inout Grip) {
    var now = termios()
    guard grip.isWanted, grip.former == nil, isInForeground, tcgetattr(terminal, &now) == 0 else { return }
    grip.former = now
    now.c_lflag &= ~tcflag_t(ICANON | ECHO)
    Self.oneByOne(&now)
    tcsetattr(terminal, TCSADRAIN, &now)
  }

  private static func oneByOne(_ settings: inout termios) {
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      // It would end this process with the terminal as it is.
      characters[Int(VQUIT)] = 0
    }
  }

  // MARK: Listening, on a thread of its own

  private static let idleMilliseconds: Int32 = 300

  /// False when there is nothing more to hear.
  private func listen() -> Bool {
    let isHeld = grip.withLock { grip in
      // Somebody brought it back to the foreground without a word.
      hold(&grip)
      return grip.former != nil
    }
    let isTurn = isHeld && isInForeground
    var looks = [
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isTurn ? terminal : -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&looks, 2, Self.idleMilliseconds) > 0 else { return true }
    if looks[0].revents != 0 {
      var count: UInt64 = 0
      read(wake, &count, MemoryLayout<UInt64>.size)
    }
    guard looks[1].revents != 0, isInForeground else { return true }
    return hear()
  }

  private func hear() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(terminal, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    // An arrow, or another key that is told by several letters.
    guard bytes[0] != 0x1B else { return true }
    for byte in bytes[..<count] where byte < 0x80 { pressed(Character(UnicodeScalar(byte))) }
    return true
  }

  // MARK: The end of the process

  private struct Held {
    weak var keyboard: Keyboard?
  }

  private static let held = Mutex<[Held]>([])

  private static func releaseAll() {
    for one in held.withLock(\.self) { one.keyboard?.release() }
  }
}
