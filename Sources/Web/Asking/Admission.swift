public import HTTP
public import Model

/// Whether a request is answered at all: its shape, and the name that it was sent to.
public struct Admission: Sendable {
  /// The names by which this machine may be called; nil: any.
  private let hosts: Set<String>?

  public init(_ settings: ServeSettings, site: String?) {
    guard settings.isLoopback else {
      hosts = nil
      return
    }
    let named = site.flatMap(Self.host(ofAddress:))
    let own = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    hosts = Set(["localhost", "127.0.0.1", "[::1]", own.lowercased()] + [named].compactMap(\.self))
  }

  public func admit(_ request: HTTPRequest) throws(Refusal) {
    try checkShape(request)
    try checkHost(request)
  }

  /// What two servers in a row could read in two ways.
  private func checkShape(_ request: HTTPRequest) throws(Refusal) {
    guard Self.isContentFine(request) else {
      throw Refusal(413, "Request body too large, or not allowed here.")
    }
    for (name, value) in request.headers {
      let isName = !name.isEmpty && name.utf8.allSatisfy { Self.isOfName($0) }
      let isValue = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
      guard isName, isValue else { throw Refusal(400, "Malformed header.") }
    }
    guard request.headers("upgrade").isEmpty || request.header("connection")?.lowercased() != "upgrade" else {
      throw Refusal(400, "Only HTTP is supported here.")
    }
  }

  /// Of what is sent to be done.
  static let mostContent = 64 << 10
  /// Of a bot's file, in whatever way it is written for a form.
  static let mostFile = 768 << 10
  /// Of what tells of a push, with all its commits.
  static let mostOfHook = 2 << 20

  /// It brings nothing; or it is one that may, says how much that is, and it is little.
  static func isContentFine(_ request: HTTPRequest) -> Bool {
    if let ask = GitAsk(request) { return ask.isContentFine(request) }
    let lengths = request.headers("content-length")
    guard request.headers("transfer-encoding").isEmpty, lengths.count < 2 else { return false }
    guard let text = lengths.first else { return true }
    guard (1...7).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(text)
    else { return false }
    return count == 0 || count <= most(request)
  }

  private static func most(_ request: HTTPRequest) -> Int {
    guard request.method == "POST" || request.method == "PUT" else { return 0 }
    let route = (try? SitePath(request.path)).flatMap { try? RouteTable.route(request.method, $0).0 }
    return max(route?.mostContent ?? 0, mostContent)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// A page of somebody else's may call this machine by a name of theirs, so that a browser lets it read what
  /// only this machine's users may.
  private func checkHost(_ request: HTTPRequest) throws(Refusal) {
    let named = request.headers("host")
    guard named.count == 1, let host = named.first.flatMap({ Self.host($0) }) else {
      throw Refusal(400, "A request names one host.")
    }
    guard hosts?.contains(host) ?? true else {
      throw Refusal(421, "This machine is not called so here; it is localhost.")
    }
  }

  /// Without its port, in small letters; nil where it is none.
  static func host(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= 255 else { return nil }
    let text = text.lowercased()
    let name: Substring
    let rest: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      (name, rest) = (text[...end], text[text.index(after: end)...])
      guard name.dropFirst().dropLast().utf8.allSatisfy({ "0123456789abcdef:.".utf8.contains($0) }) else {
        return nil
      }
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      (name, rest) = (text[..<end], text[end...])
      let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || "0123456789-._".utf8.contains($0) }
      guard !name.isEmpty, isName else { return nil }
    }
    let port = rest.dropFirst()
    let isPort = rest.isEmpty || rest.first == ":" && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isPort, port.utf8.count <= 5 else { return nil }
    return String(name)
  }

  private static func host(ofAddress address: String) -> String? {
    guard let start = address.firstRange(of: "://") else { return nil }
    let rest = address[start.upperBound...].prefix { $0 != "/" }
    return host(String(rest.split(separator: "@").last ?? rest))
  }
}
