import Daemon
import Integrator
import Model
import State
import Web

/// Who may call a bot's hook, as its file says now, and what comes of it.
struct ServedHooks: Sendable {
  let state: StateFolder
  /// The folder of the bot files.
  let bots: String

  var desk: HookDesk {
    let (state, bots) = (state, bots)
    return HookDesk(
      secret: { bot in
        guard let settings = try? BotLookup(folder: bots).settings(of: bot), let name = settings.hook else {
          return nil
        }
        return try? Secrets.read([name], from: state.secrets(bot.rawValue)).values[name]
      },
      look: { try WatcherClient(state: state).ask(.look($0)) != nil })
  }
}
