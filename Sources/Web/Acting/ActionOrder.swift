package import Model
package import People

/// Something that somebody wants done, and may.
package struct ActionOrder: Sendable {
  package var action: ServedAction
  /// Nil: all of them.
  package var bot: BotID?
  package var number: IntegrationNumber?
  /// What was said besides, by the names of the action's fields.
  package var fields: [String: String]
  package var who: String?
  package var way: AuditEntry.Way
  /// The address from which it was asked for.
  package var from: String
  /// Who asks may know of all bots that there are.
  package var seesAll: Bool
  /// By which a repetition is known; nil: there is none.
  package var mark: String?

  package init(
    _ action: ServedAction, _ bot: BotID?, _ number: IntegrationNumber?, fields: [String: String] = [:],
    who: String?, way: AuditEntry.Way, from: String, seesAll: Bool = false
  ) {
    (self.action, self.bot, self.number, self.fields) = (action, bot, number, fields)
    (self.who, self.way, self.from, self.seesAll) = (who, way, from, seesAll)
  }

  /// As it is written down.
  var entry: AuditEntry {
    var entry = AuditEntry(who: who, way: way, from: from, act: action.rawValue)
    (entry.bot, entry.number) = (bot?.rawValue, number?.value)
    entry.details = fields.isEmpty ? nil : fields
    return entry
  }
}

extension AuditEntry {
  /// The same for all that asks for the same.
  var what: [String] {
    [act, bot ?? "", number.map(String.init) ?? ""]
      + (details ?? [:]).sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
  }
}

/// What became of it.
package struct ActionEnd: Equatable, Sendable {
  /// As the command would have ended.
  package var status: Int32
  package var words: String
  /// It was done before, for the same key, and not again.
  package var isRepeated = false
}
