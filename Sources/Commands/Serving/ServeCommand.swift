import Explaining
import Files
import Formats
import Foundation
import HTTP
import Model
import People
import Processes
import State
import Terminal
import Web

/// `bothy serve`: the site and what runs, live, until told to stop.
struct ServeCommand {
  /// Nil: where serve.yaml says.
  let address: ServeSettings.Address?
  let context: CommandContext
  var output = Output.standard

  func perform() throws -> Int32 {
    // Pages stay when the watcher that began this is killed; the next one ends it.
    outliveParent()
    let state = try context.state()
    var settings = try Self.settings(state)
    if let address { settings.address = address }
    try state.open()
    let lock = try takeState(state)
    let end = DispatchSemaphore(value: 0)
    onEach([SIGINT, SIGTERM, SIGHUP]) { end.signal() }
    let site = Self.site(state)
    let hub = EventHub(era: String(UInt64(Date().timeIntervalSince1970 * 1000), radix: 36))
    let sources = ServeSources(
      state: state, bots: context.options.bots, usualBots: context.options.botsFolder)
    let page = LivePage(
      admission: Admission(settings, site: site),
      door: Doorkeeper(
        settings, people: KnownPeople(state, failed: Self.failed), sessions: Sessions(state),
        log: AuditLog(state)),
      site: SiteAnswers(ServedFolder(state.site)),
      told: ToldAnswers(
        sources.told, events: hub, site: site, isSecure: settings.tls != nil, failed: Self.failed),
      commands: ServedWords(
        state: state, bots: context.options.bots, usualBots: context.options.botsFolder
      ).answers,
      acts: ActionDesk(log: AuditLog(state)) { [actions] in try actions(state).perform($0) })
    let server = try HTTPServer(
      host: settings.address.host, port: settings.address.port, tls: try Self.certificate(settings),
      manner: { page.manner(of: $0) }, answer: { page.answer($0) })
    settings.address.port = server.port
    output.write("Serves the pages of \(state.path) at \(Self.link(settings))\n")
    warnNobody(settings, state)
    let feed = ServeFeed(state: state, hub: hub)
    feed.begin()
    end.wait()
    feed.end()
    hub.end()
    server.end()
    withExtendedLifetime(lock) {}
    return 0
  }

  private func warnNobody(_ settings: ServeSettings, _ state: StateFolder) {
    guard settings.lets == .nothing, (try? PeopleFile(state).read()) == PeopleBook() else { return }
    Output.error.write(
      "bothy: serving at \(settings.address): nobody may read without a name: `bothy user add` and `bothy "
        + "token create` make some, and `anonymous: reader` in \(state.server) lets everybody\n")
  }

  private var actions: @Sendable (StateFolder) -> ServedActions {
    let (folder, templates) = (context.options.botsFolder, context.templates)
    let environment = context.environment
    return { ServedActions(state: $0, bots: folder, templates: templates, environment: environment) }
  }

  /// What `serve.yaml` says, and what holds without it.
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

  /// Where the pages are for people elsewhere, as mail.yaml has it.
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

  private static func link(_ settings: ServeSettings) -> String {
    "\(settings.tls == nil ? "http" : "https")://\(settings.address)/"
  }

  private static let failed: @Sendable (any Error) -> Void = { error in
    Output.error.write("bothy: \(Explanation(error, doing: "serving").sentence)\n")
  }

  private func takeState(_ state: StateFolder) throws -> FileLock {
    if let lock = try FileLock(taking: state.serveLock) { return lock }
    let holder = FileLock.holder(of: state.serveLock).map { "process \($0)" } ?? "another process"
    throw Explanation(
      doing: "serving the pages of \(state.path)", wrong: "\(holder) does that already",
      advice: "end that one first, or choose another state directory with --state")
  }
}
