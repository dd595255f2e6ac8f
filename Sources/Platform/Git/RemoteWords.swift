import CGit2
import Foundation
import Words

/// What a server or the way to it refused, in words for a person.
enum RemoteWords {
  static func error(_ said: String, code: Int32, address: String, doing: String) -> GitError {
    func error(_ wrong: String, _ advice: String) -> GitError {
      GitError(.fetchFailed, doing: doing, wrong: wrong, advice: advice)
    }
    if let proxy = ProxyWords.said(said, address) { return error(proxy.wrong, proxy.advice) }
    if let key = key(said) { return error(key.wrong, key.advice) }
    if said.contains("too many redirects or") {
      return error(
        "the server leads in a circle, or asks again and again who asks",
        "look at the address, and at what `access` names")
    }
    if let certificate = certificate(said) { return error(certificate.wrong, certificate.advice) }
    if said.hasPrefix("SSL error") {
      // Behind a proxy the library says no more of a certificate.
      return error(
        "TLS handshake failed: the certificate has expired, is for another host name, or has an unknown "
          + "issuer (\(said))",
        "look at it with `openssl s_client`; `access: {ca: FILE}` trusts another issuer")
    }
    if said.contains("cannot redirect") || said.contains("redirect") {
      return error(
        "the server says that the repository is somewhere else now (\(said))",
        "find out where, and write its new address after `repository:`")
    }
    if said.hasSuffix("code: 404") {
      return error(
        "the server has no such repository, or shows it to nobody who asks so",
        "look at the address, and at what `access` names")
    }
    if said.hasSuffix("code: 403") {
      return error("the server forbids it", "look at what `access` names, and at its rights there")
    }
    if let number = failure(said) {
      return error(number, "see whether the server is up, and the address right")
    }
    if said.contains("content-type") {
      return error("what answers there is no git server (\(said))", "look at the address")
    }
    if code == GIT_EAUTH.rawValue {
      return error(
        "the server does not let us in (\(said))", "look at what `access` names, and at its rights there")
    }
    return error(said, "see whether the server is up, and the address right")
  }

  /// What a key or the agent that holds it is not good for.
  private static func key(_ said: String) -> (wrong: String, advice: String)? {
    if said.contains("passphrase") {
      return (
        "the key cannot be read: its passphrase is another, or not named, or it is of no kind that is known",
        "name the secret that opens it: `access: {key: FILE, passphrase: SECRET}`"
      )
    }
    if said.contains("connecting with agent") {
      return (
        "the agent that SSH_AUTH_SOCK names does not answer",
        "begin Bothy where it does, or name a key: `access: {key: FILE}`"
      )
    }
    if said.contains("userauth-none") {
      return (
        "the server hung up after it was shown several keys, none of them right",
        "name the right one: `access: {key: FILE}`"
      )
    }
    return nil
  }

  private static func failure(_ said: String) -> String? {
    for number in [ECONNREFUSED, ECONNRESET, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, EPIPE] {
      let words = String(cString: strerror(number))
      if said.contains(words) { return words.prefix(1).lowercased() + words.dropFirst() }
    }
    if said.contains("failed to resolve address") { return "nobody knows its name (\(said))" }
    return nil
  }

  private static func certificate(_ said: String) -> (wrong: String, advice: String)? {
    let lower = said.lowercased()
    guard lower.contains("certificate") else { return nil }
    if lower.contains("expired") {
      return ("the server's certificate has ended", "whoever runs the server has to renew it")
    }
    if lower.contains("common name") || lower.contains("does not match") {
      return (
        "the server's certificate is one of another name",
        "write the name that stands in the certificate, or have whoever runs the server mend it"
      )
    }
    if lower.contains("future") {
      return ("the server's certificate is not valid yet", "look at the clocks of both machines")
    }
    if lower.contains("not correctly signed") || lower.contains("unknown") || lower.contains("self") {
      return (
        "the server's certificate is signed by nobody whom this machine trusts",
        "name the file of who signed it: `access: {ca: FILE}`"
      )
    }
    return ("the server's certificate is not accepted (\(said))", "look at it with `openssl s_client`")
  }
}

/// What goes wrong on the way through a proxy. What its address says besides its host is nobody's to read.
enum ProxyWords {
  static func said(
    _ said: String, _ address: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> (wrong: String, advice: String)? {
    let names =
      address.hasPrefix("https:")
      ? ["https_proxy", "HTTPS_PROXY"] : address.hasPrefix("http:") ? ["http_proxy"] : []
    guard let name = names.first(where: { environment[$0]?.isEmpty == false }), let proxy = environment[name]
    else { return nil }
    if said.contains("malformed URL") {
      return ("`\(name)` holds no address of a proxy", "write it with its scheme: http://HOST:PORT")
    }
    let host = host(of: proxy)
    if said.contains("proxy authentication required") {
      return (
        "the proxy \(host) wants to know who asks, or does not know who says so",
        "write `NAME:PASSWORD@` before its host in `\(name)`"
      )
    }
    let status = "proxy returned unexpected status: "
    if let range = said.firstRange(of: status) {
      return (
        "the proxy \(host) does not lead there (status \(said[range.upperBound...]))",
        "ask whoever runs it, or name the server in `no_proxy`"
      )
    }
    let isOfIt = said.contains("connect to \(host):") || said.contains("address for \(host):")
    guard isOfIt, host != self.host(of: address) else { return nil }
    let why = said.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? ""
    return (
      "the proxy \(host) cannot be reached: \(why.prefix(1).lowercased() + why.dropFirst())",
      "see whether it is up, and what `\(name)` says; `no_proxy` names who is asked without it"
    )
  }

  private static func host(of address: String) -> String {
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    let place = address[start...].prefix { $0 != "/" }
    let named = place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place
    guard named.hasPrefix("[") else { return String(named.prefix { $0 != ":" }) }
    return String(named.dropFirst().prefix { $0 != "]" })
  }
}
