import Foundation
import HTTP
import SystemSupport

/// An error of the API: in v1 `{"error":true,"reason":"…"}`, with the same text under `message` for the clients that
/// read that. `code` and `field` are additions that old clients ignore.
struct APIError: Error, Equatable {
  /// Identifies the error for a program.
  enum Code: String, Codable, CaseIterable {
    case notFound = "not_found"
    case wrongPassword = "wrong_password"
    case badSignature = "bad_signature"
    case refused
    case malformed
    /// A key of JSON that this market does not know; a newer one may.
    case unknownField = "unknown_field"
    case methodNotAllowed = "method_not_allowed"
    case keyReused = "key_reused"
    case gone
    case tooManyTries = "too_many_tries"
    case unknownVendor = "unknown_vendor"
    case otherVendor = "other_vendor"
    case operatorOnly = "operator_only"
    case noSuchVendor = "no_such_vendor"
    case vendorTaken = "vendor_taken"
    case readOnly = "read_only"
    case crossOrigin = "cross_origin"
    case storeBusy = "store_busy"
    case storeFull = "store_full"
    case storeLimit = "store_limit"
    case storeReadOnly = "store_read_only"
    case storeForeign = "store_foreign"
    case storeNewer = "store_newer"
    case storeOlder = "store_older"
    case storeDamaged = "store_damaged"
    case storeInaccessible = "store_inaccessible"
    case storeReplaced = "store_replaced"
    case storeUnreachable = "store_unreachable"
    case storeFailed = "store_failed"
    case storeUnknownOutcome = "store_unknown_outcome"
    /// The only code with 503 that does not say that nothing was changed.
    case storeUnconfirmed = "store_unconfirmed"
    case searchTooLong = "search_too_long"
    case listTooLong = "list_too_long"
    case reportTooLong = "report_too_long"
    case overloaded
    /// A limit, a host or a field that the server does not accept, by the status.
    case notAccepted = "not_accepted"
    case tooManyBytes = "too_many_bytes"
    case notInTrash = "not_in_trash"
    case trashOff = "trash_off"
    case undone
    case changedSince = "changed_since"
    case notUndoable = "not_undoable"
    case tooManyChanges = "too_many_changes"
    case imagesGone = "images_gone"
    case noSuchReview = "no_such_review"
    case answered
    case tooManyReviews = "too_many_reviews"
    case preconditionFailed = "precondition_failed"
    case notEnough = "not_enough_stock"
    case stockLimit = "stock_limit"
    case otherTerms = "other_terms"
    case referenceTaken = "reference_taken"
    case notSold = "not_sold"
    case noSuchSale = "no_such_sale"
    case inFuture = "in_future"
    case beforeCount = "before_count"
    case notCounted = "not_counted"
    case stockMoved = "stock_moved"
    case noSuchEntry = "no_such_entry"
    case notASale = "not_a_sale"
    case alreadyCorrected = "already_corrected"
    case belowReturns = "below_returns"
    case amountTooLarge = "amount_too_large"
    case tooManyMovements = "too_many_movements"
    case skuTaken = "sku_taken"
    case barcodeTaken = "barcode_taken"
    case keyTaken = "key_taken"
    case privateSales = "private_sales"
    case privateRevenue = "private_revenue"
    case privateRankings = "private_rankings"

    static func taken(_ key: ItemKey) -> Code {
      switch key {
      case .sku: .skuTaken
      case .barcode: .barcodeTaken
      case .reference, .rowKey: .keyTaken
      }
    }
  }

  let status: Int
  let code: Code
  let reason: String
  /// The part or key that is invalid.
  var field: String?
  /// The methods that the path supports (RFC 9110 §15.5.6).
  var allow: [HTTPMethod] = []
  /// Seconds after which a retry may succeed.
  var retryAfter: Int?
  /// The numbers of the error, for a program.
  var details: Details?
  /// The requests that there are, for one with an unknown path.
  var requests: [String]?

  /// The text that the original servers sent.
  static let notFound = APIError(status: 404, code: .notFound, reason: "Not Found")
  /// 404 and not 401 or 403: clients show "wrong password" for it.
  static let wrongPassword = APIError(status: 404, code: .wrongPassword, reason: "Wrong password")

  static let keyReused = APIError(
    status: 422, code: .keyReused, reason: "This Idempotency-Key was used for something else",
    field: HTTPField.Name.idempotencyKey.rawValue)

