public import Model
import SQLite

extension SQLiteStore {
  /// How large the products of these integrations were as they were packed, by name.
  public func archives(
    bot: BotID, numbers: [IntegrationNumber]
  ) throws -> [IntegrationNumber: [ArchivedSize]] {
    let list = "[" + numbers.map { String($0.value) }.joined(separator: ",") + "]"
    return try reading("the archives", of: bot, or: [:]) { row in
      let rows = try database.all(
        """
        SELECT number, product, bytes FROM integration
        CROSS JOIN archived ON archived.integration = integration.id
        WHERE bot = ? AND number IN (SELECT value FROM json_each(?)) ORDER BY number, product
        """, row, list
      ) { (number: $0.number("number"), size: ArchivedSize(product: $0.text(1), bytes: $0.int(2))) }
      return Dictionary(grouping: rows, by: \.number).mapValues { $0.map(\.size) }
    }
  }

  /// What the newest integration of a branch that archived anything did.
  public func newestArchive(bot: BotID, branch: BranchName?) throws -> EarlierArchive? {
    let newest = try reading("the archives", of: bot, or: nil) { row in
      try database.first(
        """
        SELECT number FROM integration WHERE bot = ? AND branch = ?
          AND EXISTS (SELECT 1 FROM archived WHERE archived.integration = integration.id)
        ORDER BY number DESC LIMIT 1
        """, row, branch?.rawValue ?? ""
      ) { IntegrationNumber($0.int(0)) }
    }
    return try newest.flatMap { newest in
      try archives(bot: bot, numbers: [newest])[newest].map {
        EarlierArchive(integration: newest, products: $0)
      }
    }
  }
}
