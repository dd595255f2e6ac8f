package import Model
package import People

/// Who asks, as far as it is known.
package struct Asker: Sendable {
  /// Nil: nobody said who they are.
  package var name: String?
  package var way = AuditEntry.Way.nobody
  package var rights = Rights()
  /// What may be done by who says no name.
  package var least = Role.nobody
  /// What a form has to bring along; nil where nothing that a browser sends by itself lets somebody in.
  package var form: String?
  /// What the browser has.
  package var session: String?

  package init(least: Role) { self.least = least }

  /// Without a bot: of what is about all of them.
  package func role(for bot: BotID?) -> Role { max(rights.role(for: bot), least) }

  /// Whether they may know of all bots that there are.
  package var seesAll: Bool { role(for: nil) >= .reader }

  /// The most that they are to anything.
  package var best: Role { max(rights.best, least) }

  /// Why something may not be done; nil where it may.
  package func refusal(needed: Role, of bot: BotID?, doing: String, isAnybodyKnown: Bool) -> Refusal? {
    let role = role(for: bot)
    guard role < needed else { return nil }
    let subject = bot.map { "of \($0)" } ?? "of all bots"
    if let name, bot == nil, rights.all > role {
      return Refusal(403, "\(name) is \(role.words) of some bots, and \(doing) takes \(needed.words) of all.")
    }
    if let name {
      return Refusal(
        403, "\(name) is \(role.words) \(subject), and \(doing) takes \(needed.words).")
    }
    let entrance =
      isAnybodyKnown
      ? "sign in, or send a token along"
      : "there are no names yet: `bothy user add` and `bothy token create` make some"
    let reading = needed == .reader ? "; `anonymous: reader` in serve.yaml lets everybody read" : ""
    let wrong =
      role == .nobody
      ? "Nobody is let in here without a name"
      : "Without a name anybody is \(role.words) \(subject), and \(doing) takes \(needed.words)"
    return Refusal(401, "\(wrong): \(entrance)\(reading).", asksWho: true)
  }
}
