/// Requests that nobody means well with, or that no two servers read alike.
enum BadRequests {
  struct Case: Sendable {
    var name: String
    var bytes: [UInt8]
    /// It may be answered with what is meant for everybody.
    var mayPass = false

    /// With another header behind the first line, where there is one.
    func bytes(with header: String) -> [UInt8] {
      guard let end = bytes.firstRange(of: Array("\r\n".utf8)) else { return bytes }
      return bytes[..<end.upperBound] + Array((header + "\r\n").utf8) + bytes[end.upperBound...]
    }
  }

  static let all = climbing + lines + heads + contents + ranges

  private static func get(_ address: String, _ headers: String..., passes: Bool = false) -> Case {
    let lines = ["Host: localhost", "Connection: close"] + headers
    return Case(
      name: "GET \(address.prefix(60)) \(headers.joined(separator: ", ").prefix(60))",
      bytes: Array("GET \(address) HTTP/1.1\r\n\(lines.joined(separator: "\r\n"))\r\n\r\n".utf8),
      mayPass: passes)
  }

  private static func raw(_ name: String, _ text: String, passes: Bool = false) -> Case {
    Case(name: name, bytes: Array(text.utf8), mayPass: passes)
  }

  private static var climbing: [Case] {
    let ups = [
      "../", "..%2f", "%2e%2e/", "%2e%2e%2f", "%2E%2E%2F", "..\\", "..%5c", "%252e%252e/", "%252e%252e%252f",
      "..%c0%af", "%c0%ae%c0%ae/", "..%e0%80%af", "..;/", ".%2e/", "%2e./", "....//", "..%00/", "..%0d%0a/",
      "%uff0e%uff0e/", "..%ef%bc%8f", "./../", "..//", "..%2f..%2f", "%ff/../",
    ]
    let ways = ["/", "/bots/", "/bots/p/1/"]
    let climbs = ways.flatMap { way in
      ups.map { up in
        get(way + String(repeating: up, count: way.split(separator: "/").count + 1) + "secrets/p.env")
      }
    }
    let others = [
      "/out/p.env", "/link.txt", "/bots/root/etc/passwd", "/out/", "/secrets/p.env", "/etc/passwd",
      "//etc/passwd",
      "/%2fetc/passwd", "/bots/p/../../../secrets/p.env",
      "/bots/p/1/attachments/../../../../../secrets/p.env",
      "file:///etc/passwd", "http://localhost/../secrets/p.env", "/bothy.sqlite", "/../bothy.sqlite",
      "/serve.yaml",
      "/.git/config", "/.env", "/bots/.new-1/index.html", "/index.html/", "/index.html/x",
      "/bots/p/index.html%00.txt",
      "/api/bots/..%2f..", "/api/bots/../../secrets", "/api/bots/%2e%2e/1", "/api/bots/p%00/1",
      "/api/events/..",
      "/bots/..%2fsecrets/feed.atom", "/api/bots/p/1e3", "/api/bots/p/-1", "/api/bots/nobody",
      "/bots/nobody/feed.atom",
      "/%", "/%2", "/%zz", "/%C3%28", "/%ED%A0%80", "/%F5%80%80%80", "/\u{202E}x", "/a%0ab", "/a%09b",
      "/a%7fb",
      "/" + String(repeating: "a", count: 5000), "/" + String(repeating: "a/", count: 3000),
      "/" + String(repeating: "%41", count: 3000), "/" + String(repeating: "a", count: 40_000),
      "/?" + String(repeating: "a", count: 40_000), "*", "", "?", "#", "index.html", "\\",
      "/\\..\\secrets\\p.env",
    ]
    return climbs + others.map { get($0) }
  }

