/// Where and to whom pages are served: what `<state>/serve.yaml` says.
public struct ServeSettings: Equatable, Sendable {
  public enum Anonymous: String, CaseIterable, Sendable { case nothing, reader }

  public struct Address: Equatable, Sendable, CustomStringConvertible {
    public var host: String
    /// 0: any that is free.
    public var port: Int

    public init(host: String, port: Int) { (self.host, self.port) = (host, port) }

    /// `127.0.0.1:8421`, `[::1]:8421`, `ci.example.org:8421`.
    public init?(_ text: String) {
      guard let colon = text.lastIndex(of: ":") else { return nil }
      let digits = text[text.index(after: colon)...]
      guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let port = Int(digits), port <= 65_535
      else { return nil }
      var host = text[..<colon]
      if host.hasPrefix("["), host.hasSuffix("]") {
        host = host.dropFirst().dropLast()
        guard host.contains(":") else { return nil }
      } else if host.contains(":") {
        return nil
      }
      let isName = host.utf8.allSatisfy {
        (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "-.:_%".utf8.contains($0)
      }
      guard !host.isEmpty, isName else { return nil }
      self.init(host: String(host), port: port)
    }

    /// All that this machine has, which is no name to reach it by.
    public var isEverywhere: Bool { ["0.0.0.0", "::", "0"].contains(host) }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
  }

  public struct TLS: Equatable, Sendable {
    /// Files in PEM.
    public var certificate = ""
    public var key = ""

    public init() {}
  }

  /// A server in front that knows who people are.
  public struct Proxy: Equatable, Sendable {
    /// Its own addresses, as they are seen here; nobody else is believed.
    public var addresses: [String] = []
    public var header = "X-Remote-User"

    public init() {}
  }

  public var address = Address(host: "127.0.0.1", port: 8421)
  public var tls: TLS?
  /// What people may who say no name; absent: read, on this machine alone.
  public var anonymous: Anonymous?
  public var proxy: Proxy?

  public init() {}

  public var host: String { address.host }

  /// Only programs of this machine reach it.
  public var isLoopback: Bool {
    let host = host.lowercased()
    return host == "localhost" || host == "::1"
      || host.hasPrefix("127.") && host.allSatisfy { "0123456789.".contains($0) }
  }

  public var lets: Anonymous { anonymous ?? (isLoopback ? .reader : .nothing) }
}
