import Foundation

/// An item as the store knows it: where its images will be reached is not the store's to say.
struct StoredItem: Sendable, Equatable {
  let id: Int
  let vendor: StoredVendor
  /// Without its description when it comes out of a list.
  let draft: ItemDraft
  let registrationDate: Date
  let images: [StoredImage]
}

/// The name of a stored image. Images never change and ids are never used twice, so neither is the name.
struct StoredImage: Sendable, Hashable {
  let id: Int
  let format: ImageFormat
}

/// Who sells an item. Items with a password of their own are the market's.
struct StoredVendor: Sendable, Equatable {
  static let marketID = 1

  let id: Int
  let name: String
}