  /// It names the command that makes both, since most clients have their own from another server.
  static let unknownVendor = APIError(
    status: 401, code: .unknownVendor,
    reason: "The identifier or the secret is wrong: 'market seller add' makes them for this server")
  static let otherVendor = APIError(
    status: 403, code: .otherVendor, reason: "The product is another vendor's")
  static let operatorOnly = APIError(
    status: 403, code: .operatorOnly,
    reason: "Only the operator of the market may do this, with a signed request")
  static let readOnly = APIError(status: 403, code: .readOnly, reason: "This market may only be read")

  static let crossOrigin = APIError(.crossOrigin)

  static func tooManyTries(retryAfter: Int) -> APIError {
    APIError(
      status: 429, code: .tooManyTries, reason: "Too many wrong passwords: try again in \(retryAfter) s",
      retryAfter: retryAfter)
  }

  /// More work waits than this server accepts.
  static let overloaded = APIError(
    status: 503, code: .overloaded, reason: "Too many requests are waiting: try again in a moment",
    retryAfter: 1)

  static func tooManyBytes(retryAfter: Int) -> APIError {
    APIError(
      status: 429, code: .tooManyBytes,
      reason: "Too much was uploaded from this network: try again in \(retryAfter) s", retryAfter: retryAfter)
  }

  /// The item is not the one with the entity tag in `If-Match`.
  static func preconditionFailed(stock: Int) -> APIError {
    APIError(
      status: 412, code: .preconditionFailed,
      reason: "The item has changed since it was read: its stock is \(stock)",
      field: ItemField.stock.rawValue, details: Details(stock: stock))
  }

  static func notAllowed(_ method: HTTPMethod, instead methods: [HTTPMethod]) -> APIError {
    APIError(
      status: 405, code: .methodNotAllowed, reason: "This path does not take \(method.rawValue)",
      allow: methods)
  }

  /// A value is not accepted.
  static func refused(_ reason: String, field: String? = nil) -> APIError {
    APIError(status: 400, code: .refused, reason: reason, field: field)
  }

  static func malformed(_ reason: String, field: String? = nil) -> APIError {
    APIError(status: 400, code: .malformed, reason: reason, field: field)
  }

  /// The path takes no query item of that name.
  static func unknownQueryItem(_ name: String, known: [String]) -> APIError {
    let name = String(name.prefix(60))
    let choices = known.isEmpty ? "takes none" : "takes \(known.sorted().joined(separator: ", "))"
    return malformed("Unknown query item '\(name)': this path \(choices)", field: name)
  }

  /// Throws the error of JSON that is larger than a server reads.
  static func checkJSON(bytes: Int) throws {
    let limit = HTTPLimits().body
    guard bytes > limit else { return }
    throw APIError(status: 413, code: .malformed, reason: "The JSON is larger than \(limit) bytes")
  }

  /// The body of a request, or the part of that name, cannot be decoded.
  static func malformed(_ defect: JSONDefect, in part: String = "The body") -> APIError {
    let code: Code = if case .unknown = defect { .unknownField } else { .malformed }
    return APIError(
      status: 400, code: code, reason: "\(part): \(defect.clause.english)", field: defect.field)
  }
}

extension APIError {
  /// Stands for a refusal of the server, before an API has read the request.
  init(_ error: HTTPError) {
    let code: Code =
      switch error.status {
      case 400: .malformed
      case 403: .crossOrigin
      case 503: .overloaded
      default: .notAccepted
      }
    self.init(status: error.status, code: code, reason: error.reason)
  }

