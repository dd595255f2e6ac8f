import Foundation
import Kit
import Testing

/// A person who copies: into a shell, from where the command was printed.
final class Copier {
  private let world: BadInputWorld
  private(set) var bot = ""
  private(set) var copied = 0

  init(_ world: BadInputWorld) throws {
    self.world = world
    let folder = try world.scratch.folder("bin")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/bothy", withDestinationPath: Program.bothy)
  }

  /// By rules of its own, so that ours are put to the test.
  func quoted(_ word: String) -> String { "'" + word.replacing("'", with: "'\\''") + "'" }

  func sh(_ script: String) async throws -> CommandEnd {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let environment = world.environment([
      "PATH": world.scratch.path + "/bin:" + path, "XDG_STATE_HOME": world.scratch.path + "/elsewhere",
      "LC_ALL": "C.UTF-8",
    ])
    return try await Command(
      "/bin/sh", ["-c", script], in: world.scratch.url, environment: environment, limitSeconds: 600
    ).run()
  }

  func run(_ command: String, expecting status: Int32) async throws {
    copied += 1
    let end = try await sh(command)
    #expect(
      end.status == status, "\(command)\n\(end.outputText.suffix(1500))\(end.errorText.suffix(1500))")
  }

  /// What stands in a text between backticks, and behind "Again".
  static func commands(in text: String) -> [String] {
    let again = text.split(separator: "\n").filter { $0.hasPrefix("Again ") }
      .map { String($0.dropFirst(5).drop { $0 == " " }) }
    return again + text.matches(of: /`(bothy [^`]*(?:`[^` ]*`[^`]*)*)`/).map { String($0.1) }
  }

  /// `pattern` where it is not one of Bothy's own.
  func copy(
    _ text: String, expecting status: Int32, of pattern: Regex<(Substring, Substring)>? = nil
  ) async throws {
    let commands = pattern.map { text.matches(of: $0).map { String($0.1) } } ?? Self.commands(in: text)
    #expect(!commands.isEmpty, "no command in \(text)")
    for command in commands { try await run(command, expecting: status) }
  }

  /// Integrates, and copies what the terminal and the pages print.
  func integrateAndCopy(_ path: String, _ options: [String]) async throws {
    let words = ["run", path] + options + ["--state", "state"]
    let end = try await sh("bothy " + words.map(quoted).joined(separator: " "))
    #expect(end.status == 1, "\(end.outputText)\(end.errorText)")
    let page = try #require(end.outputText.split(separator: "\n").last, "\(end.errorText)")
    let parts = page.split(separator: "/").suffix(3)
    bot = String(parts.first ?? "")
    let number = Int(parts.dropFirst().first ?? "") ?? 0
    try await copy(end.outputText, expecting: 1)
    try await copyPages(of: bot, number)
  }

  func copyPages(of bot: String, _ number: Int) async throws {
    let site = world.state + "/site/bots/\(bot)"
    for page in ["\(site)/\(number)/index.html", "\(site)/index.html"] {
      let commands = try commands(on: page)
      let first = commands.first { $0.hasPrefix("bothy ") }
      try await run(try #require(first, "\(commands)"), expecting: 1)
      let compare = commands.first { $0.hasPrefix("bothy compare ") }
      if let compare { try await run(compare, expecting: 0) }
    }
  }

  /// The one for the package manager, which builds in the folder of the package.
  func copyStock(of bot: String, _ number: Int) async throws {
    let page = world.state + "/site/bots/\(bot)/\(number)/index.html"
    let stock = try commands(on: page).first { $0.hasPrefix("swift ") }
    try await run(try #require(stock, "\(page)"), expecting: 1)
  }

  /// The list of tests prints one for each: that of the test that passes.
  func copyTests(of bot: String, _ number: Int) async throws {
    let commands = try commands(on: world.state + "/site/bots/\(bot)/\(number)/tests.html")
    #expect(commands.count == 3, "\(commands)")
    try await run(try #require(commands.first { $0.contains("adds") }), expecting: 0)
  }

  /// What a watcher says until it is told to end.
  func copyWatch(_ options: String) async throws {
    let end = try await sh(
      """
      bothy watch \(options) 2>watch.txt & watcher=$!
      until grep -q Watches watch.txt; do sleep 0.1; done
      kill $watcher; wait $watcher; status=$?; cat watch.txt; exit $status
      """)
    #expect(end.status == 0, "\(end.outputText)\(end.errorText)")
    for command in Self.commands(in: end.outputText) { try await run(command, expecting: 0) }
  }

  /// What stands by itself on a page.
  private func commands(on page: String) throws -> [String] {
    try String(contentsOfFile: page, encoding: .utf8)
      .matches(of: /<pre class="command">([^<]*)<\/pre>/).map { Self.text(String($0.1)) }
  }

  private static func text(_ html: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")]
      .reduce(html) { $0.replacing($1.0, with: $1.1) }
  }
}
