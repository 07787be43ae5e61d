/// The table `market_copy` of a target that is not complete: of what it is a copy, and how far it is. Each transaction of a copy
/// writes its row here, so that what is said of a table is what is in it.
struct CopyRecord {
  /// The source of a target.
  struct Origin: Equatable {
    /// The identity of the source.
    let store: String
    /// The version of the target's schema.
    let version: Int
    /// The schema of the target when it was made.
    let schema: String
  }

  /// How far a table is.
  struct Position: Equatable {
    let rows: Int
    /// The digest of these rows; of the index the id of the last item.
    let digest: String

    fileprivate var text: String { "\(rows) \(digest)" }
  }

  let target: any Database

  func origin() throws(StoreError) -> Origin? {
    guard let store = try value(of: "source"), let schema = try value(of: "schema"),
      let version = try value(of: "schema_version").flatMap({ Int($0) })
    else { return nil }
    return Origin(store: store, version: version, schema: schema)
  }

  func set(_ origin: Origin) throws(StoreError) {
    for (name, value) in [
      ("source", origin.store), ("schema_version", String(origin.version)), ("schema", origin.schema),
    ] {
      try target.run("INSERT INTO market_copy (name, value) VALUES (?, ?)", .text(name), .text(value))
    }
  }

  /// Nil where nothing of a table is copied.
  func position(of table: String) throws(StoreError) -> Position? {
    guard let text = try value(of: "table \(table)") else { return nil }
    return try Position(text).orThrow(
      StoreError(
        .damaged, at: StoredPlace(table: "market_copy", row: "table \(table)", column: "value")))
  }

  /// Replaces the position of a table. Throws `CopyConflict` where another process has replaced it.
  func set(_ position: Position, ofTable table: String, after former: Position?) throws {
    let name = "table \(table)"
    let changes =
      if let former {
        try target.changes(
          "UPDATE market_copy SET value = ? WHERE name = ? AND value = ?", .text(position.text), .text(name),
          .text(former.text))
      } else {
        try target.changes(
          "INSERT INTO market_copy (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", .text(name),
          .text(position.text))
      }
    guard changes == 1 else { throw CopyConflict() }
  }

  private func value(of name: String) throws(StoreError) -> String? {
    try target.rows("SELECT value FROM market_copy WHERE name = ?", .text(name)) { $0.text(0) }.first
  }
}

extension CopyRecord.Position {
  fileprivate init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let rows = Int(words[0]) else { return nil }
    self.init(rows: rows, digest: String(words[1]))
  }
}