  /// The response says less than the error: paths and result codes are for the log.
  init(_ error: StoreError) {
    let (status, code): (Int, Code) =
      switch error.kind {
      case .busy: (503, .storeBusy)
      case .full: (507, .storeFull)
      case .limitReached: (507, .storeLimit)
      case .searchTooLong: (503, .searchTooLong)
      case .listTooLong: (503, .listTooLong)
      case .reportTooLong: (503, .reportTooLong)
      case .unknownOutcome: (500, .storeUnknownOutcome)
      case .unconfirmed: (503, .storeUnconfirmed)
      case .readOnly: (403, .storeReadOnly)
      case .foreign, .unfinished: (500, .storeForeign)
      case .newer: (500, .storeNewer)
      case .older: (500, .storeOlder)
      case .damaged: (500, .storeDamaged)
      case .inaccessible: (500, .storeInaccessible)
      case .replaced: (503, .storeReplaced)
      case .unreachable: (503, .storeUnreachable)
      case .inputOutput, .missingLibrary, .unexpected: (500, .storeFailed)
      }
    let advice: String? =
      switch error.kind {
      case .searchTooLong: "use more or longer words"
      case .listTooLong: "use other conditions"
      case .reportTooLong: "use fewer days"
      default: nil
      }
    // A file that took the place of another stays there.
    let waits = status == 503 && error.kind != .replaced
    self.init(
      status: status, code: code,
      reason: [error.kind.sentence.english, advice].compactMap(\.self).joined(separator: ": "),
      retryAfter: waits ? 1 : nil)
  }

  /// The error in the form of an API.
  func response(in contract: Contract) -> HTTPResponse {
    // Texts of a client are repeated in part.
    let (reason, field) = (reason.cut(1_000), field?.cut(100))
    var headers: HTTPHeaders = [.contentType: "application/json", .cacheControl: "no-cache"]
    if !allow.isEmpty { headers[.allow] = allow.map(\.rawValue).joined(separator: ", ") }
    if let retryAfter { headers[.retryAfter] = String(retryAfter) }
    // Required (RFC 9110 §15.5.2). No registered scheme describes what vendors do: they send the field `identifier`.
    if status == 401 { headers[.wwwAuthenticate] = "Identifier" }
    let body =
      switch contract {
      case .items, .extensions:
        try? JSON.encode(
          Body(
            error: true, reason: reason, message: reason, code: code.rawValue, field: field,
            details: details, requests: requests))
      case .products: try? JSON.encode(ProductError(code: status, message: reason))
      }
    var response = HTTPResponse(status: status, headers: headers, body: body ?? Data())
    response.reason = Self.secrets.contains(field ?? "") ? reason.replacing(/'[^']*'/, with: "'…'") : reason
    return response
  }

  /// The fields whose values are in no log.
  private static let secrets: Set = [ItemField.password.rawValue, "secret", ReviewField.receipt.rawValue]

  /// The forms of an error.
  enum Contract {
    /// v1: `{"error":true,"reason":"…"}`.
    case items
    /// Paths that the original v1 does not have: the form of v1, with the part of the request that the error is about.
    case extensions
    /// v2: `{"code":400,"message":"…"}`.
    case products
  }

  private struct ProductError: Encodable {
    let code: Int
    let message: String
  }

  /// The body of an error of v1; every key may be absent in another server's.
  struct Body: Codable {
    var error: Bool?
    var reason: String?
    var message: String?
    var code: String?
    var field: String?
    var details: Details?
    var requests: [String]?
  }
}

extension APIError {
  /// The response to an error; nil for an error that no API has words for.
  init?(of error: any Error, in contract: Contract) {
    switch error {
    case let error as APIError: self = error
    case let error as ValidationError: self.init(error, in: contract)
    case let error as ReviewValidationError:
      self.init(status: 400, code: .refused, reason: error.reason, field: error.field.rawValue)
    case let error as MarketplaceError: self.init(error)
    case let error as LedgerRefusal: self.init(error)
    case let error as UndoRefusal: self.init(error)
    case let error as StoreError: self.init(error)
    case let error as OtherContract:
      self.init(status: 404, code: .notFound, reason: error.debugDescription)
    case is OverloadError: self = .overloaded
    default: return nil
    }
    if contract == .extensions { field = field ?? part(of: error) }
  }

