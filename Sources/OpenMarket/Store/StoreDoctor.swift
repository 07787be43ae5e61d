import SystemSupport

/// Checks how a store is set up. `StoreCheck` checks what is in it.
package struct StoreDoctor: Sendable {
  private let location: StoreLocation

  package init(at location: StoreLocation) { self.location = location }

  /// Throws `StoreError` for a store that cannot be reached. Nothing is changed.
  package func diagnoses(_ budget: ServerBudget) async throws -> [StoreDiagnosis] {
    try await SerialQueue.run(label: "store.doctor") { [location] in
      guard let driver = location.driver(.forCommand) as? any DiagnosedDriver else { return [] }
      return try driver.diagnose(budget)
    }
  }
}
