/// Where a repository lies that is on another machine, as it is written in a bot file; without a password.
public struct RemoteAddress: Codable, Equatable, Sendable {
  public enum Kind: Sendable, Equatable { case web, shell }

  public let text: String
  public let kind: Kind
  /// Without the brackets of a number of IPv6.
  public let host: String
  /// Nil: the usual one.
  public let port: Int?
  /// As whom, where the address says so.
  public let user: String?

  /// What is written where a repository is named.
  public enum Reading: Equatable, Sendable {
    /// No address: a path.
    case path
    /// `file://`: a path too.
    case file(String)
    case remote(RemoteAddress)
    case wrong(String)
  }

  public static func read(_ text: String) -> Reading {
    // Most are paths, and a thousand are read at once.
    guard text.utf8.contains(UInt8(ascii: ":")) else { return .path }
    if let end = text.firstRange(of: "://") {
      let scheme = String(text[..<end.lowerBound]).lowercased()
      guard isWord(scheme) else { return .path }
      return read(text, scheme: scheme, rest: text[end.upperBound...])
    }
    // As git has it: whatever has a slash before the colon is a path.
    guard let colon = text.firstIndex(of: ":"), let at = text.firstIndex(of: "@"), at < colon,
      !text[..<colon].contains("/")
    else { return .path }
    let user = String(text[..<at])
    let host = String(text[text.index(after: at)..<colon])
    let path = text[text.index(after: colon)...]
    guard isUser(user), isHost(host) else { return .wrong(shape) }
    guard isPath(path) else { return .wrong("it names no repository behind the colon") }
    return .remote(RemoteAddress(text: text, kind: .shell, host: host, port: nil, user: user))
  }

  private static let shape =
    "an address is https://HOST/PATH, ssh://USER@HOST/PATH or USER@HOST:PATH, without blanks, ? and #"

  private static func read(_ text: String, scheme: String, rest: Substring) -> Reading {
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let (authority, path) = (rest[..<slash], rest[slash...])
    switch scheme {
    case "file":
      guard authority.isEmpty || authority == "localhost", path.count > 1 else {
        return .wrong("file:// names a folder of this machine: write its path")
      }
      return .file(String(path))
    case "https", "http", "ssh": break
    case "git+ssh", "ssh+git": return .wrong("write ssh:// for \(scheme)://")
    case "git":
      return .wrong("what git:// brings can be changed on its way: use https:// or ssh://")
    default: return .wrong("\(scheme):// is not known: use https://, ssh:// or USER@HOST:PATH")
    }
    var place = authority
    var user: String?
    if let at = authority.lastIndex(of: "@") {
      let named = authority[..<at]
      guard !named.contains(":") else {
        return .wrong(
          "a password in an address is seen by everybody: take it out, and name a secret with `access`")
      }
      guard scheme == "ssh" else {
        return .wrong(
          "who it is read as is not said in the address, where everybody sees it: use `access: {user: …, "
            + "token: NAME}`")
      }
      (user, place) = (String(named), authority[authority.index(after: at)...])
      guard isUser(user ?? "") else { return .wrong(shape) }
    }
    guard let (host, port) = hostAndPort(place) else { return .wrong(shape) }
    guard isPath(path), path.count > 1 else { return .wrong("it names no repository behind the host") }
    if scheme == "http", !isLoopback(host) {
      return .wrong("what http:// brings can be read and changed on its way: use https:// or ssh://")
    }
    let kind: Kind = scheme == "ssh" ? .shell : .web
    return .remote(RemoteAddress(text: text, kind: kind, host: host, port: port, user: user))
  }

  private static func hostAndPort(_ place: Substring) -> (String, Int?)? {
    var (host, rest) = (place, Substring())
    if place.hasPrefix("[") {
      guard let end = place.firstIndex(of: "]") else { return nil }
      (host, rest) = (place[place.index(after: place.startIndex)..<end], place[place.index(after: end)...])
      guard !host.isEmpty, host.utf8.allSatisfy({ "0123456789abcdefABCDEF:.".utf8.contains($0) }) else {
        return nil
      }
    } else {
      if let colon = place.firstIndex(of: ":") { (host, rest) = (place[..<colon], place[colon...]) }
      guard isHost(String(host)) else { return nil }
    }
    guard !rest.isEmpty else { return (String(host), nil) }
    let digits = rest.dropFirst()
    guard rest.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
      (1...65535).contains(port)
    else { return nil }
    return (String(host), port)
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
      }
  }

  /// Never something that a program could take for an option.
  private static func isHost(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-"), text.utf8.count <= 253 else {
      return false
    }
    return text.utf8.allSatisfy(isOfName)
  }

  private static func isUser(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy { isOfName($0) || $0 == UInt8(ascii: "+") }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: ".-_".utf8.contains(byte)
    }
  }

  private static func isPath(_ text: Substring) -> Bool {
    !text.isEmpty && !text.hasPrefix("-")
      && text.utf8.allSatisfy {
        $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
      }
  }

  public static func isLoopback(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    return host.lowercased() == "localhost" || host == "::1" || isNumber && parts[0] == "127"
  }

  /// The same server is asked, in the same way.
  public func isBeside(_ other: RemoteAddress) -> Bool {
    kind == other.kind && host.lowercased() == other.host.lowercased() && port == other.port
      && text.hasPrefix("http://") == other.text.hasPrefix("http://")
  }

  /// What the repository is called: the last name of its path.
  public var name: String {
    let last = text.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? ""
    return last.hasSuffix(".git") && last.count > 4 ? String(last.dropLast(4)) : last
  }

  private init(text: String, kind: Kind, host: String, port: Int?, user: String?) {
    (self.text, self.kind, self.host, self.port, self.user) = (text, kind, host, port, user)
  }

  public init?(_ text: String) {
    guard case .remote(let address) = Self.read(text) else { return nil }
    self = address
  }

  public init(from decoder: any Decoder) throws {
    let box = try decoder.singleValueContainer()
    guard let address = Self(try box.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: box, debugDescription: "no address of a repository")
    }
    self = address
  }

  public func encode(to encoder: any Encoder) throws {
    var box = encoder.singleValueContainer()
    try box.encode(text)
  }
}

/// How a repository of another machine is come to.
public struct RemoteAccess: Codable, Equatable, Sendable {
  /// As whom; nil: as the address says, else as `git`.
  public var user: String?
  /// The name of the secret that is the password or the token.
  public var token: String?
  /// The file of the key for ssh.
  public var key: String?
  /// The name of the secret that opens that key.
  public var passphrase: String?
  /// A file of certificates that are trusted besides the system's.
  public var certificates: String?

  public init() {}

  /// The secrets that are needed.
  public var secrets: [String] { [token, passphrase].compactMap(\.self) }
}
