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
      if try fetch(order, secrets, tell).isNews {
        // Whatever becomes of that: what was fetched is there, and they are joined after a later one.
        try? MirrorPacks(mirror: order.folder) { tell(.alive) }.join()
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

  private func fetch(
    _ order: MirrorOrder, _ secrets: Secrets, _ tell: @escaping @Sendable (MirrorLine) -> Void
  ) throws -> MirrorFetch.Outcome {
    let environment = ProcessInfo.processInfo.environment
    var credentials = MirrorFetch.Credentials()
    credentials.user = order.access.user
    credentials.password = order.access.token.flatMap { secrets.values[$0] }
    credentials.passphrase = order.access.passphrase.flatMap { secrets.values[$0] }
    credentials.keyFile = try order.access.key.map { try checked($0, order) }
    credentials.hasAgent = environment["SSH_AUTH_SOCK"] != nil
    let home = environment["HOME"].map { [$0 + "/.ssh/known_hosts"] } ?? []
    return try MirrorFetch(
      folder: order.folder, address: order.remote.text, credentials: credentials,
      knownHosts: KnownHosts(files: home + ["/etc/ssh/ssh_known_hosts"], own: order.knownHosts),
      certificates: order.access.certificates
    ) { event in
      switch event {
      case .connected: tell(.connected)
      case .alive: tell(.alive)
      case .received(let objects, let all, let bytes):
        tell(.received(objects: objects, of: all, bytes: bytes))
      }
    }.perform()
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
