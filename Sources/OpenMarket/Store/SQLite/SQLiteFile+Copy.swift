import Foundation

extension SQLiteFile: CopyDriver {
  private static let scheme = "sqlite:"

  /// The path after `sqlite:`; nil for a text without it.
  static func path(in text: String) -> String? {
    text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : nil
  }

  var catalog: SchemaCatalog {
    SchemaCatalog(
      tables:
        #"SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\'"#,
      columns: "SELECT name, type, pk FROM pragma_table_info(?)",
      references: #"SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)"#,
      lastID: """
        SELECT coalesce((SELECT max(seq) FROM sqlite_sequence WHERE sqlite_sequence.name = given.name), 0)
        FROM sqlite_schema AS given WHERE type = 'table' AND name = ? AND sql LIKE '%AUTOINCREMENT%'
        """)
  }

  var steps: [SchemaStep] {
    SQLiteSchema.migrations.enumerated().map {
      SchemaStep(number: $0 + 1, name: $1.name, script: $1.statements)
    }
  }

  /// An earlier version refuses the file.
  var isShared: Bool { false }

  func schemaVersion() throws -> Int? {
    guard exists, size != 0 else { return nil }
    try refuseOther()
    let database = try SQLiteDatabase(path: path, .shared, sharing: sharing)
    return try database.transaction(for: .reading) {
      let objects = try SQLiteObject.all(in: database)
      let version = try database.integer("PRAGMA user_version") ?? 0
      switch try database.integer("PRAGMA application_id") {
      case SQLiteSchema.applicationID:
        guard version <= SQLiteSchema.migrations.count else { throw StoreError.newer }
        guard version > 0, SQLiteSchema.isKnown(objects, version: version) else { throw StoreError.foreign }
        return version
      case SQLiteSchema.copyID: throw StoreError.unfinished
      default:
        guard objects.isEmpty else { throw StoreError.foreign }
        return nil
      }
    }
  }

  /// SQLite would treat a file of one byte as empty, and wait for the writer of a pipe.
  private func refuseOther() throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .inaccessible }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size != 1 else { throw .foreign }
  }

  func openSource() throws -> any Database { try SQLiteDatabase(path: path, .shared, sharing: sharing) }

  func targetState() throws -> CopyTargetState {
    do {
      return try schemaVersion() == nil ? .empty : .store
    } catch let error as StoreError {
      switch error.kind {
      case .unfinished: return .unfinished
      case .newer: return .store
      case .foreign: return .foreign
      default: throw error
      }
    }
  }

  func openTarget() throws -> any Database {
    if !exists { try create() }
    return try openTables()
  }

  func openTables() throws -> any Database {
    let database = try SQLiteDatabase(path: path, .shared, sharing: sharing)
    try database.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA;")
    return database
  }

  func makeTables(in target: any Database, _ work: () throws -> Void) throws {
    guard let target = target as? SQLiteDatabase else { throw StoreError.inaccessible }
    try target.transaction(for: .writing) {
      // SQLite keeps its table of ids when others are dropped.
      guard try SQLiteObject.all(in: target).allSatisfy({ $0.name.hasPrefix("sqlite_") }) else {
        throw CopyConflict()
      }
      try SQLiteSchema.migrate(target, from: 0, timeZone: timeZone)
      try target.execute("CREATE TABLE market_copy (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
      try target.execute("PRAGMA application_id = \(SQLiteSchema.copyID)")
      try work()
    }
  }

  /// All tables, whatever version has made them. SQLite deletes what belongs to one with it.
  func clear(_ target: any Database) throws {
    try target.execute("PRAGMA foreign_keys = OFF")
    try target.transaction(for: .deleting) {
      while let name = try target.rows(
        """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        ORDER BY sql LIKE 'CREATE VIRTUAL%fts5vocab%' DESC, sql LIKE 'CREATE VIRTUAL%' DESC LIMIT 1
        """, as: { $0.text(0) }
      ).first {
        try target.execute("DROP TABLE \"\(name)\"")
      }
      try target.execute("DELETE FROM sqlite_sequence")
    }
    try target.execute("PRAGMA foreign_keys = ON")
  }

  func schema(of target: any Database) throws -> String {
    SQLiteSchema.digest(of: try SQLiteObject.all(in: target).filter { $0.table != "market_copy" })
  }

  func finish(_ target: any Database) throws {
    try target.execute("DROP TABLE market_copy")
    let objects = try SQLiteObject.all(in: target)
    let version = SQLiteSchema.migrations.count
    guard SQLiteSchema.isKnown(objects, version: version) else { throw StoreError.foreign }
    try target.execute(
      "PRAGMA application_id = \(SQLiteSchema.applicationID); PRAGMA user_version = \(version)")
  }

  func analyze(_ target: any Database) {}

  func insert(_ rows: [[DatabaseValue]], into table: StoredTable, in target: any Database) throws {
    let sql =
      "INSERT INTO \(table.name) (\(table.quotedColumns)) VALUES (\(SQLCondition.places(table.columns.count)))"
    for row in rows { try target.run(sql, row) { _ throws(StoreError) in } }
  }

  func insertSearchTexts(_ texts: [(id: Int, text: String)], in target: any Database) throws {
    let rows = SearchRows(database: target)
    for (id, text) in texts {
      for index in target.dialect.searchIndexes { try rows.put(text, ofItem: id, isNew: true, in: index) }
    }
  }

  func setLastID(_ id: Int, ofTable table: String, in target: any Database) throws {
    let changes = try target.changes(
      "UPDATE sqlite_sequence SET seq = ? WHERE name = ?", .integer(id), .text(table))
    guard changes == 0, id > 0 else { return }
    try target.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", .text(table), .integer(id))
  }
}
