import CCurl

extension Exchange {
  /// Something that is asked of a server over HTTP.
  public struct Request: Equatable, Sendable {
    public var address: String
    public var headers: [String]
    /// Nil: nothing is sent along, and GET is the method; else POST.
    public var body: [UInt8]?
    /// Whom to trust, instead of those that the system trusts: a file of certificates.
    public var authority: String?
    /// No server between is asked, whatever the environment names.
    public var isDirect = false
    public var mostReceived = 256 << 20

    public init(address: String, headers: [String], body: [UInt8]? = nil) {
      (self.address, self.headers, self.body) = (address, headers, body)
    }
  }

  public struct Reply: Equatable, Sendable {
    public var status: Int
    /// By their names in small letters.
    public var headers: [String: String]
    public var body: [UInt8]
    /// There was more of it.
    public var isCut = false

    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
      (self.status, self.headers, self.body) = (status, headers, body)
    }
  }

  public enum Trouble: Equatable, Sendable {
    case unknownHost, unreachable, late, distrusted, insecure, other
  }

  public enum Fetched: Equatable, Sendable {
    case reply(Reply)
    /// `why`: in the library's words.
    case failed(Trouble, why: String)
  }

  public func perform(_ request: Request) -> Fetched {
    guard let session = Session(self, sending: request.body ?? []) else {
      return .failed(.other, why: "libcurl could not be loaded: install it (Debian: libcurl4)")
    }
    session.set(CURLOPT_URL, request.address)
    if let body = request.body {
      session.set(CURLOPT_POST, 1)
      session.set(CURLOPT_POSTFIELDSIZE, body.count)
    }
    session.set(CURLOPT_HTTPHEADER, list: request.headers + ["Expect:"])
    if let authority = request.authority { session.set(CURLOPT_CAINFO, authority) }
    if request.isDirect { session.set(CURLOPT_PROXY, "") }
    return session.fetch(mostBytes: request.mostReceived)
  }
}

extension Session {
  func fetch(mostBytes: Int) -> Exchange.Fetched {
    mostReceived = mostBytes
    let (code, status) = run()
    guard code == CURLE_OK else { return .failed(Self.trouble(code), why: Self.words(code)) }
    var headers: [String: String] = [:]
    for line in heads {
      // Of several answers in a row the last one counts.
      if line.hasPrefix("HTTP/") { headers = [:] }
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    var reply = Exchange.Reply(status: status, headers: headers, body: received)
    reply.isCut = receivedCount > received.count
    return .reply(reply)
  }

  private static func trouble(_ code: CURLcode) -> Exchange.Trouble {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
    case CURLE_COULDNT_CONNECT: .unreachable
    case CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK: .late
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: .distrusted
    case CURLE_SSL_CONNECT_ERROR: .insecure
    default: .other
    }
  }
}
