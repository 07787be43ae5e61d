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
    case usage, creation, reading, writing, temporaryTables, sequences
    /// No schema of the search path is there.
    case searchPath
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
    let kind: MissingRight.Kind? =
      switch (databaseError.code, databaseError.sql) {
      case ("3F000", _): .searchPath
      case ("42501", "USAGE"): .usage
      case ("42501", let sql?) where sql.contains("TEMP TABLE"): .temporaryTables
      case ("42501", let sql?) where sql.contains("pg_sequence_last_value"): .sequences
      case ("42501", let sql?) where ["CREATE", "ALTER", "DROP"].contains(where: sql.hasPrefix): .creation
      case ("42501", let sql?): sql.hasPrefix("SELECT") ? .reading : .writing
      // A connection that is refused has no statement.
      default: nil
      }
    return kind.map { MissingRight($0, of: databaseError.session) }
  }
}
