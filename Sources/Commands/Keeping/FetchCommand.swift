import Explaining
import Files
import Foundation
import Git
import Integrator
import Model
import Ordering
import Processes

/// `bothy fetch FILE`: what lies on another machine comes into a mirror. It ends with whoever began it.
struct FetchCommand {
  let order: String

  func perform() throws -> Int32 {
    endWithParent(SIGTERM)
    guard let bytes = contents(of: order),
      let order = try? JSONDecoder().decode(MirrorOrder.self, from: Data(bytes))
    else {
      throw Explanation(
        doing: "fetching what \(order) says", wrong: "there is no such order",
        advice: "`bothy integrate` fetches what a bot needs; this command is for programs", status: 2)
    }
    let output = Output.standard
    var secrets = Secrets.none
    do {
      secrets = try Secrets.read(order.access.secrets, from: order.secretsFile)
      let tell: @Sendable (MirrorLine) -> Void = { output.write(String(decoding: $0.bytes, as: UTF8.self)) }
      if try fetch(order, secrets, tell) {
        // Whatever becomes of that: what was fetched is there, and they are joined after a later one.
        MirrorPacks.joinAll(in: order.folder) { tell(.alive) }
      }
      return 0
    } catch {
      var told = Explanation(error, doing: "fetching \(order.remote.text)")
      told.wrong = secrets.masked(told.wrong)
      told.advice = secrets.masked(told.advice)
      output.write(String(decoding: MirrorLine.failed(told).bytes, as: UTF8.self))
      return 5
    }
  }

  /// Whether there is anything new.
  private func fetch(
    _ order: MirrorOrder, _ secrets: Secrets, _ tell: @escaping @Sendable (MirrorLine) -> Void
  ) throws -> Bool {
    let environment = ProcessInfo.processInfo.environment
    var credentials = MirrorFetch.Credentials()
    credentials.user = order.access.user
    credentials.password = order.access.token.flatMap { secrets.values[$0] }
    credentials.passphrase = order.access.passphrase.flatMap { secrets.values[$0] }
    credentials.keyFile = try order.access.key.map { try checked($0, order) }
    credentials.hasAgent = environment["SSH_AUTH_SOCK"] != nil
    let home = environment["HOME"].map { [$0 + "/.ssh/known_hosts"] } ?? []
    let hosts = KnownHosts(files: home + ["/etc/ssh/ssh_known_hosts"], own: order.knownHosts)
    func bring(
      _ remote: RemoteAddress, into folder: String, as credentials: MirrorFetch.Credentials
    ) throws -> MirrorFetch.Outcome {
      try MirrorFetch(
        folder: folder, address: remote.text, credentials: credentials, knownHosts: hosts,
        certificates: order.access.certificates, heard: { tell(Self.line($0)) }
      ).perform()
    }
    let outcome = try bring(order.remote, into: order.folder, as: credentials)
    try MirrorSubmodules { folder, address in
      let remote = try Self.remote(address)
      var known = MirrorFetch.Credentials()
      known.hasAgent = credentials.hasAgent
      // Nobody else is told what lets in there.
      let mine = remote.isBeside(order.remote) ? credentials : known
      do { _ = try bring(remote, into: folder, as: mine) } catch {
        let told = Explanation(error, doing: "fetching \(remote.text)")
        throw Explanation(
          doing: told.doing, wrong: "\(remote.text) cannot be fetched: \(secrets.masked(told.wrong))",
          advice: secrets.masked(told.advice))
      }
    }.perform(in: order.folder, at: order.remote.text)
    return outcome.isNews
  }

  private static func line(_ event: MirrorFetch.Event) -> MirrorLine {
    switch event {
    case .connected: .connected
    case .alive: .alive
    case .received(let objects, let all, let bytes): .received(objects: objects, of: all, bytes: bytes)
    }
  }

  /// Of a submodule.
  private static func remote(_ address: String) throws -> RemoteAddress {
    let why: String
    switch RemoteAddress.read(address) {
    case .remote(let remote): return remote
    case .path, .file: why = "it names a folder of whoever wrote it"
    case .wrong(let reason): why = reason
    }
    throw Explanation(
      doing: "", wrong: "its address in .gitmodules is not followed: \(why)",
      advice: "write one there that other machines can follow")
  }

  /// ssh refuses a key that others may read, too.
  private func checked(_ key: String, _ order: MirrorOrder) throws -> String {
    let doing = "fetching \(order.remote.text)"
    guard let facts = FileFacts(key), facts.isRegular else {
      throw Explanation(
        doing: doing, wrong: "there is no key \(key)",
        advice: "name the file of a private key: `access: {key: FILE}`")
    }
    guard facts.mode & 0o077 == 0 else {
      throw Explanation(
        doing: doing, wrong: "others than its owner may read the key \(key)", advice: "chmod 600 \(key)")
    }
    return key
  }
}
