import Foundation

extension APIError {
  /// The error of the API for what the ledger does not record: 409 where the stock or another movement stands against it,
  /// 400 where the request is wrong by itself.
  init(_ refusal: LedgerRefusal) {
    let (status, code, field): (Int, Code, ItemField)
    var details = Details()
    switch refusal {
    case .notEnough(let item, let stock, let quantity):
      (status, code, field) = (409, .notEnough, .quantity)
      details = Details(item: item, stock: stock, quantity: quantity)
    case .aboveLimit(let item):
      (status, code, field) = (409, .stockLimit, .quantity)
      details.item = item
    case .otherTerms(let item, let entry, let reference, let recorded, let given):
      (status, code, field) = (409, .otherTerms, .reference)
      details = Details(
        item: item, entry: entry, reference: reference, recorded: Details.Terms(recorded),
        given: Details.Terms(given))
    case .referenceTaken(let item, let entry, let reference):
      (status, code, field) = (409, .referenceTaken, .reference)
      details = Details(item: item, entry: entry, reference: reference)
    case .notSold(let item, let returnable, let quantity):
      (status, code, field) = (409, .notSold, .quantity)
      details = Details(item: item, quantity: quantity, returnable: returnable)
    case .noSuchSale(let item, let reference):
      (status, code, field) = (409, .noSuchSale, .reference)
      details = Details(item: item, reference: reference)
    case .inFuture: (status, code, field) = (400, .inFuture, .time)
    case .beforeCount(let item, let counted):
      (status, code, field) = (409, .beforeCount, .time)
      details = Details(item: item, countedAt: counted.timeIntervalSince1970)
    case .notCounted(let item):
      (status, code, field) = (409, .notCounted, .time)
      details.item = item
    case .stockMoved(let item, let expected, let stock):
      (status, code, field) = (409, .stockMoved, .stock)
      details = Details(item: item, stock: stock, expected: expected)
    case .noSuchEntry(let entry):
      (status, code, field) = (404, .noSuchEntry, .entry)
      details.entry = entry
    case .notASale(let entry):
      (status, code, field) = (409, .notASale, .entry)
      details.entry = entry
    case .alreadyCorrected(let entry):
      (status, code, field) = (409, .alreadyCorrected, .entry)
      details.entry = entry
    case .belowReturns(let entry, let returned):
      (status, code, field) = (409, .belowReturns, .quantity)
      details = Details(entry: entry, returned: returned)
    case .amountTooLarge(let item):
      (status, code, field) = (409, .amountTooLarge, .price)
      details.item = item
    case .tooMany(let item):
      (status, code, field) = (409, .tooManyMovements, .quantity)
      details.item = item
    }
    self.init(
      status: status, code: code, reason: refusal.sentence.english, field: field.rawValue,
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
    case .otherTerms:
      guard let recorded = details.recorded?.terms, let given = details.given?.terms else { return nil }
      self = .otherTerms(
        item: item, entry: details.entry ?? 0, reference: details.reference ?? "", recorded, given: given)
    case .referenceTaken:
      self = .referenceTaken(item: item, entry: details.entry ?? 0, reference: details.reference ?? "")
    case .notSold:
      self = .notSold(item: item, returnable: details.returnable ?? 0, quantity: details.quantity ?? 0)
    case .noSuchSale: self = .noSuchSale(item: item, reference: details.reference ?? "")
    case .inFuture: self = .inFuture
    case .beforeCount:
      self = .beforeCount(item: item, counted: Date(secondsInYears: details.countedAt ?? 0))
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

extension APIError.Details.Terms {
  fileprivate init(_ terms: MovementTerms) {
    switch terms {
    case .sale(let quantity, let price):
      self.init(quantity: quantity, price: price.amount, currency: price.currency.code)
    case .delivery(let quantity): self.init(quantity: quantity)
    case .writeOff(let quantity, let reason): self.init(quantity: quantity, reason: reason.rawValue)
    }
  }

  fileprivate var terms: MovementTerms? {
    if let price, let currency {
      return Currency(currency).map { .sale(quantity: quantity, Price(price, $0)) }
    }
    guard let reason else { return .delivery(quantity: quantity) }
    return RemovalReason(rawValue: reason).map { .writeOff(quantity: quantity, $0) }
  }
}