  private init(_ error: MarketplaceError) {
    self =
      switch error {
      case .noSuchItem: .notFound
      case .notInTrash(let id):
        APIError(status: 404, code: .notInTrash, reason: "Item \(id) is not in the trash")
      case .noSuchImage: .notFound
      case .foreignThumbnail(let id):
        .malformed("thumbnail_id '\(id)' is none of the product's images")
      case .foreignImage(let id):
        APIError(
          status: 409, code: .changedSince, reason: "Image \(id) is none of the item's any more",
          field: ItemField.images.rawValue)
      case .wrongPassword: .wrongPassword
      case .tooManyAttempts(let seconds): .tooManyTries(retryAfter: seconds)
      case .tooManyBytes(let seconds): .tooManyBytes(retryAfter: seconds)
      case .unknownVendor: .unknownVendor
      case .notTheOperator: .operatorOnly
      case .noSuchVendor(let name):
        APIError(
          status: 404, code: .noSuchVendor, reason: "There is no vendor '\(name)', or several have this name")
      case .takenVendor(let value):
        APIError(
          status: 409, code: .vendorTaken, reason: "Another vendor has '\(value)'",
          details: Details(taken: value))
      case .otherVendor: .otherVendor
      case .idempotencyKeyReused: .keyReused
      case .future(let period):
        // It has not begun in the market's time zone.
        APIError(status: 400, code: .inFuture, reason: "'\(period)' is in the future", field: "date")
      case .invalidIdempotencyKey: .malformed("Idempotency-Key is not 1 to 255 visible ASCII characters")
      case .gone(let id):
        APIError(
          status: 410, code: .gone,
          reason: "What was added under this Idempotency-Key, item \(id), was deleted")
      case .goneReview(let id):
        APIError(
          status: 410, code: .gone,
          reason: "What was written under this Idempotency-Key, review \(id), was deleted")
      case .noSuchReview(let id):
        APIError(status: 404, code: .noSuchReview, reason: "There is no review \(id)")
      case .wrongReviewPassword: .wrongPassword
      case .unknownReceipt(let code):
        APIError.refused("receipt '\(code)' is of no sale of this item", field: ReviewField.receipt.rawValue)
      case .answered(let id):
        APIError(
          status: 409, code: .answered, reason: "Review \(id) has an answer already",
          field: ReviewField.answer.rawValue)
      case .tooManyReviews(let seconds):
        APIError(
          status: 429, code: .tooManyReviews, reason: "Too many reviews: try again in \(seconds) s",
          retryAfter: seconds)
      case .taken(let key, let value):
        // The response does not say which item has it.
        APIError(
          status: 409, code: .taken(key), reason: "\(key.rawValue) '\(value)' is taken by another item",
          field: key.rawValue, details: key == .barcode ? Details(taken: value) : nil)
      }
  }

  private init(_ error: ValidationError, in contract: Contract) {
    let name =
      switch contract {
      case .items, .extensions: error.field.rawValue
      case .products: error.field.productKey
      }
    self.init(status: 400, code: .refused, reason: error.reason(calling: name), field: name)
  }
}

extension APIError {
  /// The part of a request that an error is about: a key of the body, a query item, a header field, `id` of the path, or
  /// the whole `body`; nil where it is about none, such as a rate.
  func part(of error: any Error) -> String? {
    if error as? MarketplaceError == .invalidIdempotencyKey { return HTTPField.Name.idempotencyKey.rawValue }
    return switch code {
    case .notFound, .notInTrash, .noSuchReview, .noSuchVendor: "id"
    case .wrongPassword, .tooManyTries: ItemField.password.rawValue
    case .gone: HTTPField.Name.idempotencyKey.rawValue
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

extension APIError {
  /// The numbers of an error of the ledger; those that it has.
  struct Details: Codable, Equatable {
    var item: Int?
    var entry: Int?
    /// The entry that has taken one back, or stands for it.
    var by: Int?
    var stock: Int?
    var expected: Int?
    var quantity: Int?
    var returnable: Int?
    var returned: Int?
    var reference: String?
    /// Seconds since 1970.
    var countedAt: Double?
    var recorded: Terms?
    var given: Terms?
    /// The id, identifier or name that another vendor has, or the barcode that another item has.
    var taken: String?
    /// The kind of change that is not taken back, or the key that another item has.
    var kind: String?
    /// The title of the item.
    var title: String?

    struct Terms: Codable, Equatable {
      var quantity: Int
      /// The price of a piece that was sold.
      var price: Decimal?
      var currency: String?
      /// Why pieces were written off.
      var reason: String?
    }

    private enum CodingKeys: String, CodingKey {
      case item, entry, by, stock, expected, quantity, returnable, returned, reference, recorded, given, taken
      case kind, title
      case countedAt = "counted_at"
    }
  }
}

/// A request of the form of v2 that this server does not speak: none of its client's deletions works.
package struct OtherContract: Error, Equatable, CustomDebugStringConvertible {
  /// The values of `--api` for the form that is served, and for that of the request.
  let served: String
  let requested: String

  package var debugDescription: String {
    "this server speaks \(served); start it with --api \(requested)"
  }
}
