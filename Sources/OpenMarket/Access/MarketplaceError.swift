/// Why a market does not do what was requested, where the values themselves are valid (`ValidationError`) and the store
/// works (`StoreError`). Each API words these in its own form.
package enum MarketplaceError: Error, Sendable, Equatable {
  case noSuchItem(id: Int)
  /// The item is not in the trash: it was not deleted, or is gone for good.
  case notInTrash(id: Int)
  case noSuchImage(id: Int)
  /// The image that should become the item's first is not one of its images.
  case foreignThumbnail(id: Int)
  /// An image that should stay is none of the item's.
  case foreignImage(id: Int)
  case wrongPassword(id: Int)
  /// Too many wrong passwords: `retryAfter` in seconds.
  case tooManyAttempts(retryAfter: Int)
  /// The client's network has stored too many bytes: `retryAfter` in seconds.
  case tooManyBytes(retryAfter: Int)
  /// The identifier or the secret of a vendor is wrong.
  case unknownVendor
  case notTheOperator
  /// No vendor has the id or the name, or several have it.
  case noSuchVendor(String)
  /// Another vendor has the id or the identifier.
  case takenVendor(String)
  /// The item is another vendor's.
  case otherVendor
  /// Another item was added under the same Idempotency-Key.
  case idempotencyKeyReused
  /// The Idempotency-Key is not 1 to 255 visible ASCII characters.
  case invalidIdempotencyKey
  /// The item that was added under the same Idempotency-Key has been deleted since.
  case gone(id: Int)
  /// The review that was written under the same Idempotency-Key has been deleted since.
  case goneReview(id: Int)
  case noSuchReview(id: Int)
  case wrongReviewPassword(id: Int)
  /// The code is of no receipt of a sale of the item.
  case unknownReceipt(String)
  /// The review has an answer already.
  case answered(id: Int)
  /// The item or the client has had too many reviews in the last hour: `retryAfter` in seconds.
  case tooManyReviews(retryAfter: Int)
  /// Another item of the seller has this value of a key. Says nothing of that item.
  case taken(ItemKey, String)
  /// The period has not begun.
  case future(SalesPeriod)
}
