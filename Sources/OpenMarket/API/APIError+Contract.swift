import Foundation
import HTTP

extension APIError {
  /// What to answer an error with; nil for an error that nobody foresaw.
  init?(of error: any Error, in contract: Contract) {
    switch error {
    case let error as APIError: self = error
    case let refusal as ValidationError: self.init(refusal, in: contract)
    case let error as StoreError: self.init(error)
    default: return nil
    }
  }

  private init(_ refusal: ValidationError, in contract: Contract) {
    let name =
      switch contract {
      case .items: refusal.field.rawValue
      case .products: refusal.field.productKey
      }
    self.init(status: 400, code: .refused, reason: refusal.reason(calling: name), field: name)
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
