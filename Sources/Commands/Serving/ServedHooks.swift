import Daemon
import Files
import Formats
import Integrator
import Model
import State
import Synchronization
import Web

/// Who may call a bot's hook, as its file says now, and what comes of it.
struct ServedHooks: Sendable {
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String

  var desk: HookDesk {
    let (state, bots, named) = (state, bots, NamedHooks(folder: bots))
    return HookDesk(
      isThere: { named.has($0) },
      secret: { bot in
        guard let settings = try? BotLookup(folder: bots).settings(of: bot), let name = settings.hook else {
          return nil
        }
        return try? Secrets.read([name], from: state.secrets(bot.rawValue)).values[name]
      },
      look: { try WatcherClient(state: state).ask(.look($0)) != nil })
  }
}

/// Which bots name a hook: their files are read again when they were written, so that whoever calls often
/// costs no more than a look at one.
private final class NamedHooks: Sendable {
  private let folder: String
  private let known = Mutex<[String: (facts: FileFacts, has: Bool)]>([:])

  init(folder: String) { self.folder = folder }

  func has(_ bot: BotID) -> Bool {
    ["yaml", "yml"].contains { ending in
      let file = "\(folder)/\(bot).\(ending)"
      guard let facts = FileFacts(file) else { return false }
      if let known = known.withLock({ $0[file] }), known.facts == facts { return known.has }
      let has = isNamed(file, bot)
      known.withLock { $0[file] = (facts, has) }
      return has
    }
  }

  private func isNamed(_ file: String, _ bot: BotID) -> Bool {
    guard let bytes = contents(of: file),
      case .bot(let settings) = BotFile.read(bytes, id: bot, file: file, folder: folder)
    else { return false }
    return settings.hook != nil
  }
}
