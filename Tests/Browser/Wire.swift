import Foundation
import Kit

/// One HTTP request at a time over a plain socket: a proxy in the environment must not see it.
struct Wire {
  let port: UInt16

  struct Answer {
    var status: Int
    var body: Data
  }

  func send(_ method: String, _ path: String, _ body: Data?) throws -> Answer {
    let socket = try connected()
    defer { close(socket) }
    var request = Data("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n".utf8)
    if let body {
      request += Data("Content-Type: application/json\r\nContent-Length: \(body.count)\r\n".utf8)
    }
    request += Data("\r\n".utf8) + (body ?? Data())
    try write(request, to: socket)
    return try answer(from: socket)
  }

  private func connected() throws -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw failure("opening a socket") }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
    }
    guard result == 0 else {
      close(socket)
      throw failure("connecting to chromedriver")
    }
    return socket
  }

  private func write(_ bytes: Data, to socket: Int32) throws {
    try bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = Glibc.send(
          socket, buffer.baseAddress! + sent, buffer.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { throw failure("sending to chromedriver") }
        sent += count
      }
    }
  }

  private func answer(from socket: Int32) throws -> Answer {
    var bytes = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var head: (status: Int, start: Int, length: Int)?
    while head.map({ bytes.count < $0.start + $0.length }) ?? true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { throw failure("hearing from chromedriver") }
      bytes.append(contentsOf: buffer[..<count])
      if head == nil { head = Self.head(of: bytes) }
    }
    let (status, start, length) = head!
    return Answer(status: status, body: bytes.subdata(in: start..<(start + length)))
  }

  private static func head(of bytes: Data) -> (status: Int, start: Int, length: Int)? {
    guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let text = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
    let status = text.firstMatch(of: /^http\/1\.1 (\d+)/).flatMap { Int($0.1) } ?? 0
    let length = text.firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
    return (status, end.upperBound, length)
  }

  private func failure(_ doing: String) -> ChromeDriver.Problem {
    ChromeDriver.Problem(description: "\(doing): \(String(cString: strerror(errno)))")
  }
}
