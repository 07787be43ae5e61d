import Foundation

extension APIError {
  /// The error of the API for what the ledger does not record: 409 where the stock or another movement stands against it,
  /// 400 where the request is wrong by itself.
  init(_ refusal: LedgerRefusal) {
    let (status, code, field, reason): (Int, Code, ItemField, String)
    var details = Details()
    switch refusal {
    case .notEnough(let item, let stock, let quantity):
      (status, code, field) = (409, .notEnough, .quantity)
      reason = "Item \(item) has \(stock) in stock, not \(quantity)"
      details = Details(item: item, stock: stock, quantity: quantity)
    case .aboveLimit(let item):
      (status, code, field) = (409, .stockLimit, .quantity)
      reason = "The stock of item \(item) would be above \(ItemLimits.stock)"
      details.item = item
    case .otherSale(let item, let recorded, let given):
      (status, code, field) = (409, .otherSale, .reference)
      reason =
        "This sale of item \(item) is recorded as \(recorded.words), not \(given.words)"
      details = Details(item: item, recorded: Details.Terms(recorded), given: Details.Terms(given))
    case .notSold(let item, let returnable, let quantity):
      (status, code, field) = (409, .notSold, .quantity)
      reason =
        returnable == 0
        ? "Item \(item) has no sale to take back"
        : "At most \(returnable) of item \(item) can be returned, not \(quantity)"
      details = Details(item: item, quantity: quantity, returnable: returnable)
    case .noSuchSale(let item, let reference):
      (status, code, field) = (409, .noSuchSale, .reference)
      reason = "No sale of item \(item) has the reference '\(reference)'"
      details = Details(item: item, reference: reference)
    case .inFuture:
      (status, code, field) = (400, .inFuture, .time)
      reason = "The reported time is in the future"
    case .beforeCount(let item, let counted):
      (status, code, field) = (409, .beforeCount, .time)
      reason = "Item \(item) was counted after the reported time"
      details = Details(item: item, countedAt: counted.timeIntervalSince1970)
    case .notCounted(let item):
      (status, code, field) = (409, .notCounted, .time)
      reason = "Item \(item) was not counted after the reported time"
      details.item = item
    case .stockMoved(let item, let expected, let stock):
      (status, code, field) = (409, .stockMoved, .stock)
      reason = "The stock of item \(item) is \(stock), not \(expected)"
      details = Details(item: item, stock: stock, expected: expected)
    case .noSuchEntry(let entry):
      (status, code, field) = (404, .noSuchEntry, .entry)
      reason = "There is no movement \(entry)"
      details.entry = entry
    case .notASale(let entry):
      (status, code, field) = (409, .notASale, .entry)
      reason = "Movement \(entry) is no sale"
      details.entry = entry
    case .alreadyCorrected(let entry):
      (status, code, field) = (409, .alreadyCorrected, .entry)
      reason = "Movement \(entry) was corrected already"
      details.entry = entry
    case .belowReturns(let entry, let returned):
      (status, code, field) = (409, .belowReturns, .quantity)
      reason = "The quantity of movement \(entry) cannot be below \(returned), the number of returned pieces"
      details = Details(entry: entry, returned: returned)
    case .amountTooLarge(let item):
      (status, code, field) = (409, .amountTooLarge, .price)
      reason = "The amounts of item \(item) would be too large"
      details.item = item
    case .tooMany(let item):
      (status, code, field) = (409, .tooManyMovements, .quantity)
      reason =
        "The request would write more than \(MovementLimits.written) movements of item \(item): send several smaller ones"
      details.item = item
    }
    self.init(
      status: status, code: code, reason: reason, field: field.rawValue,
      details: details == Details() ? nil : details)
  }
}

extension LedgerRefusal {
  /// Reads the error that a market sends; nil for another one.
  init?(_ code: APIError.Code, _ details: APIError.Details?) {
    let details = details ?? APIError.Details()
    let item = details.item ?? 0
    switch code {
    case .notEnough:
      self = .notEnough(item: item, stock: details.stock ?? 0, quantity: details.quantity ?? 0)
    case .stockLimit: self = .aboveLimit(item: item)
    case .otherSale:
      guard let recorded = details.recorded?.terms, let given = details.given?.terms else { return nil }
      self = .otherSale(item: item, recorded, given: given)
    case .notSold:
      self = .notSold(item: item, returnable: details.returnable ?? 0, quantity: details.quantity ?? 0)
    case .noSuchSale: self = .noSuchSale(item: item, reference: details.reference ?? "")
    case .inFuture: self = .inFuture
    case .beforeCount:
      self = .beforeCount(item: item, counted: Date(timeIntervalSince1970: details.countedAt ?? 0))
    case .notCounted: self = .notCounted(item: item)
    case .stockMoved:
      self = .stockMoved(item: item, expected: details.expected ?? 0, stock: details.stock ?? 0)
    case .noSuchEntry: self = .noSuchEntry(details.entry ?? 0)
    case .notASale: self = .notASale(entry: details.entry ?? 0)
    case .alreadyCorrected: self = .alreadyCorrected(entry: details.entry ?? 0)
    case .belowReturns:
      self = .belowReturns(entry: details.entry ?? 0, returned: details.returned ?? 0)
    case .amountTooLarge: self = .amountTooLarge(item: item)
    case .tooManyMovements: self = .tooMany(item: item)
    default: return nil
    }
  }
}

extension SaleTerms {
  /// `2 at USD 11.9`.
  fileprivate var words: String { "\(quantity) at \(price.currency.code) \(price.amount)" }
}

extension APIError.Details.Terms {
  fileprivate init(_ terms: SaleTerms) {
    self.init(quantity: terms.quantity, price: terms.price.amount, currency: terms.price.currency.code)
  }

  fileprivate var terms: SaleTerms? {
    Currency(currency).map { SaleTerms(quantity: quantity, price: Price(price, $0)) }
  }
}
