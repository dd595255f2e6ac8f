package import Explaining
import Files
package import Foundation
package import Model
package import Processes
package import State

/// The mirror of a repository of another machine, and how it is brought up to date: by a process of its own,
/// which is ended when the server says nothing.
package struct Mirror: Sendable {
  let bot: BotID
  let remote: RemoteAddress
  let access: RemoteAccess
  let state: StateFolder
  let environment: [String: String]

  package static let connectSeconds = 30.0
  package static let silentSeconds = 60.0

  /// Nil of a bot whose repository is of this machine.
  package init?(_ bot: BotID, _ settings: Bot, state: StateFolder, environment: [String: String]) {
    guard let remote = settings.remote else { return nil }
    self.init(bot, remote, settings.access, state: state, environment: environment)
  }

  package init(
    _ bot: BotID, _ remote: RemoteAddress, _ access: RemoteAccess?, state: StateFolder,
    environment: [String: String]
  ) {
    (self.bot, self.remote, self.access) = (bot, remote, access ?? RemoteAccess())
    (self.state, self.environment) = (state, environment)
  }

  private var doing: String { "fetching \(remote.text)" }

  package var record: MirrorRecord? { MirrorRecord.read(state.mirrorRecord(bot)) }

  /// Has it hold what the remote has now. Throws why that could not be had; the mirror is then what it was.
  @discardableResult package func bring(cancellation: Cancellation = Cancellation()) throws -> MirrorRecord {
    try makeFolder(state.bot(bot))
    // Who waits for another that fetches fetches after it: what was pushed meanwhile has to be seen.
    let end = Date() + Self.silentSeconds
    guard
      let lock = try FileLock.wait(
        for: state.mirrorLock(bot), while: { !cancellation.isCanceled && Date() < end })
    else {
      throw Explanation(
        doing: doing, wrong: "another process has been fetching it for \(Int(Self.silentSeconds)) s",
        advice: "wait for that one")
    }
    defer { withExtendedLifetime(lock) {} }
    do {
      let order = MirrorOrder(
        folder: state.mirror(bot), remote: remote, access: access, secretsFile: state.secrets(bot.rawValue),
        knownHosts: state.knownHosts)
      try publish(Array(JSONEncoder().encode(order)), as: state.mirrorOrder(bot), mode: 0o600)
      try fetch(cancellation)
      return try keep(MirrorRecord(remote: remote.text, fetched: Date()))
    } catch {
      let told = Explanation(error, doing: doing)
      guard told.status != 130 else { throw told }
      var failed = record ?? MirrorRecord(remote: remote.text)
      if failed.remote != remote.text { failed = MirrorRecord(remote: remote.text) }
      failed.failingSince = failed.failingSince ?? Date()
      (failed.tried, failed.why) = (Date(), "\(told.wrong): \(told.advice)")
      _ = try? keep(failed)
      throw told
    }
  }

  private func keep(_ record: MirrorRecord) throws -> MirrorRecord {
    try publish(record.bytes, as: state.mirrorRecord(bot))
    return record
  }

  private func fetch(_ cancellation: Cancellation) throws {
    let heard = FetchHeard()
    let end = try perform(
      Command(
        executable: "/proc/self/exe", arguments: ["fetch", state.mirrorOrder(bot)], environment: environment,
        folder: "/", outputs: .pipes),
      limits: ProcessLimits(silentSeconds: Self.silentSeconds), cancellation: cancellation, observer: heard)
    switch end.stopped {
    case .canceled: throw Explanation(CancellationError(), doing: doing)
    case .silence, .time:
      throw Explanation(
        doing: doing, wrong: "the server sent nothing for \(Int(Self.silentSeconds)) s",
        advice: "see what is the matter with it")
    case .asked(let why):
      throw Explanation(
        doing: doing, wrong: why, advice: "see whether the server is up, and the address right")
    case nil: break
    }
    if let failure = heard.failure {
      throw Explanation(doing: doing, wrong: failure.wrong, advice: failure.advice)
    }
    guard end.ending == .exited(0) else {
      throw Explanation(
        doing: doing, wrong: heard.lastWords ?? PerformingProcess.fate(of: end.ending),
        advice: "it is tried again; if it goes on, remove \(state.mirror(bot)): it is fetched anew then")
    }
  }
}

extension PerformingProcess {
  fileprivate static func fate(of ending: Ending) -> String {
    switch ending {
    case .exited(let status): "the process that fetches ended with status \(status)"
    case .signaled(let signal): "the process that fetches was ended by signal \(signal)"
    }
  }
}

/// What is to be fetched: all that the process knows which does it.
package struct MirrorOrder: Codable {
  package var folder: String
  package var remote: RemoteAddress
  package var access: RemoteAccess
  package var secretsFile: String
  package var knownHosts: String
}

/// What the process that fetches says, a line each.
package enum MirrorLine: Codable {
  case connected
  case alive
  case received(objects: Int, of: Int, bytes: Int)
  case failed(Explanation)

  package var bytes: [UInt8] { ((try? JSONEncoder().encode(self)).map { Array($0) } ?? []) + [0x0A] }
}

/// How a mirror stands.
package struct MirrorRecord: Codable, Equatable, Sendable {
  package var remote: String
  /// When it last had what the remote has.
  package var fetched: Date?
  /// Since when it cannot be fetched, when that was tried last, and why not.
  package var failingSince: Date?
  package var tried: Date?
  package var why: String?

  init(remote: String, fetched: Date? = nil) { (self.remote, self.fetched) = (remote, fetched) }

  static func read(_ path: String) -> Self? {
    contents(of: path).flatMap { try? JSONDecoder().decode(Self.self, from: Data($0)) }
  }

  var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map { Array($0) } ?? [] }
}

/// Listens to the process that fetches.
private final class FetchHeard: ProcessObserver {
  private var pending: [UInt8] = []
  private var errors: [UInt8] = []
  private var isConnected = false
  private(set) var failure: Explanation?

  func received(_ bytes: UnsafeRawBufferPointer, from stream: Processes.OutputStream) {
    guard stream == .standardOutput else {
      if errors.count < 1 << 14 { errors.append(contentsOf: bytes) }
      return
    }
    pending.append(contentsOf: bytes)
    while let end = pending.firstIndex(of: 0x0A) {
      let line = try? JSONDecoder().decode(MirrorLine.self, from: Data(pending[..<end]))
      pending.removeSubrange(...end)
      isConnected = true
      if case .failed(let why) = line { failure = why }
    }
  }

  func check(elapsed: Double) -> String? {
    isConnected || elapsed < Mirror.connectSeconds
      ? nil : "the server did not answer within \(Int(Mirror.connectSeconds)) s"
  }

  var lastWords: String? {
    String(decoding: errors, as: UTF8.self).split(separator: "\n").last.map {
      String($0.hasPrefix("bothy: ") ? $0.dropFirst(7) : $0)
    }
  }
}
