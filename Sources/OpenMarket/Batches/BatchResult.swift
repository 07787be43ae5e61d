/// The result of one line of a batch.
package struct BatchResult: Sendable, Equatable {
  package enum Outcome: String, Codable, Sendable, CaseIterable {
    case added
    case updated
    case unchanged
    case deleted
    case refused
  }

  package let outcome: Outcome
  /// The key of the line, where it had one.
  package var key: String?
  /// The item; nil where it was refused and is not known.
  package var id: Int?
  /// The state of the item after it.
  package var version: String?
  /// Why it was refused; nil where it was not.
  package var refusal: BatchRefusal?

  package init(
    _ outcome: Outcome, key: String? = nil, id: Int? = nil, version: String? = nil,
    refusal: BatchRefusal? = nil
  ) {
    self.outcome = outcome
    self.key = key
    self.id = id
    self.version = version
    self.refusal = refusal
  }
}

/// Why a line of a batch is refused.
package enum BatchRefusal: Error, Sendable, Equatable {
  /// A value is not valid.
  case invalid(ValidationError)
  /// Another item of the seller has this value of a key.
  case taken(ItemKey)
  case noSuchItem
  case wrongPassword
  /// Too many wrong passwords for this item came from this client.
  case tooManyAttempts(retryAfter: Int)
  /// The item is not the one that the change is for. `present` has the fields that have changed, as they are; none for a
  /// version of the whole item.
  case changed(version: String, present: BatchItem = BatchItem())
  /// A change of the stock without a key, by which it is made once.
  case keyMissing
  case ledger(LedgerRefusal)
  /// The reason of a market that sends others.
  case other(code: String?, field: String?, reason: String)
}

/// A batch in which one line is refused, where all or none is wanted: the number of the line, from 0.
package struct BatchAborted: Error, Sendable, Equatable {
  package let line: Int
  package let reason: BatchRefusal
}
