import Glibc

/// Whoever started this as a service and wants to be told how it is: systemd, by its datagrams.
public struct Supervisor: Sendable {
  private let address: String
  /// How often it has to hear that all is well; nil when it does not care.
  public let watchdogSeconds: Double?

  /// nil when nobody wants to be told.
  public init?(environment: [String: String]) {
    guard let address = environment["NOTIFY_SOCKET"], address.hasPrefix("/") || address.hasPrefix("@"),
      address.utf8.count > 1
    else { return nil }
    self.address = address
    let isOurs = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
    watchdogSeconds = isOurs ? environment["WATCHDOG_USEC"].flatMap { Double($0) }.map { $0 / 1e6 } : nil
  }

  public func isReady(_ status: String) { tell("READY=1\nSTATUS=\(Self.line(status))") }
  public func isWell(_ status: String) { tell("WATCHDOG=1\nSTATUS=\(Self.line(status))") }
  public func isStopping(_ status: String) { tell("STOPPING=1\nSTATUS=\(Self.line(status))") }

  public func isReloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    tell("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
  }

  private static func line(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

  /// What cannot be told is not: a service does its work all the same.
  private func tell(_ text: String) {
    guard let socket = try? LocalSocket(SOCK_DGRAM) else { return }
    // A name that begins with NUL is one of no file.
    let name = address.hasPrefix("@") ? [0] + address.dropFirst().utf8 : Array(address.utf8) + [0]
    let message = Array(text.utf8)
    _ = LocalSocket.withAddress(name) {
      Int32(sendto(socket.number, message, message.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0, $1))
    }
  }
}
