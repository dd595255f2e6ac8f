import CCurl
import Foundation

/// One message to another program over the network: an HTTP request or a mail. Libcurl does it; only values
/// leave this room. It waits no longer than it is told, follows no redirect, and speaks only HTTP and SMTP.
public struct Exchange: Sendable {
  /// How it ended.
  public enum End: Equatable, Sendable {
    /// The other side spoke the last word: its status, and what it said; of a mail, about this one and who is
    /// to have it, unless it is for good.
    case answered(status: Int, said: String)
    /// There was no such word. `wasSent`: all of it had left, so that it may have been taken.
    case failed(why: String, wasSent: Bool)
    /// The machine is told to send nothing any more.
    case canceled(wasSent: Bool)
  }

  public struct Post: Equatable, Sendable {
    public var address: String
    public var headers: [String]
    public var body: [UInt8]

    public init(address: String, headers: [String], body: [UInt8]) {
      (self.address, self.headers, self.body) = (address, headers, body)
    }
  }

  public struct Mail: Equatable, Sendable {
    public enum TLS: String, Sendable { case none, starttls, tls }
    public var host: String
    public var port: Int
    public var tls: TLS
    public var user: String?
    public var password: String?
    /// Whom to trust besides those that the system trusts: a file of certificates.
    public var authority: String?
    public var from: String
    public var to: String
    public var text: [UInt8]

    public init(host: String, port: Int, tls: TLS, from: String, to: String, text: [UInt8]) {
      (self.host, self.port, self.tls) = (host, port, tls)
      (self.from, self.to, self.text) = (from, to, text)
    }
  }

  public var seconds: Double
  public var connectSeconds: Double
  public var isCanceled: @Sendable () -> Bool

  public init(
    seconds: Double = 60, connectSeconds: Double = 20, isCanceled: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.seconds, self.connectSeconds, self.isCanceled) = (seconds, connectSeconds, isCanceled)
  }

  public func perform(_ post: Post) -> End {
    guard let session = Session(self, sending: post.body) else { return Self.noSession }
    session.set(CURLOPT_URL, post.address)
    session.set(CURLOPT_POST, 1)
    session.set(CURLOPT_POSTFIELDSIZE, post.body.count)
    // No question before the body: half of the receivers do not answer it.
    session.set(CURLOPT_HTTPHEADER, list: post.headers + ["Expect:"])
    return session.perform { status, _, said in .answered(status: status, said: said) }
  }

  public func perform(_ mail: Mail) -> End {
    guard let session = Session(self, sending: mail.text) else { return Self.noSession }
    let host = mail.host.contains(":") ? "[\(mail.host)]" : mail.host
    session.set(CURLOPT_URL, "\(mail.tls == .tls ? "smtps" : "smtp")://\(host):\(mail.port)/\(Self.ownName)")
    session.set(CURLOPT_USE_SSL, mail.tls == .starttls ? Int(CURLUSESSL_ALL.rawValue) : 0)
    if let user = mail.user { session.set(CURLOPT_USERNAME, user) }
    if let password = mail.password { session.set(CURLOPT_PASSWORD, password) }
    if let authority = mail.authority { session.set(CURLOPT_CAINFO, authority) }
    session.set(CURLOPT_MAIL_FROM, "<\(mail.from)>")
    session.set(CURLOPT_MAIL_RCPT, list: ["<\(mail.to)>"])
    session.set(CURLOPT_UPLOAD, 1)
    let end = session.perform { status, line, _ in .answered(status: status, said: line) }
    // Whoever says 421 closes the line, and what is wrong with the sender is wrong with each mail.
    guard case .answered(let status, let said) = end, (400..<600).contains(status),
      status == 421 || !session.tookSender
    else { return end }
    return .failed(why: said, wasSent: false)
  }

  private static let noSession = End.failed(
    why: "libcurl could not be loaded: install it (Debian: libcurl4)", wasSent: false)

  /// As which this machine greets: a name that no reader of mail's headers takes for an address elsewhere.
  private static var ownName: String {
    let name = ProcessInfo.processInfo.hostName.filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0))
    }
    return name.isEmpty ? "localhost" : name
  }
}
