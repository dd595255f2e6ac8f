public import Model
import YAML

/// Reads `<state>/serve.yaml`.
public enum ServeFile {
  public enum Outcome: Equatable, Sendable {
    case settings(ServeSettings)
    /// All that is wrong, in the order of the file; never empty.
    case problems([BotFile.Problem])
  }

  /// All that it may say.
  static var keys: [String] {
    section(folder: "/").fields.map(\.name) + tls(folder: "/").fields.map(\.name) + proxy.fields.map(\.name)
  }

  /// `file` is what problems call the file; relative paths in it start at `folder`.
  public static func read(_ bytes: [UInt8], file: String, folder: String) -> Outcome {
    let document = YAML.parse(bytes)
    var findings = Findings(file: file, isWhole: document.isWhole)
    var draft = Draft()
    for mistake in document.mistakes { findings.add(mistake.message, at: mistake.place) }
    // An empty one says what there is without it.
    if let root = document.root { _ = section(folder: folder).read(root, into: &draft, &findings) }
    if !draft.tls.certificate.isEmpty { draft.settings.tls = draft.tls }
    if !draft.proxy.addresses.isEmpty { draft.settings.proxy = draft.proxy }
    return findings.problems.isEmpty ? .settings(draft.settings) : .problems(findings.sorted)
  }

  private struct Draft {
    var settings = ServeSettings()
    var tls = ServeSettings.TLS()
    var proxy = ServeSettings.Proxy()
  }

  private static func section(folder: String) -> Section<Draft> {
    Section(fields: [
      .key("address", \.settings.address, .address, example: "\"127.0.0.1:8421\"", ""),
      .group("tls", \.tls, tls(folder: folder), ""),
      .key("anonymous", \.settings.anonymous, .choice, example: "reader", ""),
      .group("proxy", \.proxy, proxy, ""),
    ])
  }

  private static var proxy: Section<ServeSettings.Proxy> {
    Section(fields: [
      .key(
        "addresses", \.addresses, Form.line("an address").list("a list of addresses", such: "[127.0.0.1]"),
        example: "[127.0.0.1]", ""
      ).required,
      .key("header", \.header, .headerName, example: "X-Remote-User", ""),
    ])
  }

  private static func tls(folder: String) -> Section<ServeSettings.TLS> {
    Section(fields: [
      .key(
        "certificate", \.certificate, .path("a file with a certificate", from: folder), example: "ci.pem", ""
      ).required,
      .key("key", \.key, .path("a file with its key", from: folder), example: "ci.key", "").required,
    ])
  }
}

extension Form<String> {
  /// One that says something else already would say who somebody is, too.
  fileprivate static var headerName: Self {
    scalar("the name of a header, such as X-Remote-User") { node in
      let taken = ["authorization", "cookie", "host", "origin", "content-length"]
      let isName =
        (1...64).contains(node.text.utf8.count)
        && node.text.utf8.allSatisfy {
          (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
      return isName && !taken.contains(node.text.lowercased()) ? node.text : nil
    }
  }
}

extension Form<ServeSettings.Address> {
  fileprivate static var address: Self {
    scalar("an address and a port, such as \"127.0.0.1:8421\"") { ServeSettings.Address($0.text) }
  }
}
