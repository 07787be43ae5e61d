import SystemSupport

/// Copies a store to another database: all tables, images and history, with their ids. The source is read within one
/// transaction, so that all of the copy is of one moment; the target is written in many, and a copy that was interrupted goes
/// on after the last of them.
///
/// The copy is compared before the target becomes a store: the digest of each table, the schema, and `StoreCheck`.
package struct StoreCopy: Sendable {
  /// A step of a copy.
  package enum Step: Sendable, Equatable {
    /// The source is read and checked.
    case checking(Double)
    case copying(Double)
    /// The target is read and compared.
    case comparing(Double)
    /// The copy goes on after so many rows.
    case resumed(rows: Int)
    /// Rows that an earlier copy has written were dropped.
    case restarted(Restart)
  }

  /// Why a copy begins again.
  package enum Restart: Sendable, Equatable {
    /// The rows that were copied are no longer those of the source.
    case sourceChanged(table: String)
    /// Another version of this program began it.
    case otherVersion
  }

  /// A copied table.
  package struct Table: Sendable, Equatable {
    package let name: String
    package let rows: Int
    /// The digest of all values.
    package let bytes: Int
    /// SHA-256, the same in each database.
    package let digest: String
  }

  /// The tables and rows that were copied, or would be.
  package struct Made: Sendable, Equatable {
    package let tables: [Table]
    package let counts: StoreCheck.Counts
    /// Rows that an earlier run had copied.
    package let resumed: Int
    /// Tables and views of the source that no market has made.
    package let leftOut: [String]
  }

  package enum Side: Sendable, Equatable {
    case source
    case target
  }

  package enum Failure: Error, Sendable, Equatable {
    case noSource
    /// Source and target are one.
    case same
    /// A store in memory is gone with the process.
    case memory
    /// The source has the migrations up to this one.
    case outdated(version: Int, of: Int)
    /// The target is a store.
    case isStore
    /// The target is something else.
    case isForeign
    /// The target is an unfinished copy of another store.
    case ofOther
    /// Rows of the source that the target could not hold.
    case unfit([CopyFinding])
    /// The source is not sound.
    case unsound([StoreCheck.Finding])
    /// A newer market has a table that this program does not know.
    case undeclared(table: String)
    /// The databases have different columns in a table.
    case otherColumns(table: String)
    /// A table of the target is not that of the source.
    case differs(table: String)
    /// The schema of the target is not that of a new store.
    case otherSchema
    /// The copy is not sound.
    case damaged([StoreCheck.Finding])
    case conflict
    case store(Side, StoreError)
  }

  private let source: StoreLocation
  private let target: StoreLocation

  package init(from source: StoreLocation, to target: StoreLocation) {
    (self.source, self.target) = (source, target)
  }

  package enum Purpose: Sendable {
    case copy
    /// The source and the target are only read.
    case rehearsal
    /// A new file, of which nothing is left where it is not the whole of a sound store: the source is read once, and checked in it.
    case draft
  }

  /// Copies the store, or goes on with a copy that was interrupted.
  package func run(
    _ purpose: Purpose = .copy, progress: @escaping @Sendable (Step) -> Void
  ) async throws -> Made {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await SerialQueue.run(label: "store.copy") { [source, target] in
        guard source != target else { throw Failure.same }
        guard let from = source.copyDriver(flag), let to = target.copyDriver(flag) else {
          throw Failure.memory
        }
        return try CopyRun(from: from, to: to, purpose: purpose, flag: flag, progress: progress).run()
      }
    } onCancel: {
      flag.cancel()
    }
  }
}

/// A row that another database could not hold.
package struct CopyFinding: Sendable, Equatable {
  package enum Defect: Sendable, Equatable {
    /// The text has the character NUL.
    case nul
    /// The text is not UTF-8.
    case invalidText
  }

  package let place: StoredPlace
  package let defect: Defect
}

extension StoreLocation {
  /// Nil for a store in memory.
  ///
  /// - Parameter flag: Ends the statements of a database on a server.
  func copyDriver(_ flag: CancellationFlag? = nil) -> (any CopyDriver)? {
    var options = Store.Options.forWholeStore
    options.interruption = flag
    return driver(options) as? any CopyDriver
  }
}
