package import Foundation

/// The bounds of what is offered here: asked about before anything is sent, and before the embedded market stores it.
/// What another market sells may be beyond them.
package enum ItemLimits {
  package static let titleBytes = 1_000
  package static let descriptionBytes = 64 * 1_024
  package static let passwordBytes = 256
  package static let images = 5
  package static let imageBytes = 10 * 1_024 * 1_024
  /// Largest price, in major units: one hundred million million, well above any price in any currency, and with
  /// four decimals it still fits the 64-bit integer that it is stored as.
  package static let price = Decimal(100_000_000_000_000)
  /// Largest stock: clients have shown 10^12.
  package static let stock = 1_000_000_000_000
}
