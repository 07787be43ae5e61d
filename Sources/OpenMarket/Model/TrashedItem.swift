package import Foundation

/// A deleted item that can be restored.
package struct TrashedItem: Sendable, Equatable {
  package let id: Int
  package let title: String
  package let sku: String?
  package let vendorID: Int
  /// Whose item it is.
  package let vendorName: String
  /// When it was deleted.
  package let date: Date
  /// When it is deleted for good.
  package let expiry: Date
}

/// A page of the trash, the last deleted item first.
package struct TrashPage: Sendable, Equatable {
  /// Counted from 1.
  package let number: Int
  package let items: [TrashedItem]
  /// How many items all pages have; nil where the market does not say so.
  package var total: Int?
}

/// The days for which a market keeps deleted items.
package enum TrashTime {
  package static let days = 30
  /// 0 days delete for good.
  package static let range = 0...3_650
}
