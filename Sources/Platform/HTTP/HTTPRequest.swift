/// What somebody asked for. Nothing in it is trusted, and nothing is decoded.
public struct HTTPRequest: Sendable {
  public var method: String
  /// The address as it was sent, without what follows a `?`.
  public var path: [UInt8]
  public var query: [UInt8]?
  /// By their names in small letters, in the order in which they came.
  public var headers: [(name: String, value: String)]
  /// Who asks, as a numeric address.
  public var peer: String
  /// What follows its head; empty where that is not read.
  public var content: [UInt8] = []
  /// What follows its head, where that is kept in a file.
  public var kept: KeptContent?

  public init(
    method: String, path: [UInt8], query: [UInt8]? = nil, headers: [(name: String, value: String)] = [],
    peer: String = "127.0.0.1"
  ) {
    (self.method, self.path, self.query, self.headers, self.peer) = (method, path, query, headers, peer)
  }

  /// Something follows its head.
  public var bringsContent: Bool {
    headers.contains { $0.name == "transfer-encoding" || $0.name == "content-length" && $0.value != "0" }
  }

  /// Of one that may stand several times the first.
  public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
  public func headers(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }
}

/// How a request is answered.
public enum HTTPManner: Sendable {
  /// By its head, on the thread that serves others as well.
  case atOnce
  /// When what comes with it has passed unread: that is no use to anybody. With a place, on a thread that may
  /// take its time.
  case unread(HTTPPlace?)
  /// When so many bytes at most have come with it, on a thread that may take its time.
  case whole(mostBytes: Int, HTTPPlace)
  /// The same, and there may be much: it comes into a file in that folder, which goes with the request. So
  /// long may it take to come; the turn is held until the request has been answered.
  case kept(in: String, mostBytes: Int, seconds: Double, turn: any AnyObject & Sendable, HTTPPlace)
}

/// What is answered.
public struct HTTPAnswer: Sendable {
  public enum Body: Sendable {
    case bytes([UInt8])
    /// So many bytes of a file, from there on.
    case file(ServedFile, from: Int, count: Int)
    /// What comes, for as long as it comes.
    case stream(ByteStream)
  }

  public var status: Int
  public var headers: [(name: String, value: String)]
  public var body: Body

  public init(_ status: Int, _ headers: [(name: String, value: String)] = [], _ body: Body = .bytes([])) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
