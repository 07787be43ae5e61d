/// The session of a failed statement, with what a GRANT names, each as SQL.
package struct DatabaseSession: Sendable, Equatable {
  package let role: String
  /// The schema of the market, or the one where it would be.
  package let schema: String
  package let database: String

  package init(role: String = "<role>", schema: String = "<schema>", database: String = "<database>") {
    (self.role, self.schema, self.database) = (role, schema, database)
  }
}

/// A right that the role of a session does not have.
package struct MissingRight: Sendable, Equatable {
  package enum Kind: Sendable {
    case usage
    /// No schema of the search path is there.
    case searchPath
    case creation
    case reading
    case writing
    case temporaryTables
    case sequences
  }

  package let kind: Kind
  package let session: DatabaseSession

  package init(_ kind: Kind, of session: DatabaseSession) { (self.kind, self.session) = (kind, session) }

  /// The statement that mends it.
  package var grant: String {
    let (role, schema) = (session.role, session.schema)
    return switch kind {
    case .usage: "GRANT USAGE ON SCHEMA \(schema) TO \(role)"
    case .searchPath: "ALTER ROLE \(role) SET search_path = \(schema)"
    case .creation: "GRANT CREATE ON SCHEMA \(schema) TO \(role)"
    case .reading: "GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(role)"
    case .writing: "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(role)"
    case .temporaryTables: "GRANT TEMPORARY ON DATABASE \(session.database) TO \(role)"
    case .sequences: "GRANT SELECT ON ALL SEQUENCES IN SCHEMA \(schema) TO \(role)"
    }
  }
}

extension StoreError {
  /// The right without which a statement failed, by its SQLSTATE; nil for another error.
  package var missingRight: MissingRight? {
    guard let databaseError else { return nil }
    func missing(_ kind: MissingRight.Kind) -> MissingRight {
      MissingRight(kind, of: databaseError.session ?? DatabaseSession())
    }
    guard databaseError.code != "3F000" else { return missing(.searchPath) }
    // A connection that is refused has no statement.
    guard databaseError.code == "42501", let sql = databaseError.sql else { return nil }
    if sql == "USAGE" { return missing(.usage) }
    if sql.contains("TEMP TABLE") { return missing(.temporaryTables) }
    if sql.contains("pg_sequence_last_value") { return missing(.sequences) }
    if ["CREATE", "ALTER", "DROP"].contains(where: sql.hasPrefix) { return missing(.creation) }
    return missing(sql.hasPrefix("SELECT") ? .reading : .writing)
  }
}
