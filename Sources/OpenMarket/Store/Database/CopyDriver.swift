/// A driver of a store that outlives the process: it can be migrated, copied, be the target of a copy, and say how it is set up.
///
/// A target that is not complete has the table `market_copy`, and not the mark by which a store is recognized: no command, also of
/// an earlier version, takes it for a store.
protocol CopyDriver: DatabaseDriver {
  /// The statements that read the tables of a schema.
  var catalog: SchemaCatalog { get }

  /// The version of the schema of a store; nil where there is no store. Nothing is migrated.
  func schemaVersion() throws -> Int?
  /// The version of the schema of this program and its statements, and the oldest version that it migrates, with the statements for it.
  var schemas: (present: Int, script: String, former: Int, migration: String) { get }
  /// Whether programs of several versions work on one store at a time.
  var isShared: Bool { get }

  /// Says how a deployment is set up. Nothing is changed, and no store is made.
  func diagnose(_ budget: ServerBudget) throws -> [StoreDiagnosis]

  /// Whether a database that has no store has tables of others.
  func holdsOthers() throws -> Bool
  /// A connection to a target. Makes the file of one that is empty.
  func openTarget() throws -> any Database
  /// Makes the tables of a store in an empty target, and runs `work` in the same transaction. Throws `CopyConflict` where another
  /// process has made them meanwhile.
  func makeTables(in target: any Database, _ work: () throws -> Void) throws
  /// A connection to a store of the present schema as it is, or to a target with its tables.
  func openTables() throws -> any Database
  /// Drops what an unfinished copy has made.
  func clear(_ target: any Database) throws
  /// Describes the schema of a target in words of the database: equal texts are equal schemas.
  func schema(of target: any Database) throws -> String
  /// Removes the mark of an unfinished copy, within a transaction: the target is a store.
  func finish(_ target: any Database) throws
  /// Prepares a filled target for reading.
  func analyze(_ target: any Database) throws

  /// Inserts rows into a table, the values in the order of the columns, those of blobs last.
  func insert(_ rows: [[DatabaseValue]], into table: StoredTable, in target: any Database) throws
  /// Inserts the folded texts of items into the index.
  func insertSearchTexts(_ texts: [(id: Int, text: String)], in target: any Database) throws
  /// Makes a generated key go on after this one, where the table has one.
  func setLastID(_ id: Int, ofTable table: String, in target: any Database) throws
}

extension CopyDriver {
  var presentSchema: Int { schemas.present }

  /// The steps from a version of the schema to the present one.
  ///
  /// - Parameter version: Nil for a new store.
  func steps(from version: Int?) -> [SchemaStep] {
    switch version {
    case nil: [SchemaStep(number: schemas.present, name: "tables", script: schemas.script, kind: .expand)]
    case schemas.former:
      [SchemaStep(number: schemas.present, name: SchemaStep.name, script: schemas.migration, kind: .contract)]
    case let version?: SchemaStep.steps(from: version, to: schemas.present)
    }
  }

  func targetState() throws -> CopyTargetState {
    do {
      if try schemaVersion() != nil { return .store }
    } catch let error as StoreError {
      switch error.kind {
      case .unfinished: return .unfinished
      case .newer, .older: return .store
      // A database with another encoding has not been read.
      case .foreign where error.databaseError?.code != "22021": return .foreign
      default: throw error
      }
    }
    return try holdsOthers() ? .foreign : .empty
  }
}

/// Another process copies to the same target.
struct CopyConflict: Error {}

/// The contents of the target of a copy.
enum CopyTargetState: Sendable, Equatable {
  case empty
  /// A copy that did not end.
  case unfinished
  /// A store.
  case store
  /// Something else.
  case foreign
}

/// SELECTs that read a schema, each in the words of its database.
struct SchemaCatalog: Sendable {
  /// The names of all tables and views but those of the database itself.
  let tables: String
  /// Selects the columns of the table that is its value: name, type (`integer`, `text`, `blob`, or another), and the place in the primary key from 1; 0 for
  /// none.
  let columns: String
  /// The last generated key of the table of its value; no row where keys are not generated.
  let lastID: String
  /// Selects the newest version that the schema has had; nil where it has the present one alone.
  var newest: String?
}

/// A table as a database describes it. Columns are in the order of their names, which is the same in all databases.
struct StoredTable: Sendable, Equatable {
  struct Column: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      case integer
      case text
      case blob
      case other(String)
    }

    let name: String
    let kind: Kind
  }

  let name: String
  /// But those of the kind `blob`.
  let columns: [Column]
  /// The columns of the kind `blob`, whose long values are read one by one.
  let blobs: [String]
  /// The primary key, as indexes in `columns`; all columns where there is none.
  let key: [Int]

  init(_ name: String, _ catalog: SchemaCatalog, in database: any Database) throws(StoreError) {
    let found = try database.rows(catalog.columns, .text(name)) {
      (name: $0.text(0), type: $0.text(1).lowercased(), key: $0.integer(2))
    }.sorted { $0.name < $1.name }
    let others = found.filter { $0.type != "blob" }
    self.name = name
    columns = others.map {
      let kind: Column.Kind =
        switch $0.type {
        case "integer": .integer
        case "text": .text
        default: .other($0.type)
        }
      return Column(name: $0.name, kind: kind)
    }
    blobs = found.filter { $0.type == "blob" }.map(\.name)
    let key = others.indices.filter { others[$0].key > 0 }.sorted { others[$0].key < others[$1].key }
    self.key = key.isEmpty ? Array(others.indices) : key
  }

  var quotedColumns: String { columns.map { "\"\($0.name)\"" }.joined(separator: ", ") }
  /// The names of all columns, those of blobs last.
  var allQuotedColumns: String { ([quotedColumns] + blobs.map { "\"\($0)\"" }).joined(separator: ", ") }
  var quotedKey: String { key.map { "\"\(columns[$0].name)\"" }.joined(separator: ", ") }
  /// Whether a row is found by the whole number `id`.
  var hasID: Bool { key.map { columns[$0] } == [Column(name: "id", kind: .integer)] }
}
