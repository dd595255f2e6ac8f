public import Model
import YAML

/// Reads `<state>/mail.yaml`.
public enum MailFile {
  public enum Outcome: Equatable, Sendable {
    case server(MailServer)
    /// All that is wrong, in the order of the file; never empty.
    case problems([BotFile.Problem])
  }

  /// All that it may say.
  static var keys: [String] { Section.mailServer(folder: "/").fields.map(\.name) }

  /// `file` is what problems call the file; relative paths in it start at `folder`.
  public static func read(_ bytes: [UInt8], file: String, folder: String) -> Outcome {
    let document = YAML.parse(bytes)
    var findings = Findings(file: file, isWhole: document.isWhole)
    var server = MailServer()
    for mistake in document.mistakes { findings.add(mistake.message, at: mistake.place) }
    if let root = document.root {
      _ = Section.mailServer(folder: folder).read(root, into: &server, &findings)
    } else if document.mistakes.isEmpty {
      findings.add("the file is empty: it needs `host:` and `from:`", at: Place(line: 1, column: 1))
    }
    return findings.problems.isEmpty ? .server(server) : .problems(findings.sorted)
  }
}

extension Section<MailServer> {
  fileprivate static func mailServer(folder: String) -> Self {
    Section(
      fields: [
        .key("host", \.host, .line("the name of a mail server"), example: "mail.example.org", "").required,
        .key("port", \.port, .port, example: "587", ""),
        .key("tls", \.tls, .choice, example: "starttls", ""),
        .key("user", \.user, .line("a name"), example: "bothy", ""),
        .key("password-file", \.passwordFile, .path("a file", from: folder), example: "mail.password", ""),
        .key("authority", \.authority, .path("a file of certificates", from: folder), example: "ca.pem", ""),
        .key("from", \.from, .sender, example: "\"Bothy <bothy@example.org>\"", "").required,
        .key(
          "domains", \.domains, Form.line("a domain").list("a list of domains", such: "[example.org]"),
          example: "[example.org]", ""),
        .key("site", \.site, .webAddress, example: "\"https://ci.example.org\"", ""),
      ],
      check: { server, written, place, findings in
        if server.user != nil, server.passwordFile == nil, written.isSound("password-file") {
          findings.add("`user` needs a `password-file`", at: written.place("user") ?? place)
        }
        if server.user != nil, server.tls == .none {
          findings.add(
            "with `tls: none` everybody could read the password of `user`: use starttls or tls",
            at: written.place("tls") ?? place)
        }
      })
  }
}

extension Form<Int> {
  fileprivate static var port: Self {
    scalar("a port, 1 to 65535") { Int($0.text).flatMap { (1...65535).contains($0) ? $0 : nil } }
  }
}

extension Form<MailAddress> {
  fileprivate static var sender: Self {
    scalar("an address such as \"Bothy <bothy@example.org>\"") { MailAddress($0.text) }
  }
}
