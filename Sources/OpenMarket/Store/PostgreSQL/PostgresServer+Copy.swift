import Foundation

extension PostgresServer: CopyDriver {
  /// Relations of the present schema that belong to no extension.
  private static let ownRelations = """
    FROM pg_class AS c WHERE c.relnamespace = CAST(CAST(current_schema() AS TEXT) AS REGNAMESPACE)
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = CAST('pg_class' AS REGCLASS) AND objid = c.oid AND deptype = 'e')
    """

  var catalog: SchemaCatalog {
    SchemaCatalog(
      tables:
        "SELECT CAST(c.relname AS TEXT) \(Self.ownRelations) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')",
      columns: """
        SELECT CAST(a.attname AS TEXT),
          CASE a.atttypid WHEN 20 THEN 'integer' WHEN 25 THEN 'text' WHEN 17 THEN 'blob'
            ELSE format_type(a.atttypid, a.atttypmod) END,
          coalesce((
            SELECT CAST(place AS BIGINT) FROM pg_index, unnest(CAST(indkey AS INT2[])) WITH ORDINALITY AS part (number, place)
            WHERE indrelid = a.attrelid AND indisprimary AND number = a.attnum), 0)
        FROM pg_attribute AS a WHERE a.attrelid = CAST(? AS REGCLASS) AND a.attnum > 0 AND NOT a.attisdropped
        """,
      references: """
        SELECT CAST(a.attname AS TEXT), CAST(p.relname AS TEXT), CAST(f.attname AS TEXT)
        FROM pg_constraint AS c JOIN pg_class AS p ON p.oid = c.confrelid
        JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        JOIN pg_attribute AS f ON f.attrelid = c.confrelid AND f.attnum = c.confkey[1]
        WHERE c.contype = 'f' AND c.conrelid = CAST(? AS REGCLASS)
        """,
      lastID: """
        SELECT coalesce(pg_sequence_last_value(CAST(name AS REGCLASS)), 0)
        FROM (SELECT pg_get_serial_sequence(CAST(? AS TEXT), 'id') AS name) AS sequence WHERE name IS NOT NULL
        """)
  }

  var steps: [SchemaStep] {
    PostgresSchema.migrations.enumerated().map {
      SchemaStep(number: $0 + 1, name: $1.name, script: $1.statements)
    }
  }

  var isShared: Bool { true }

  func schemaVersion() throws -> Int? {
    let database = PostgresDatabase(self)
    if try PostgresSchema.isPresent(database) { return PostgresSchema.migrations.count }
    guard try PostgresSchema.exists("market_schema", in: database) else { return nil }
    let version = try database.integer("SELECT max(version) FROM market_schema")
    return version == 0 ? nil : version
  }

  func openSource() throws -> any Database {
    try learnOrigins(over: PostgresDatabase(self))
    return PostgresDatabase(self)
  }

  func targetState() throws -> CopyTargetState {
    do {
      if try schemaVersion() != nil { return .store }
    } catch let error as StoreError {
      switch error.kind {
      case .unfinished: return .unfinished
      case .newer: return .store
      case .foreign: return .foreign
      default: throw error
      }
    }
    let relations = try PostgresDatabase(self).integer("SELECT count(*) \(Self.ownRelations)") ?? 0
    return relations == 0 ? .empty : .foreign
  }

  func openTarget() throws -> any Database { PostgresDatabase(self) }

  func openTables() throws -> any Database { try openSource() }

  func makeTables(in target: any Database, _ work: () throws -> Void) throws {
    do {
      try PostgresSchema.make(target, timeZone: nil) {
        try target.execute(
          """
          ALTER TABLE market_schema RENAME TO market_copy_schema;
          CREATE TABLE market_copy (name TEXT COLLATE "C" PRIMARY KEY, value TEXT COLLATE "C" NOT NULL)
          """)
        try target.run(
          "INSERT INTO market_copy (name, value) VALUES ('functions', (\(Self.functions)))")
        try work()
      }
    } catch let error as StoreError where error.databaseError?.code == Self.duplicateTable {
      throw CopyConflict()
    }
  }

  private static let duplicateTable = "42P07"

  private static let ownFunctions = """
    FROM pg_proc AS f WHERE f.pronamespace = CAST(CAST(current_schema() AS TEXT) AS REGNAMESPACE)
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = CAST('pg_proc' AS REGCLASS) AND objid = f.oid AND deptype = 'e')
    """

  /// The functions that a copy finds after it has made its tables.
  private static let functions = """
    SELECT coalesce(string_agg(CAST(CAST(f.oid AS REGPROCEDURE) AS TEXT), ', '), '') \(ownFunctions)
    """