  private static var lines: [Case] {
    let end = "\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    let methods = [
      "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "MKCOL", "COPY", "LOCK", "DEBUG",
      "PURGE",
      "get", "Get", "GETX", "G\tET", "\u{1F600}", String(repeating: "M", count: 20_000),
    ]
    return methods.map { raw("method \($0.prefix(12))", "\($0) / HTTP/1.1" + end) }
      // The library reads up to a NUL.
      + [raw("method with a NUL", "GET\0 / HTTP/1.1" + end, passes: true)]
      + ["POST", "DELETE", "PUT"].map { raw("\($0) of a bot", "\($0) /api/bots/p HTTP/1.1" + end) }
      + [
        "CONNECT localhost:22 HTTP/1.1", "GET / HTTP/2.0", "GET / HTTP/0.9", "GET / HTTP/11",
        "GET / HTTP/1.1x",
        "GET / http/1.1", "GET / FTP/1.1", "GET  / HTTP/1.1", "GET /  HTTP/1.1 x", "GET", "/ HTTP/1.1",
        " GET / HTTP/1.1",
        "GET / a b HTTP/1.1", "PRI * HTTP/2.0",
      ].map { raw("line \($0)", $0 + end, passes: true) }
      + [
        raw("nothing but lines", "\r\n\r\n\r\n\r\n"), raw("a letter", "G"),
        raw("noise", String(repeating: "\u{1}", count: 3000)),
        raw("TLS where none is", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}"),
        raw("lines end in LF", "GET / HTTP/1.1\nHost: localhost\nConnection: close\n\n", passes: true),
        raw("no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"),
        raw("no head's end", "GET / HTTP/1.1\r\nHost: localhost\r\n"),
        raw("HTTP 1.0 without a host", "GET / HTTP/1.0\r\n\r\n"),
      ]
  }

  private static var heads: [Case] {
    let hosts = [
      "evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "localhost, evil.example", "", " ",
      "localhost:99999999",
      "user@localhost", "[::1", "local host", "localhost/..", "0.0.0.0", "\u{0}localhost",
    ]
    return hosts.map { raw("host \($0)", "GET / HTTP/1.1\r\nHost: \($0)\r\nConnection: close\r\n\r\n") }
      + [
        get("/", "Host: localhost"), get("/", "Host: evil.example"), get("/", "X Y: 1"), get("/", "no colon"),
        get("/", ": no name", passes: true), get("/", "X: a\u{1}b"), get("/", "X: a\u{0}b", passes: true),
        get("/", "X: a\rb"),
        get("/", "X : space before", passes: true), get("/", "X: a\r\n folded", passes: true),
        get("/", "X: \(String(repeating: "y", count: 20_000))"),
        get("/", "\(String(repeating: "x", count: 20_000)): y"),
        get("/", (0..<2000).map { "X\($0): y" }.joined(separator: "\r\n")),
        get("/", "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings", passes: true),
        get("/", "Expect: 200-maybe", passes: true),
        get("/", "Cookie: \(String(repeating: "a=b;", count: 1000))", passes: true),
        get("/", "X-Forwarded-For: 1.2.3.4\r\nX-Remote-User: admin", passes: true),
        get(
          "/", "Last-Event-ID: x\r\nAccept-Encoding: \(String(repeating: "gzip,", count: 500))",
          passes: true),
        get("/", "If-None-Match: \(String(repeating: "\"a\",", count: 500))", passes: true),
      ]
  }

  private static var contents: [Case] {
    let lengths = [
      "5", "-1", "+5", "0x5", "abc", "", "5, 5", "5,6", "99999999999999999999", "1e3", "00005", " 5 ",
      "4294967296",
    ]
    let codings = [
      "chunked", "Chunked", "chunked, chunked", "gzip, chunked", "identity", "xchunked", "\u{B}chunked",
      "chunked\u{0}", "x",
    ]
    func with(_ headers: String, _ content: String) -> Case {
      raw(
        "content \(headers)",
        "GET / HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n\r\n\(content)"
          + "GET /bots/p/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
      )
    }
    return lengths.map { with("Content-Length: \($0)", "hello") }
      + codings.map { with("Transfer-Encoding: \($0)", "5\r\nhello\r\n0\r\n\r\n") }
      + [
        with("Content-Length: 5\r\nContent-Length: 6", "hello"),
        with("Content-Length: 5\r\nContent-Length: 5", "hello"),
        with("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        with("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n"),
        with("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n"),
        with("Transfer-Encoding:\u{B}chunked", "0\r\n\r\n"), with("Transfer-Encoding : chunked", "0\r\n\r\n"),
        with("Content-Length : 5", "hello"), with("Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFF\r\n"),
        with("Transfer-Encoding: chunked", "-1\r\n\r\n"),
        with("Transfer-Encoding: chunked", "5;\(String(repeating: "a", count: 20_000))\r\n"),
        with("Content-Length: 10000000", String(repeating: "x", count: 2_000_000)),
        with("Content-Length: 5\r\nExpect: 100-continue", "hello"),
        raw(
          "POST with a content",
          "POST /api/bots/p/integrate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"),
      ]
  }

  private static var ranges: [Case] {
    [
      "bytes=abc", "bytes=-", "bytes=5-1", "bytes=99999-", "bytes=-0", "bytes=0-99999999999999999999",
      "bytes=0-0,1-1,2-2",
      "bytes=" + String(repeating: "0-0,", count: 400), "lines=0-1", "bytes 0-1", "bytes=0x0-0x1",
      "bytes=--1", "=", "",
      "bytes=18446744073709551615-", "bytes=9223372036854775807-9223372036854775807",
    ].map { get("/bots/p/1/log.txt", "Range: \($0)", passes: true) }
  }
}
