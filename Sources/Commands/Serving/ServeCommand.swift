import Explaining
import Files
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
    try state.open()
    let lock = try takeState(state)
    try BegunOnce(state).forgetOld()
    let end = DispatchSemaphore(value: 0)
    onEach([SIGINT, SIGTERM, SIGHUP]) { end.signal() }
    let hub = EventHub(era: String(UInt64(Date().timeIntervalSince1970 * 1000), radix: 36))
    let git = ServedGit(
      state, bots: CommandContext.absolute(context.options.botsFolder), environment: context.environment)
    let serving = try Serving(state, address: address, output: output, page: pages(state, hub, git))
    warnNobody(serving.settings, state)
    let feed = ServeFeed(state: state, hub: hub)
    feed.begin()
    while end.wait(timeout: .now() + Self.secondsBetweenLooks) == .timedOut { serving.look() }
    feed.end()
    hub.end()
    serving.end()
    git.end()
    withExtendedLifetime(lock) {}
    return 0
  }

  private static let secondsBetweenLooks = 1.0

  /// Sessions and what is being done outlast other settings.
  private func pages(
    _ state: StateFolder, _ hub: EventHub, _ git: ServedGit
  ) -> (ServingSettings) -> LivePage {
    let sources = ServeSources(
      state: state, bots: context.options.bots, usualBots: context.options.botsFolder)
    let words = ServedWords(state: state, bots: context.options.bots, usualBots: context.options.botsFolder)
    let people = KnownPeople(state, failed: Self.failed)
    let (sessions, log, actions) = (Sessions(state), AuditLog(state), actions(state))
    let acts = ActionDesk(
      log: log, check: { try actions.checkThere($0) }, carryOut: { try actions.perform($0) },
      trace: { try actions.trace(of: $0, since: $1) }, isLost: { try actions.isLost($0) })
    let files = ServedFiles(
      state: state, folder: CommandContext.absolute(context.options.botsFolder), templates: context.templates,
      environment: context.environment)
    let desk = FileDesk(files.sources, log: log)
    let hooks = ServedHooks(state: state, bots: context.options.botsFolder).desk
    return { now in
      let door = Doorkeeper(now.settings, people: people, sessions: sessions, log: log)
      hub.judge(by: door)
      return LivePage(
        admission: Admission(now.settings, site: now.site), door: door,
        site: SiteAnswers(ServedFolder(state.site)),
        told: ToldAnswers(
          sources.told, events: hub, site: now.site, isSecure: now.settings.tls != nil, failed: Self.failed),
        commands: words.answers, acts: acts, files: desk, hooks: hooks,
        git: git.desk(site: now.site, isSecure: now.settings.tls != nil))
    }
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