  /// There was nothing in the schema before the copy.
  func clear(_ target: any Database) throws {
    forgetOrigins()
    let tables = try target.rows(
      "SELECT CAST(CAST(c.oid AS REGCLASS) AS TEXT) \(Self.ownRelations) AND c.relkind IN ('r', 'p')"
    ) { $0.text(0) }
    let functions = try target.rows("SELECT value FROM market_copy WHERE name = 'functions'") { $0.text(0) }
    try target.execute(
      """
      BEGIN;
      DROP TABLE \(tables.joined(separator: ", ")) CASCADE;
      \(functions.first.map { $0.isEmpty ? "" : "DROP FUNCTION IF EXISTS \($0) CASCADE;" } ?? "")
      COMMIT
      """)
  }

  func schema(of target: any Database) throws -> String {
    try target.rows(PostgresSchema.description) { $0.text(0) }.joined(separator: "\n")
  }

  func finish(_ target: any Database) throws {
    try target.execute("DROP TABLE market_copy; ALTER TABLE market_copy_schema RENAME TO market_schema")
  }

  /// Without statistics the comparison would read whole tables for each row.
  func analyze(_ target: any Database) throws {
    let tables = try target.rows(
      "SELECT CAST(CAST(c.oid AS REGCLASS) AS TEXT) \(Self.ownRelations) AND c.relkind = 'r'"
    ) {
      $0.text(0)
    }
    try target.execute("ANALYZE \(tables.joined(separator: ", "))")
  }

  func insert(_ rows: [[DatabaseValue]], into table: StoredTable, in target: any Database) throws {
    let arrays = table.columns.indices.map { column in DatabaseValue.array(rows.map { $0[column] }) }
    let types = table.columns.map { $0.kind == .integer ? "CAST(? AS BIGINT[])" : "CAST(? AS TEXT[])" }
    try target.run(
      """
      INSERT INTO \(table.name) (\(table.quotedColumns))
      SELECT \(table.quotedColumns) FROM unnest(\(types.joined(separator: ", "))) AS given (\(table.quotedColumns))
      """, arrays)
  }

  func insertSearchTexts(_ texts: [(id: Int, text: String)], in target: any Database) throws {
    try target.run(
      """
      INSERT INTO item_search (id, text, runs)
      SELECT id, text, text_runs(text) FROM unnest(CAST(? AS BIGINT[]), CAST(? AS TEXT[])) AS given (id, text)
      """, .array(texts.map { .integer($0.id) }), .array(texts.map { .text($0.text) }))
  }

  func setLastID(_ id: Int, ofTable table: String, in target: any Database) throws {
    guard id > 0 else { return }
    _ = try target.integer(
      "SELECT setval(pg_get_serial_sequence(CAST(? AS TEXT), 'id'), ?)", .text(table), .integer(id))
  }
}

extension PostgresSchema {
  /// A SELECT of all that makes a schema what it is, a line each: columns, keys, indexes, views, functions and triggers.
  static let description = """
    WITH own AS (
      SELECT c.oid, c.relname, c.relkind FROM pg_class AS c
      WHERE c.relnamespace = CAST(CAST(current_schema() AS TEXT) AS REGNAMESPACE)
        AND c.relname NOT IN ('market_copy', 'market_copy_schema', 'market_schema'))
    SELECT line FROM (
      SELECT concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), collname, attnotnull, attidentity,
        attstorage, pg_get_expr(adbin, adrelid)) AS line
      FROM own JOIN pg_attribute ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_collation ON pg_collation.oid = attcollation
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE relkind IN ('r', 'p', 'v')
      UNION ALL SELECT concat_ws(' ', 'constraint', relname, conname, convalidated, pg_get_constraintdef(pg_constraint.oid))
      FROM own JOIN pg_constraint ON conrelid = own.oid
      UNION ALL SELECT concat_ws(' ', 'index', indisvalid, pg_get_indexdef(indexrelid)) FROM own JOIN pg_index ON indrelid = own.oid
      UNION ALL SELECT concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) FROM own WHERE relkind = 'v'
      UNION ALL SELECT concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(pg_trigger.oid))
      FROM own JOIN pg_trigger ON tgrelid = own.oid AND NOT tgisinternal
      UNION ALL SELECT 'function ' || pg_get_functiondef(f.oid) FROM pg_proc AS f
      WHERE f.prokind = 'f' AND f.pronamespace = CAST(CAST(current_schema() AS TEXT) AS REGNAMESPACE)
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = CAST('pg_proc' AS REGCLASS) AND objid = f.oid AND deptype = 'e')
    ) AS lines ORDER BY line COLLATE "C"
    """
}

extension DatabaseValue {
  /// Values as the text of an array (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO).
  fileprivate static func array(_ values: [DatabaseValue]) -> DatabaseValue {
    var text: [UInt8] = [UInt8(ascii: "{")]
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      switch value {
      case .null, .blob: text.append(contentsOf: "NULL".utf8)
      case .integer(let number): text.append(contentsOf: String(number).utf8)
      case .text(let value):
        text.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
          text.append(byte)
        }
        text.append(UInt8(ascii: "\""))
      }
    }
    text.append(UInt8(ascii: "}"))
    return .text(String(decoding: text, as: UTF8.self))
  }
}
