/// How mail leaves this machine: `<state>/mail.yaml` as a value.
public struct MailServer: Equatable, Sendable {
  public enum TLS: String, Sendable, CaseIterable { case starttls, tls, none }

  public var host = ""
  /// Nil: the usual one of its kind of TLS.
  public var port: Int?
  public var tls = TLS.starttls
  public var user: String?
  /// A file that only Bothy may read.
  public var passwordFile: String?
  /// A file of certificates that are trusted besides the system's.
  public var authority: String?
  public var from = MailAddress(address: "")
  /// Where mail may go; empty: to the addresses that stand in bot files, and to nobody else.
  public var domains: [String] = []
  /// Where the pages are, for links.
  public var site: String?

  public init() {}

  public var usualPort: Int {
    switch tls {
    case .starttls: port ?? 587
    case .tls: port ?? 465
    case .none: port ?? 25
    }
  }

  /// Why nothing is sent there; nil when it may be. `isNamed`: it stands in a bot file.
  public func objection(to address: String, isNamed: Bool) -> String? {
    guard MailAddress.isOne(address) else { return "that is no address of mail" }
    if domains.isEmpty {
      return isNamed ? nil : "`domains` in mail.yaml does not say where mail of committers may go"
    }
    let domain = address.split(separator: "@").last.map { $0.lowercased() } ?? ""
    let isAllowed = domains.contains { domain == $0.lowercased() || domain.hasSuffix("." + $0.lowercased()) }
    return isAllowed ? nil : "\(domain) is not among the `domains` of mail.yaml"
  }
}

/// `Bothy <bothy@example.org>`.
public struct MailAddress: Equatable, Sendable {
  public var name: String?
  public var address: String

  public init(name: String? = nil, address: String) { (self.name, self.address) = (name, address) }

  public init?(_ text: String) {
    guard let open = text.lastIndex(of: "<"), text.hasSuffix(">") else {
      guard Self.isOne(text) else { return nil }
      self.init(address: text)
      return
    }
    let address = String(text[text.index(after: open)...].dropLast())
    guard Self.isOne(address) else { return nil }
    let name = text[..<open].split(separator: " ").joined(separator: " ").filter { $0 != "\"" }
    self.init(name: name.isEmpty ? nil : name, address: address)
  }

  /// One that can stand in a conversation with a mail server as it is: nothing in it ends a line or address.
  public static func isOne(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix("-") && !$0.hasPrefix(".") }
      && text.utf8.count <= 254
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>()[],;:\\\"".utf8.contains($0) }
  }
}
