package import SystemSupport

/// Why a store cannot be opened, read or written. Nothing has changed when one of these is thrown, except
/// `unknownOutcome` and `unconfirmed`.
package struct StoreError: Error, Sendable {
  package enum Kind: Sendable, Equatable, CaseIterable {
    /// Another process has held the store for longer than the timeout.
    case busy
    /// The disk is full.
    case full
    /// The store has reached the limit on its size.
    case limitReached
    /// The search took longer than it may, and was ended.
    case searchTooLong
    /// The list took longer than it may, and was ended.
    case listTooLong
    /// Adding sales up took longer than it may, and was ended.
    case reportTooLong
    /// Saving was reported as failed after the change may have become visible to others.
    case unknownOutcome
    /// The database did not confirm a commit in time: the change may be saved, and a request with the same key finds out.
    case unconfirmed
    /// The file, or its folder, is not writable.
    case readOnly
    /// The file is something other than a store.
    case foreign
    /// The file was written by a later version of this program.
    case newer
    /// The store was written by an earlier version of this program than the one that this one migrates.
    case older
    /// A copy to this store did not end.
    case unfinished
    /// The file is a store, and damaged.
    case damaged
    /// The file or its folder cannot be opened.
    case inaccessible
    /// The store was opened, and its file has been replaced or deleted since.
    case replaced
    /// The disk reported an error.
    case inputOutput
    /// The server of the database cannot be reached, or ended the connection; nothing was changed.
    case unreachable
    /// The library of the database's driver is not installed.
    case missingLibrary
    /// None of the above; the cause has the database's own code.
    case unexpected
  }

  package let kind: Kind
  /// The database's own error; nil where this program detected the problem.
  package let databaseError: DatabaseError?
  /// The place of a damaged value; nil for other errors, and where the place is not known.
  package let place: StoredPlace?

  package init(_ kind: Kind, _ databaseError: DatabaseError? = nil, at place: StoredPlace? = nil) {
    self.kind = kind
    self.databaseError = databaseError
    self.place = place
  }

  /// Whether the change may have been saved.
  package var leavesOutcomeUnknown: Bool { kind == .unknownOutcome || kind == .unconfirmed }

  package static let busy = StoreError(.busy)
  package static let full = StoreError(.full)
  package static let limitReached = StoreError(.limitReached)
  package static let searchTooLong = StoreError(.searchTooLong)
  package static let foreign = StoreError(.foreign)
  package static let newer = StoreError(.newer)
  package static let older = StoreError(.older)
  package static let unfinished = StoreError(.unfinished)
  package static let damaged = StoreError(.damaged)
  package static let inaccessible = StoreError(.inaccessible)
  package static let replaced = StoreError(.replaced)
  package static let unreachable = StoreError(.unreachable)
}

extension StoreError.Kind {
  /// The sentence for a person, and in English that of the API, which has no paths and no codes of a database.
  package var sentence: LocalizedPhrase {
    switch self {
    case .busy: "The store is locked by another process"
    case .full: "The disk of the store is full; nothing was changed"
    case .limitReached: "The market is full; nothing was changed"
    case .searchTooLong: "The search takes too long"
    case .listTooLong: "The list takes too long"
    case .reportTooLong: "Adding up the sales takes too long"
    case .unknownOutcome: "The disk of the store reported an error; the change may have been saved"
    case .unconfirmed: "The database did not confirm the change; it may have been saved"
    case .readOnly: "The store is read-only"
    case .foreign: "The store file is not a market database"
    case .newer: "The store was written by a newer version of market"
    case .older: "The store was written by an older version of market"
    case .unfinished: "The store is an unfinished copy"
    case .damaged: "The store is damaged"
    case .inaccessible: "The store cannot be opened"
    case .replaced: "The store file was replaced or deleted"
    case .inputOutput: "The disk of the store reported an error"
    case .unreachable: "The database of the store cannot be reached"
    case .missingLibrary: "libpq 14 or later is not installed"
    case .unexpected: "The store failed"
    }
  }
}

extension MissingRight {
  package var sentence: LocalizedPhrase {
    let role = session.role
    return switch kind {
    case .usage: "The role '\(role)' may not use the schema '\(session.schema)'"
    case .searchPath: "The search path of the role '\(role)' has no schema"
    case .creation: "The role '\(role)' may not create tables"
    case .reading: "The role '\(role)' may not read the store"
    case .writing: "The role '\(role)' may not write to the store"
    case .temporaryTables: "The role '\(role)' may not create temporary tables"
    case .sequences: "The role '\(role)' may not read the sequences of the store"
    }
  }
}

extension StoreError {
  /// The sentence of the kind, or that of a right that is missing.
  package var sentence: LocalizedPhrase { missingRight?.sentence ?? kind.sentence }
}

extension StoreError: CausedError {
  package var cause: (any Error)? { databaseError }
}

/// Two errors are equal when they are of one kind; the cause is for the log.
extension StoreError: Equatable {
  package static func == (one: StoreError, other: StoreError) -> Bool { one.kind == other.kind }
}

/// An error in the words of a database driver: for the log and `--verbose`, never for a response.
package struct DatabaseError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The name of the database, such as `SQLite`.
  package let engine: String
  /// The code of the driver: a number of SQLite, or five characters of the SQL standard.
  package let code: String
  package let message: String
  /// The statement that failed, without its values; nil where there was none.
  package let sql: String?
  package let session: DatabaseSession

  package init(
    engine: String, code: String, message: String, sql: String? = nil,
    session: DatabaseSession = DatabaseSession()
  ) {
    (self.engine, self.code, self.message, self.sql) = (engine, code, message, sql)
    self.session = session
  }

  /// `SQLite 2826: disk I/O error (COMMIT)`.
  package var description: String {
    "\(engine) \(code): \(message)" + (sql.map { " (\($0))" } ?? "")
  }
}

/// For logs: `store error 'inputOutput': SQLite 778: disk I/O error (COMMIT)`.
extension StoreError: CustomStringConvertible {
  package var description: String {
    "store error '\(kind)'" + (place.map { ": \($0)" } ?? "") + (databaseError.map { ": \($0)" } ?? "")
  }
}
