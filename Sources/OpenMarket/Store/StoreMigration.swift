import Foundation
import SystemSupport

/// Brings a store to the schema of this program, and says before what that changes. A command or server that opens a store does
/// the same; an operator may want to do it first, and alone.
package struct StoreMigration: Sendable {
  package struct Plan: Sendable, Equatable {
    /// The version of the store's schema; 0 where there is no store.
    package let version: Int
    /// The steps that the store lacks.
    package let steps: [SchemaStep]
    /// Whether programs of the store's version can keep running.
    package let keepsOldPrograms: Bool
  }

  private let location: StoreLocation

  package init(at location: StoreLocation) { self.location = location }

  /// Throws `StoreError.newer` for a store of a later version, and `older` for one that another program has to migrate first. Nothing is changed.
  package func plan() async throws -> Plan {
    try await run { driver in
      let version = try driver.schemaVersion()
      let steps = driver.steps(from: version)
      return Plan(
        version: version ?? 0, steps: steps,
        keepsOldPrograms: steps.isEmpty || driver.isShared && steps.allSatisfy { $0.kind == .expand })
    }
  }

  /// Runs the missing migrations in one transaction. Several programs may do so at once.
  package func apply() async throws {
    try await run { driver in _ = try driver.open() }
  }

  private func run<Result: Sendable>(
    _ work: @escaping @Sendable (any CopyDriver) throws -> Result
  ) async throws -> Result {
    try await SerialQueue.run(label: "store.migrate") { [location] in
      // A store in memory always has the present schema.
      guard let driver = location.copyDriver() else { throw StoreError(.unexpected) }
      return try work(driver)
    }
  }
}

/// Checks how a store is set up. `StoreCheck` checks what is in it.
package struct StoreDoctor: Sendable {
  private let location: StoreLocation

  package init(at location: StoreLocation) { self.location = location }

  /// Throws `StoreError` for a store that cannot be reached. Nothing is changed.
  package func diagnoses(_ budget: ServerBudget) async throws -> [StoreDiagnosis] {
    try await SerialQueue.run(label: "store.doctor") { [location] in
      try location.copyDriver()?.diagnose(budget) ?? []
    }
  }
}
