package import HTTP
package import Model

/// What a git client asks for: the two steps of the smart protocol, and nothing else of what git could serve.
package struct GitAsk: Equatable, Sendable {
  package enum Step: Sendable {
    /// What is there.
    case advertise
    /// What is wanted of it, or brought.
    case exchange
  }

  /// Nil: no repository has such a name.
  package var name: HostedName?
  package var service: GitAccess
  package var step: Step

  /// `/git/NAME.git/info/refs?service=…`, and what is posted to `/git/NAME.git/git-upload-pack`.
  init?(_ request: HTTPRequest) {
    guard request.path.starts(with: "/git/".utf8), let path = try? SitePath(request.path), !path.isFolder,
      path.names.count > 2
    else { return nil }
    let query = request.query.map { String(decoding: $0, as: UTF8.self) }
    switch (request.method, path.names.dropFirst(2).joined(separator: "/")) {
    case ("GET", "info/refs"):
      guard let service = GitAccess.allCases.first(where: { "service=\($0.rawValue)" == query }) else {
        return nil
      }
      (self.service, step) = (service, .advertise)
    case ("POST", let word):
      guard let service = GitAccess(rawValue: word), query == nil else { return nil }
      (self.service, step) = (service, .exchange)
    default: return nil
    }
    name = HostedName(repository: path.names[1])
  }

  /// Of what is wanted, or brought at once.
  var mostContent: Int { step == .advertise ? 0 : service == .upload ? 64 << 20 : 4 << 30 }

  /// How long it may take to come: what is wanted is said in a few kilobytes, what is brought may be much.
  var seconds: Double { service == .upload ? 60 : 3600 }

  /// How much comes along may be said, or not.
  func isContentFine(_ request: HTTPRequest) -> Bool {
    let (lengths, codings) = (request.headers("content-length"), request.headers("transfer-encoding"))
    guard step == .exchange else {
      return codings.isEmpty && (lengths.isEmpty || lengths == ["0"])
    }
    guard let text = lengths.first else { return codings.map { $0.lowercased() } == ["chunked"] }
    guard lengths.count == 1, codings.isEmpty, (1...10).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text)
    else { return false }
    return count <= mostContent
  }
}

/// What git is to do for somebody who may have it done.
package struct GitOrder: Sendable {
  package var name: HostedName
  package var service: GitAccess
  package var step: GitAsk.Step
  package var who: String?
  package var way: String
  package var from: String
  /// As who asks calls this server.
  package var host: String
  /// `version=2`.
  package var wireVersion: String?
  package var contentType: String?
  package var contentEncoding: String?
  package var kept: KeptContent?
}
