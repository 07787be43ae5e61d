package import HTTP
package import SystemSupport

/// Why a request to a market failed, as data. The command line has the sentences.
package enum ClientError: CausedError, Sendable, Equatable {
  case noSuchItem(id: Int)
  /// The item of this id or SKU, or those of a range, were not deleted, or are gone for good.
  case notInTrash(String)
  case wrongPassword(id: Int)
  case noSuchReview(id: Int)
  /// The password is not the review's; nil for the review of a receipt.
  case wrongReviewPassword(id: Int?)
  /// The password is not that of the item of the review.
  case wrongItemPassword(review: Int)
  /// The review has another answer.
  case answered(review: Int)
  /// The code is of no receipt of a sale of the item.
  case unknownReceipt(String)
  /// The market has items, and not this.
  case unsupported(MarketFeature)
  /// Nothing of a batch was done, because of one line.
  case batchAborted(BatchAborted)
  /// The market rejected the data that it was sent, for the reason that it gives.
  case rejected(reason: String)
  /// Only the operator of the market may do this.
  case operatorOnly
  /// No seller has the id or the name, or several have it.
  case noSuchVendor(String)
  /// Another seller has the id or the identifier, or this name, for which a new one can be mistaken.
  case vendorTaken(String, isName: Bool)
  /// The market does not accept the signature of its operator, for the reason that it gives.
  case signatureRefused(reason: String)
  /// Another item of the same seller has this SKU.
  case skuTaken(String)
  /// Another item of the seller has this barcode.
  case barcodeTaken(String)
  /// Another item of the same seller has got the SKU that an item in the trash is to have; nil for its own.
  case skuTakenMeanwhile(id: Int, sku: String?)
  /// Another item of the same seller was imported under the reference of an item in the trash.
  case referenceTaken(id: Int)
  /// The market keeps sales to itself.
  case privateSales
  /// The market keeps revenue to itself.
  case privateRevenue
  /// The market keeps its rankings to itself.
  case privateRankings
  /// The period has not begun at the market.
  case future(SalesPeriod)
  /// An image that was to stay is none of the item's any more.
  case imagesChanged(item: Int)
  /// The market does not take an entry of its log back.
  case undo(UndoRefusal)
  /// The market's ledger does not record a movement.
  case ledger(LedgerRefusal)
  /// The session returned no response.
  case noResponse(server: String, SessionError)
  /// The server cannot answer at present: 429 or 5xx.
  ///
  /// - Parameter isUnconfirmed: Whether the market says that it may have done what the request asked for.
  case unavailable(server: String, status: Int, reason: String?, isUnconfirmed: Bool = false)
  /// The response does not conform to the Open Market API.
  case unexpectedResponse(server: String, ResponseDefect)
  /// The embedded market's store failed.
  case store(StoreError)
  /// The session threw an error of a kind that no session documents.
  case sessionFailed(server: String, UnderlyingError)
  /// The task was cancelled.
  case cancelled

  /// Whether the same call may succeed later.
  package var isTemporary: Bool {
    switch self {
    case .noResponse(_, let error): error.isTemporary
    case .unavailable, .store(.busy): true
    default: false
    }
  }

  /// Whether the market may have done what the request asked for. A status of 503 or 507 says that it has not, unless
  /// the response has the code `store_unconfirmed`.
  package var leavesOutcomeUnknown: Bool {
    switch self {
    case .noResponse(_, let error): error.mayHaveArrived
    case .unavailable(_, let status, _, let isUnconfirmed):
      isUnconfirmed || ![429, 503, 507].contains(status)
    case .unexpectedResponse(_, .unreadable(.otherType)): false
    case .unexpectedResponse(_, .unreadable), .unexpectedResponse(_, .empty), .sessionFailed, .cancelled: true
    case .store(let error): error.leavesOutcomeUnknown
    default: false
    }
  }

  /// The error that caused this one, if another module reported it.
  package var cause: (any Error)? {
    switch self {
    // The session's error has no more words than this one.
    case .noResponse(_, let error): error.cause
    case .store(let error): error
    case .sessionFailed(_, let underlying): underlying.error
    default: nil
    }
  }
}

/// A part of the Open Market API that a market may lack.
package enum MarketFeature: Sendable, Equatable {
  /// Movements, sales and rankings.
  case ledger
  case reviews
  /// Deleted items that can be restored.
  case trash
  /// The log of writes, and undo.
  case log
  /// Settings, sellers, and forgetting what was deleted.
  case operation
  /// Several items in one request.
  case batches
  /// Conditions of lists that only a market can decide.
  case filters
  /// The words of a search, and the order of a list.
  case search
  case sorting
  /// SKUs and barcodes as names of items.
  case codes
  /// Changes that depend on the present values of an item.
  case relativeChanges
  /// The fields of items that v1 has not.
  case fields
  /// The pieces and prices of a list, added up.
  case totals
  /// The images of an item one at a time.
  case imageOrder
  /// Giving an item another password.
  case itemPasswords
  /// A field of a request by its key, which newer markets know.
  case field(String)
}

/// The cause of an error, of any type. Two are equal if their descriptions are.
package struct UnderlyingError: Sendable, Equatable {
  package let error: any Error

  package init(_ error: any Error) {
    self.error = error
  }

  package static func == (one: UnderlyingError, other: UnderlyingError) -> Bool {
    String(reflecting: one.error) == String(reflecting: other.error)
  }
}

extension ClientError {
  /// Runs work at a store. Throws `store` for a `StoreError`, as a market in this process does.
  package static func reporting<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch let error as StoreError {
      throw ClientError.store(error)
    }
  }
}

/// How a response departs from the Open Market API.
package enum ResponseDefect: Sendable, Equatable {
  /// The body is not the expected JSON.
  case unreadable(JSONDefect)
  /// The body is empty.
  case empty(status: Int)
  /// A status that is neither a success nor an error.
  case unexpectedStatus(Int)
  /// An error status without a reason in the body.
  case noReason(status: Int)
  /// 404 for a path that does not name an item.
  case unknownPath
  /// The response to a deletion names another item.
  case deletedOther(id: Int, insteadOf: Int)
  /// The call cannot be encoded as a request, so there is no response.
  case noRequest
  /// A list has a page that it had before.
  case samePage
  /// A list has more rows than this, or more pages.
  case tooManyRows(Int)
  case tooManyPages(Int)
}
