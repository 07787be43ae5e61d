import Foundation
import HTTP

extension APIError {
  /// The response to an error; nil for an error that no API has words for.
  init?(of error: any Error, in contract: Contract) {
    switch error {
    case let error as APIError: self = error
    case let error as ValidationError: self.init(error, in: contract)
    case let error as MarketplaceError: self.init(error)
    case let error as StoreError: self.init(error)
    default: return nil
    }
  }

  private init(_ error: MarketplaceError) {
    self =
      switch error {
      case .noSuchItem: .notFound
      case .noSuchImage: .notFound
      case .foreignThumbnail(let id):
        .malformed("thumbnail_id '\(id)' is none of the product's images")
      case .wrongPassword: .wrongPassword
      case .tooManyAttempts(let seconds): .tooManyTries(retryAfter: seconds)
      case .unknownVendor: .unknownVendor
      case .otherVendor: .otherVendor
      case .idempotencyKeyReused: .keyReused
      case .invalidIdempotencyKey: .malformed("Idempotency-Key is not 1 to 255 visible ASCII characters")
      case .gone(let id):
        APIError(
          status: 410, code: .gone,
          reason: "What was added under this Idempotency-Key, item \(id), was deleted")
      }
  }

  private init(_ error: ValidationError, in contract: Contract) {
    let name =
      switch contract {
      case .items: error.field.rawValue
      case .products: error.field.productKey
      }
    self.init(status: 400, code: .refused, reason: error.reason(calling: name), field: name)
  }
}

extension ItemField {
  /// The field's key in v2.
  fileprivate var productKey: String {
    switch self {
    case .title: "name"
    case .descriptions: "description"
    case .password: "secret"
    case .images: "images"
    case .price, .currency, .stock, .discountedPrice: rawValue
    }
  }
}
