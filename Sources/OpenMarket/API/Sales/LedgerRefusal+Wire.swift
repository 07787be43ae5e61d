import Foundation

extension APIError {
  /// The error of the API for what the ledger does not record: 409 where the stock or another movement stands against it,
  /// 400 where the request is wrong by itself.
  init(_ refusal: LedgerRefusal) {
    func error(
      _ status: Int, _ code: Code, _ field: ItemField, _ details: Details? = nil
    ) -> APIError {
      APIError(
        status: status, code: code, reason: refusal.sentence.english, field: field.rawValue, details: details)
    }
    self =
      switch refusal {
      case .notEnough(let item, let stock, let quantity):
        error(409, .notEnough, .quantity, Details(item: item, stock: stock, quantity: quantity))
      case .aboveLimit(let item): error(409, .stockLimit, .quantity, Details(item: item))
      case .otherTerms(let item, let entry, let reference, let recorded, let given):
        error(
          409, .otherTerms, .reference,
          Details(
            item: item, entry: entry, reference: reference, recorded: Details.Terms(recorded),
            given: Details.Terms(given)))
      case .otherTime(let item, let entry, let reference):
        error(409, .otherTerms, .time, Details(item: item, entry: entry, reference: reference))
      case .referenceTaken(let item, let entry, let reference):
        error(409, .referenceTaken, .reference, Details(item: item, entry: entry, reference: reference))
      case .notSold(let item, let returnable, let quantity):
        error(409, .notSold, .quantity, Details(item: item, quantity: quantity, returnable: returnable))
      case .allReturned(let item, let reference):
        error(409, .notSold, .quantity, Details(item: item, returnable: 0, reference: reference))
      case .noSuchSale(let item, let reference):
        error(409, .noSuchSale, .reference, Details(item: item, reference: reference))
      case .inFuture: error(400, .inFuture, .time)
      case .beforeCount(let item, let counted):
        error(409, .beforeCount, .time, Details(item: item, countedAt: counted.timeIntervalSince1970))
      case .notCounted(let item): error(409, .notCounted, .time, Details(item: item))
      case .stockMoved(let item, let expected, let stock):
        error(409, .stockMoved, .stock, Details(item: item, stock: stock, expected: expected))
      case .noSuchEntry(let entry): error(404, .noSuchEntry, .entry, Details(entry: entry))
      case .notASale(let entry): error(409, .notASale, .entry, Details(entry: entry))
      case .alreadyCorrected(let entry, let by):
        error(409, .alreadyCorrected, .entry, Details(entry: entry, by: by))
      case .belowReturns(let entry, let returned):
        error(409, .belowReturns, .quantity, Details(entry: entry, returned: returned))
      case .amountTooLarge(let item): error(409, .amountTooLarge, .price, Details(item: item))
      case .tooMany(let item): error(409, .tooManyMovements, .quantity, Details(item: item))
      }
  }
}

extension LedgerRefusal {
  /// Reads the error that a market sends; nil for another one.
  init?(_ code: APIError.Code, _ details: APIError.Details?) {
    let details = details ?? APIError.Details()
    let (item, entry, reference) = (details.item ?? 0, details.entry ?? 0, details.reference ?? "")
    switch code {
    case .notEnough:
      self = .notEnough(item: item, stock: details.stock ?? 0, quantity: details.quantity ?? 0)
    case .stockLimit: self = .aboveLimit(item: item)
    case .otherTerms:
      if let recorded = details.recorded?.terms, let given = details.given?.terms {
        self = .otherTerms(item: item, entry: entry, reference: reference, recorded, given: given)
      } else {
        self = .otherTime(item: item, entry: entry, reference: reference)
      }
    case .referenceTaken: self = .referenceTaken(item: item, entry: entry, reference: reference)
    case .notSold:
      self =
        details.reference.map { .allReturned(item: item, reference: $0) }
        ?? .notSold(item: item, returnable: details.returnable ?? 0, quantity: details.quantity ?? 0)
    case .noSuchSale: self = .noSuchSale(item: item, reference: reference)
    case .inFuture: self = .inFuture
    case .beforeCount:
      self = .beforeCount(item: item, counted: Date(secondsInYears: details.countedAt ?? 0))
    case .notCounted: self = .notCounted(item: item)
    case .stockMoved:
      self = .stockMoved(item: item, expected: details.expected ?? 0, stock: details.stock ?? 0)
    case .noSuchEntry: self = .noSuchEntry(entry)
    case .notASale: self = .notASale(entry: entry)
    case .alreadyCorrected: self = .alreadyCorrected(entry: entry, by: details.by)
    case .belowReturns: self = .belowReturns(entry: entry, returned: details.returned ?? 0)
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
