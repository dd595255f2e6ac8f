import Explaining
import Files
import Formats
import Foundation
import HTTP
import Model
import State

/// What serve.yaml says, and the files that it names.
struct ServingSettings {
  var settings: ServeSettings
  /// Where the pages are for people elsewhere, as mail.yaml has it.
  var site: String?
  var certificate: HTTPServer.Certificate?
  private var files: [LookedAt]

  private struct LookedAt: Equatable {
    let path: String
    let facts: FileFacts?

    init(_ path: String) { (self.path, facts) = (path, FileFacts(path)) }
  }

  /// - Parameter address: what was said on the command line counts more.
  init(_ state: StateFolder, address: ServeSettings.Address?) throws {
    // Looked at before they are read: what is written meanwhile is read again.
    files = [state.server, state.mailServer].map(LookedAt.init)
    settings = try Self.settings(state)
    files += Self.named(settings).map(LookedAt.init)
    if let address { settings.address = address }
    site = Self.site(state)
    certificate = try Self.certificate(settings)
  }

  /// Whether one of its files is another than it was.
  func isOver(_ state: StateFolder) -> Bool {
    files(state) != files
  }

  /// What is there now is not taken, and not looked at again before it is another.
  mutating func keep(_ state: StateFolder) {
    files = files(state)
  }

  private func files(_ state: StateFolder) -> [LookedAt] {
    ([state.server, state.mailServer] + Self.named(settings)).map(LookedAt.init)
  }

  /// What became of the files since those were read.
  func news(since former: ServingSettings) -> String {
    let changed = files.filter { !former.files.contains($0) }
    let read = changed.filter { $0.facts != nil }.map(\.path)
    let gone = changed.filter { $0.facts == nil }.map { "There is no \($0.path) any more." }
    let again = read.isEmpty ? [] : ["Read \(read.joined(separator: " and ")) again."]
    return (again + gone).joined(separator: " ")
  }

  var link: String { "\(settings.tls == nil ? "http" : "https")://\(settings.address)/" }

  /// As people elsewhere call it.
  var address: String {
    if let site { return site.hasSuffix("/") ? site : site + "/" }
    guard settings.address.isEverywhere else { return link }
    var named = self
    named.settings.address.host = ProcessInfo.processInfo.hostName
    return named.link
  }

  private static func named(_ settings: ServeSettings) -> [String] {
    settings.tls.map { [$0.certificate, $0.key] } ?? []
  }

  /// What holds without the file, where there is none.
  static func settings(_ state: StateFolder) throws -> ServeSettings {
    guard FileFacts(state.server) != nil else { return ServeSettings() }
    let bytes: [UInt8]
    do { bytes = try SettingsFile.read(state.server, limit: 1 << 16) } catch {
      throw Explanation(doing: "reading \(state.server)", wrong: error.sentence, advice: "", status: 2)
    }
    switch ServeFile.read(bytes, file: state.server, folder: state.path) {
    case .settings(let settings): return settings
    case .problems(let problems): throw BotFileError(lines: problems.map(\.description))
    }
  }

  private static func site(_ state: StateFolder) -> String? {
    guard let bytes = try? SettingsFile.read(state.mailServer, limit: 1 << 16),
      case .server(let mail) = MailFile.read(bytes, file: state.mailServer, folder: state.path)
    else { return nil }
    return mail.site
  }

  private static func certificate(_ settings: ServeSettings) throws -> HTTPServer.Certificate? {
    guard let tls = settings.tls else { return nil }
    func read(_ path: String, _ what: String) throws -> [UInt8] {
      do { return try SettingsFile.read(path, limit: 1 << 20) } catch {
        throw Explanation(
          doing: "reading the \(what) \(path)", wrong: error.sentence,
          advice: "name another in serve.yaml", status: 2)
      }
    }
    return .init(
      certificate: try read(tls.certificate, "certificate"), key: try read(tls.key, "certificate's key"))
  }
}
