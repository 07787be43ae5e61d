import HTTP

extension APIError {
  /// The part of a request that an error is about: a key of the body, a query item, a header field, `id` of the path, or
  /// the whole `body`; nil where it is about none, such as a rate.
  func part(of error: any Error) -> String? {
    if error as? MarketplaceError == .invalidIdempotencyKey { return HTTPField.Name.idempotencyKey.rawValue }
    return switch code {
    case .notFound, .noSuchReview: "id"
    case .wrongPassword, .tooManyTries: ItemField.password.rawValue
    case .keyReused, .gone: HTTPField.Name.idempotencyKey.rawValue
    case .malformed: "body"
    default: nil
    }
  }
}

extension ItemField {
  /// The field's key in v2.
  var productKey: String {
    switch self {
    case .title: "name"
    case .descriptions: "description"
    case .password: "secret"
    case .images: "images"
    case .price, .currency, .stock, .discountedPrice, .detail, .quantity, .cost, .reference, .reason, .time,
      .entry:
      rawValue
    }
  }
}
