import Explaining
import Files
import Foundation
import Model
import Terminal
import Words

/// A Bothy that serves somewhere else, and what lets us in there.
struct RemotePlace: Equatable {
  /// Without a slash at its end.
  var address: String
  /// As tokens are kept for it: `ci.example.org`, `ci.example.org:8421`.
  var host: String
  var port: String?
  var isSecure: Bool
  var token: String?
  var authority: String?

  private static let mostToken = 4096

  init(_ options: ServerOptions, environment: [String: String]) throws {
    let doing = "reading `--server \(Shown.line(options.address, most: 200))`"
    func wrong(_ what: String, _ advice: String) -> Explanation {
      Explanation(doing: doing, wrong: what, advice: advice, status: 2)
    }
    let typed = options.address.contains("://") ? options.address : "https://" + options.address
    guard let parts = URLComponents(string: typed), let host = parts.host, !host.isEmpty,
      ["http", "https"].contains(parts.scheme?.lowercased() ?? "")
    else { throw wrong("that is no address of a server", "write `--server https://ci.example.org`") }
    guard parts.user == nil, parts.password == nil else {
      throw wrong(
        "names and passwords in an address are seen by others of this machine",
        "put a token into BOTHY_TOKEN or into a file")
    }
    guard parts.query == nil, parts.fragment == nil else {
      throw wrong("it has something behind its path", "leave out what begins with ? or #")
    }
    isSecure = parts.scheme?.lowercased() == "https"
    self.host = host.lowercased()
    port = parts.port.map(String.init)
    guard isSecure || Self.isLoopback(self.host) || options.allowsPlain else {
      throw wrong(
        "what is sent over plain http can be read on its way, the token too",
        "write https://, or say `--plain-http` where that is known")
    }
    address = typed
    while address.hasSuffix("/") { address.removeLast() }
    authority = options.authority.map(CommandContext.absolute)
    if let authority, FileFacts(authority)?.isRegular != true {
      throw Explanation(
        doing: "reading the certificates of \(authority)", wrong: "there is no such file",
        advice: "name a file in PEM with --ca", status: 2)
    }
    token = try Self.token(options, environment, self.host, port)
  }

  static func isLoopback(_ host: String) -> Bool {
    let bare = host.trimmingCharacters(in: ["[", "]"])
    var settings = ServeSettings()
    settings.address.host = bare
    return settings.isLoopback
  }

  /// From the environment, or a file that is nobody else's to read; never from the command line.
  private static func token(
    _ options: ServerOptions, _ environment: [String: String], _ host: String, _ port: String?
  ) throws -> String? {
    if let file = options.tokenFile { return try read(CommandContext.absolute(file)) }
    if let token = environment["BOTHY_TOKEN"], !token.isEmpty { return try checked(token, "BOTHY_TOKEN") }
    guard let folder = folder(environment) else { return nil }
    let names = [port.map { "\(host):\($0)" }, host].compactMap(\.self)
    let file = names.map { "\(folder)/\($0)" }.first { FileFacts($0) != nil }
    return try file.map(read)
  }

  /// Commands that it prints for people work where they are read.
  func fromHere(_ words: String) -> String {
    Self.verbs.reduce(words) { words, verb in
      [" ", "`"].reduce(words) { words, end in
        words.replacing("`bothy \(verb)\(end)", with: "`bothy --server \(address) \(verb)\(end)")
      }
    }
  }

  /// Those that a server does for others.
  private static let verbs = [
    "bots", "cancel", "history", "integrate", "issues", "log", "pause", "pin", "rerun", "resume", "show",
    "silence", "tests",
    "unpin", "unsilence",
  ]

  private static func folder(_ environment: [String: String]) -> String? {
    if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") { return base + "/bothy/tokens" }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.config/bothy/tokens" }
  }

  private static func read(_ file: String) throws -> String {
    let doing = "reading the token in \(file)"
    let bytes: [UInt8]
    do { bytes = try SettingsFile.read(file, limit: mostToken) } catch {
      throw Explanation(doing: doing, wrong: error.sentence, advice: "", status: 2)
    }
    if let mode = FileFacts(file)?.mode, mode & 0o077 != 0 {
      throw Explanation(
        doing: doing, wrong: "others may read it too",
        advice: "`\(ShellWord.line(["chmod", "600", file]))` keeps it to you", status: 2)
    }
    return try checked(String(decoding: bytes, as: UTF8.self), file)
  }

  private static func checked(_ text: String, _ place: String) throws -> String {
    let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard (1...200).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Explanation(
        doing: "reading the token in \(place)", wrong: "that is no token",
        advice: "`bothy token create` makes one, where the server runs", status: 2)
    }
    return token
  }
}
