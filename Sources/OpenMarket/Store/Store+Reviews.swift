import Foundation

extension Store {
  /// A page of the reviews of an item; nil if there is no such item.
  func reviews(_ query: ReviewQuery) async throws -> ReviewPage? {
    try await read { database in
      guard try ItemRows(database: database).passwordHash(ofItem: query.itemID) != nil else { return nil }
      return try ReviewRows(database: database).page(query)
    } ?? nil
  }

  /// One review; nil for an unknown id.
  func review(id: Int) async throws -> Review? {
    try await read { try ReviewRows(database: $0).review(id: id) } ?? nil
  }

  /// The item of a review and the hash of the review's own password.
  func owners(ofReview id: Int) async throws -> (item: Int, passwordHash: String)? {
    try await read { try ReviewRows(database: $0).owners(ofReview: id) } ?? nil
  }

  /// The review that was written with a receipt, and its password hash; nil if there is none. Throws
  /// `MarketplaceError.unknownReceipt`.
  func review(withReceipt code: String, item: Int) async throws -> (id: Int, passwordHash: String)? {
    try await read { database in
      let rows = ReviewRows(database: database)
      let sale = try SaleRows(database: database).sale(ofTyped: code, item: item)
      guard let id = try rows.id(ofSale: sale.sale), let owners = try rows.owners(ofReview: id) else {
        return nil
      }
      return (id, owners.passwordHash)
    } ?? nil
  }

  /// The review that was written under a key, as it is now, and its password hash; nil if the key was not used. Throws
  /// `MarketplaceError.goneReview` if the review was deleted, and `idempotencyKeyReused`.
  func review(
    writtenUnder key: IdempotencyKey, at date: Date
  ) async throws -> (review: Review, passwordHash: String)? {
    try await read { database in
      let records = IdempotencyRecords(database: database)
      // Its own record first: that of an earlier version may be of another author.
      guard let ids = try records.ids(for: key, at: date) ?? records.formerIDs(for: key, at: date) else {
        return nil
      }
      let rows = ReviewRows(database: database)
      guard let review = try rows.review(id: ids.lowerBound),
        let owners = try rows.owners(ofReview: ids.lowerBound)
      else { throw MarketplaceError.goneReview(id: ids.lowerBound) }
      return (review, owners.passwordHash)
    } ?? nil
  }

  /// Stores a review and returns it, and whether it is new. With a receipt that has a review, that one is changed, if its
  /// password hash is still the verified one. Nil if the item is gone, the hash has changed or the key was used before.
  ///
  /// - Parameters:
  ///   - passwordHash: That of a new review.
  ///   - verified: The verified hash of the review that the receipt has; nil if it has none.
  ///   - key: The Idempotency-Key of the request; nil without one.
  func write(
    _ draft: ReviewDraft, item: Int, passwordHash: String, verified: String?, key: IdempotencyKey? = nil,
    at date: Date
  ) async throws -> (review: Review, isNew: Bool)? {
    try await writeExisting(.writing(bytes: draft.bytes)) { database in
      guard try ItemRows(database: database).passwordHash(ofItem: item) != nil else { return nil }
      let rows = ReviewRows(database: database)
      let records = IdempotencyRecords(database: database)
      if let key {
        try records.deleteExpired(at: date)
        guard try records.ids(for: key, at: date) == nil else { return nil }
      }
      let sale = try draft.receipt.map { try SaleRows(database: database).sale(ofTyped: $0, item: item) }
      if let sale, let id = try rows.id(ofSale: sale.sale) {
        guard try rows.owners(ofReview: id)?.passwordHash == verified else { return nil }
        try rows.update(id, to: draft, isVerified: sale.stands, at: date)
        if let key { try records.insert(key, id...id, at: date) }
        let review = try rows.existing(id)
        try LogRows(database, at: date).record(
          .review, .review(.reviewChanged, review, in: database))
        return (review, false)
      }
      let id = try rows.insert(draft, item: item, sale: sale, passwordHash: passwordHash, at: date)
      if let key { try records.insert(key, id...id, at: date) }
      let review = try rows.existing(id)
      try LogRows(database, at: date).record(
        .review, .review(.reviewed, review, in: database))
      return (review, true)
    } ?? nil
  }

  /// Stores the answer to a review, if the item's password hash is still the verified one; nil if it is not, or if the review
  /// is gone. Throws `MarketplaceError.answered` for a review with another answer.
  func answer(review id: Int, _ text: String, itemHash: String, at date: Date) async throws -> Review? {
    try await withReview(id, itemHash: itemHash, purpose: .writing(bytes: text.utf8.count)) { rows, review in
      guard review.answer == nil || review.answer?.text == text else {
        throw MarketplaceError.answered(id: id)
      }
      guard review.answer == nil else { return review }
      try rows.answer(id, text, at: date)
      let answered = try rows.existing(id)
      try LogRows(rows.database, at: date).record(
        .review, .review(.answered, answered, in: rows.database))
      return answered
    }
  }

  /// Folds the text of a review; nil as for `answer`.
  func fold(review id: Int, itemHash: String) async throws -> Review? {
    let date = options.now()
    return try await withReview(id, itemHash: itemHash, purpose: .writing) { rows, review in
      guard !review.isFolded else { return review }
      try rows.fold(id)
      try LogRows(rows.database, at: date).record(
        .review, .review(.folded, review, in: rows.database))
      return try rows.existing(id)
    }
  }

  /// Deletes a review if its password hash is still the verified one, and returns what it was; nil if it is not.
  func delete(review id: Int, passwordHash: String) async throws -> Review? {
    let date = options.now()
    return try await writeExisting(.deleting) { database -> Review? in
      let rows = ReviewRows(database: database)
      guard try rows.owners(ofReview: id)?.passwordHash == passwordHash else { return nil }
      let review = try rows.existing(id)
      try rows.delete(review)
      try LogRows(database, at: date).record(
        .review, .review(.reviewDeleted, review, in: database))
      return review
    } ?? nil
  }

  /// Deletes a review on behalf of the operator, records why, and returns what it was; nil if there is none.
  func remove(review id: Int, reason: String, at date: Date) async throws -> Review? {
    try await writeExisting(.deleting) { database -> Review? in
      let rows = ReviewRows(database: database)
      guard let review = try rows.review(id: id) else { return nil }
      try rows.delete(review)
      try rows.log(removalOf: review, reason: reason, at: date)
      try LogRows(database, at: date).record(
        .review, .review(.reviewDeleted, review, in: database))
      return review
    } ?? nil
  }

  private func withReview(
    _ id: Int, itemHash: String, purpose: TransactionPurpose,
    _ work: @escaping @Sendable (ReviewRows, Review) throws -> Review
  ) async throws -> Review? {
    try await writeExisting(purpose) { database -> Review? in
      let rows = ReviewRows(database: database)
      guard let review = try rows.review(id: id),
        try ItemRows(database: database).passwordHash(ofItem: review.itemID) == itemHash
      else { return nil }
      return try work(rows, review)
    } ?? nil
  }
}

extension ReviewDraft {
  /// The length of its texts in the store.
  var bytes: Int { text.utf8.count + (author?.utf8.count ?? 0) }
}
