import Foundation

extension APIError {
  /// The numbers of an error of the ledger; those that it has.
  struct Details: Codable, Equatable {
    var item: Int?
    var entry: Int?
    var stock: Int?
    var expected: Int?
    var quantity: Int?
    var returnable: Int?
    /// Seconds since 1970.
    var countedAt: Double?
    var recorded: Terms?
    var given: Terms?

    struct Terms: Codable, Equatable {
      var quantity: Int
      var price: Decimal
      var currency: String
    }

    private enum CodingKeys: String, CodingKey {
      case item, entry, stock, expected, quantity, returnable, recorded, given
      case countedAt = "counted_at"
    }
  }
}
