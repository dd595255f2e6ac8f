import Model
import YAML

extension Bot {
  /// Where its repository is, as it is written.
  var place: RepositoryPlace {
    get { remote.map { .remote($0) } ?? .local(repository) }
    set {
      switch newValue {
      case .local(let path): (repository, remote) = (path, nil)
      case .remote(let address): (repository, remote) = (address.text, address)
      }
    }
  }

  var accessKeys: RemoteAccess {
    get { access ?? RemoteAccess() }
    set { access = newValue == RemoteAccess() ? nil : newValue }
  }
}

enum RepositoryPlace {
  case local(String)
  case remote(RemoteAddress)
}

extension Form<RepositoryPlace> {
  static func repositoryPlace(from folder: String) -> Self {
    let path = Form<String>.path("a path", from: folder)
    return Self(words: "a path or an address") { node, findings in
      guard case .scalar(let scalar) = node.content else {
        return path.read(node, &findings).map { .local($0) }
      }
      switch RemoteAddress.read(scalar.text) {
      case .path: return path.read(node, &findings).map { .local($0) }
      case .file(let name): return .local(name.removingPercentEncoding ?? name)
      case .remote(let address): return .remote(address)
      case .wrong(let why):
        // What is a password there must not be told.
        findings.add("`\(findings.key)`: \(why)", at: node.place)
        return nil
      }
    }
  }
}

extension Section<RemoteAccess> {
  static func access(from folder: String) -> Self {
    Section(fields: [
      .key(
        "user", \.user, .line("a name"), example: "git",
        "The user. Default: the one in the address, else git."),
      .key(
        "token", \.token, .variableName, example: "PARSER_TOKEN",
        "https: the name of the secret that holds the password or token."),
      .key(
        "key", \.key, .path("a file", from: folder), example: "/etc/bothy/parser_ed25519",
        "ssh: the file of the private key (ed25519 or ecdsa, mode 0600). Default: the keys of the ssh "
          + "agent."),
      .key(
        "passphrase", \.passphrase, .variableName, example: "KEY_PASSPHRASE",
        "ssh: the name of the secret that opens the key."),
      .key(
        "ca", \.certificates, .path("a file", from: folder), example: "/etc/bothy/ca.pem",
        "https: certificates to trust besides those of the system."),
    ])
  }
}
