import SQLite

/// The rows that belong to one bot, in whatever table: found by what the tables themselves say of each
/// other, so that a table that comes later is neither forgotten nor named here.
struct BotRows {
  private struct Table {
    var name: String
    var columns: [String]
    /// A whole number that names a row, and that no other table gives.
    var key: String?
    /// The column, and the table that it names a row of.
    var references: [String: String]

    /// Which rows are those of the bot in row `?1`, in `schema`; nil where none is any bot's.
    func condition(in schema: String) -> String? {
      if name == "bot" { return "id = ?1" }
      if let column = references.sorted(by: { $0.key < $1.key }).first(where: { $0.value == "bot" })?.key {
        return "\"\(column)\" = ?1"
      }
      guard let column = references.first(where: { $0.value == "integration" })?.key else { return nil }
      return "\"\(column)\" IN (SELECT id FROM \(schema).integration WHERE bot = ?1)"
    }
  }

  let database: Database
  private let tables: [Table]

  /// - Parameter database: brought up to the newest schema.
  init(_ database: Database) throws {
    self.database = database
    var waiting = try Self.tables(of: database)
    var ordered: [Table] = []
    // What is referred to comes first.
    while !waiting.isEmpty {
      let known = Set(ordered.map(\.name))
      let next = waiting.filter { table in
        table.references.values.allSatisfy { known.contains($0) || $0 == table.name }
      }
      precondition(!next.isEmpty, "Tables do not refer to each other in a circle.")
      ordered += next
      waiting.removeAll { table in next.contains { $0.name == table.name } }
    }
    tables = ordered
  }

  private static func tables(of database: Database) throws -> [Table] {
    let names = try database.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
    ) { $0.text(0) }
    return try names.map { name in
      let columns = try database.all("SELECT name, type, pk FROM pragma_table_info(?)", name) {
        (name: $0.text(0), isNumber: $0.text(1) == "INTEGER", isKey: $0.bool(2))
      }
      let references = try database.all("SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)", name) {
        ($0.text(0), $0.text(1))
      }
      let keys = columns.filter(\.isKey)
      let key = keys.count == 1 && keys[0].isNumber ? keys[0].name : nil
      return Table(
        name: name, columns: columns.map(\.name), key: key,
        references: Dictionary(references) { first, _ in first })
    }
  }

  /// The tables of which a bot has rows.
  var names: [String] { tables.filter { $0.condition(in: "main") != nil }.map(\.name) }

  /// Of the bot in `row`. Nothing else may refer to them meanwhile: whether it does is not asked, because
  /// some of that is not found by an index.
  func remove(_ row: Int) throws {
    for table in tables.reversed() {
      guard let condition = table.condition(in: "main") else { continue }
      try database.run("DELETE FROM main.\"\(table.name)\" WHERE \(condition)", row)
    }
  }

  /// Copies those of the bot in `row` of the database that is attached as `source`, behind all that is
  /// there: its rows get other numbers. What waits stays where it is: the commits are seen anew.
  func copy(_ row: Int, from source: String) throws {
    var shifts: [String: Int] = [:]
    for table in tables {
      guard let key = table.key, table.references[key] == nil else { continue }
      shifts[table.name] = try database.first("SELECT max(\"\(key)\") FROM main.\"\(table.name)\"") {
        $0.maybeInt(0) ?? 0
      }
    }
    for table in tables where table.name != "pending" {
      guard var condition = table.condition(in: source) else { continue }
      if table.name == "seen" { condition += " AND turn IS NULL" }
      let values = table.columns.map { column in
        if table.name == "integration", column == "turn" { return "NULL" }
        let owner = table.references[column] ?? (table.key == column ? table.name : nil)
        return owner.flatMap { shifts[$0] }.map { "\"\(column)\" + \($0)" } ?? "\"\(column)\""
      }
      let columns = table.columns.map { "\"\($0)\"" }.joined(separator: ", ")
      try database.run(
        """
        INSERT INTO main."\(table.name)" (\(columns))
        SELECT \(values.joined(separator: ", ")) FROM \(source)."\(table.name)" WHERE \(condition)
        """, row)
    }
  }
}
