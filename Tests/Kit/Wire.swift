import Foundation

/// Bytes to a port and back, as they are.
public enum Wire {
  public struct Answer: Sendable {
    public var bytes: [UInt8]
    /// The other side closed the connection.
    public var isEnded: Bool

    public init(bytes: [UInt8], isEnded: Bool) { (self.bytes, self.isEnded) = (bytes, isEnded) }

    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Nil: there was no answer.
    public var status: Int? { text.hasPrefix("HTTP/1.") ? Int(text.dropFirst(9).prefix(3)) : nil }
    public var head: String { text.firstRange(of: "\r\n\r\n").map { String(text[..<$0.lowerBound]) } ?? text }
    public var body: String { text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "" }
    public func header(_ name: String) -> String? {
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }
    /// Of each answer that there is.
    public var statuses: [Int] {
      text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst()
        .compactMap { Int($0.prefix(3)) }
    }
  }

  public static func open(_ port: Int) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isOpen = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard !isOpen else { return descriptor }
    close(descriptor)
    return nil
  }

  public static func close(_ descriptor: Int32) { _ = Foundation.close(descriptor) }

  public static func isListening(_ port: Int) -> Bool {
    guard let descriptor = open(port) else { return false }
    close(descriptor)
    return true
  }

  @discardableResult public static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Until it is closed, or nothing has come for so long.
  public static func read(_ descriptor: Int32, seconds: Double) -> Answer {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&look, 1, Int32(seconds * 1000)) > 0 else { return Answer(bytes: bytes, isEnded: false) }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return Answer(bytes: bytes, isEnded: true) }
      bytes += buffer[..<count]
    }
  }

  public static func ask(_ request: [UInt8], port: Int, seconds: Double) -> Answer {
    guard let descriptor = open(port) else { return Answer(bytes: [], isEnded: true) }
    defer { close(descriptor) }
    send(request, to: descriptor)
    return read(descriptor, seconds: seconds)
  }
}
