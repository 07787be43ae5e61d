import Foundation

/// Reviews: everyone may write one, its author deletes it, and the item's owner answers it and folds its text. The stars
/// count until the review is deleted.
extension Marketplace {
  /// A page of the reviews of an item, with its ratings.
  package func reviews(_ query: ReviewQuery) async throws -> ReviewPage {
    try await store.reviews(query).orThrow(MarketplaceError.noSuchItem(id: query.itemID))
  }

  /// Stores a review and returns it, whether it is new, and whether it was written before under the key. A receipt is one review: written again it is changed, for the
  /// password that it was written with. A request that is repeated under the same `key` writes nothing again.
  ///
  /// - Parameters:
  ///   - key: The text of an Idempotency-Key; nil without one.
  ///   - client: The network address of the client, by which reviews and wrong passwords are limited; nil in this process.
  package func write(
    _ draft: ReviewDraft, item: Int, password: String, key: String?, client: String?
  ) async throws -> (review: Review, isNew: Bool, isRepeated: Bool) {
    try validatePassword(password)
    if let key { try IdempotencyKey.validate(key) }
    try await store.admitWrite()
    let key = try await reviewKey(key, draft, item: item, password: password, client: client)
    if let review = try await replayed(key, password, client: client) { return (review, false, true) }
    return try await reviewLimits.counting(item, hasReceipt: draft.receipt != nil, by: client, at: clock()) {
      // Before a password is hashed, which takes long.
      _ = try await store.passwordHash(ofItem: item).orThrow(MarketplaceError.noSuchItem(id: item))
      while true {
        // Another request under the same key may have been faster.
        if let review = try await replayed(key, password, client: client) { return (review, false, true) }
        var former: (id: Int, passwordHash: String)?
        if let receipt = draft.receipt { former = try await store.review(withReceipt: receipt, item: item) }
        if let former { _ = try await authorize(review: former.id, password, client: client) }
        let hash =
          if let former { former.passwordHash } else {
            try await passwords.hash(password, for: client.map { "review \($0)" } ?? "review")
          }
        let written = try await store.write(
          draft, item: item, passwordHash: hash, verified: former?.passwordHash, key: key,
          at: now())
        if let written { return (written.review, written.isNew, false) }
        _ = try await store.passwordHash(ofItem: item).orThrow(MarketplaceError.noSuchItem(id: item))
        // Another request has written with the same receipt or key meanwhile.
      }
    }
  }

  /// The key of a request that writes a review: with another password the same text is another key.
  private func reviewKey(
    _ text: String?, _ draft: ReviewDraft, item: Int, password: String, client: String?
  ) async throws -> IdempotencyKey? {
    guard let text, let hash = try await sellerHash(of: password, isNew: false, client: client) else {
      return nil
    }
    let key = IdempotencyKey(text, writing: draft, item: item, passwordHash: hash)
    try await countNames(codes: [], key, hash: hash, client: client)
    return key
  }

  /// The review that was written under the key, as it is now; nil where there is none.
  private func replayed(
    _ key: IdempotencyKey?, _ password: String, client: String?
  ) async throws -> Review? {
    guard let key, let (review, hash) = try await store.review(writtenUnder: key, at: now()),
      try await verify(password, hash: hash, of: "review \(review.id)", client: client)
    else { return nil }
    return review
  }

  /// One review.
  package func review(id: Int) async throws -> Review {
    let review = try await store.read { try ReviewRows(database: $0).review(id: id) } ?? nil
    return try review.orThrow(MarketplaceError.noSuchReview(id: id))
  }

  /// Stores the answer of the item's owner to a review and returns the review.
  ///
  /// - Parameter password: That of the item.
  package func answer(review id: Int, _ text: String, password: String, client: String?) async throws
    -> Review
  {
    try ReviewField.answer.checkGiven(text)
    try await store.admitWrite()
    let hash = try await authorize(itemOfReview: id, password, client: client)
    return try await store.answer(review: id, text, itemHash: hash, at: now()).orThrow(
      MarketplaceError.noSuchReview(id: id))
  }

  /// Folds the text of a review and returns the review.
  ///
  /// - Parameter password: That of the item.
  package func fold(review id: Int, password: String, client: String?) async throws -> Review {
    let hash = try await authorize(itemOfReview: id, password, client: client)
    return try await store.fold(review: id, itemHash: hash).orThrow(MarketplaceError.noSuchReview(id: id))
  }

  /// Deletes a review and returns what it was.
  func delete(review id: Int, password: String, client: String?) async throws -> Review {
    let hash = try await authorize(review: id, password, client: client)
    return try await store.delete(review: id, passwordHash: hash, at: now()).orThrow(
      MarketplaceError.noSuchReview(id: id))
  }

  /// The password hash of a review, where the password is right. An unknown id takes as long as a wrong password.
  private func authorize(review id: Int, _ password: String, client: String?) async throws -> String {
    try validatePassword(password)
    let hash = try await store.owners(ofReview: id)?.passwordHash
    guard try await verify(password, hash: hash, of: "review \(id)", client: client), let hash else {
      throw hash == nil ? MarketplaceError.noSuchReview(id: id) : .wrongReviewPassword(id: id)
    }
    return hash
  }

  /// The password hash of the item of a review, where the password is the item's.
  private func authorize(
    itemOfReview id: Int, _ password: String, client: String?
  ) async throws -> String {
    guard let item = try await store.owners(ofReview: id)?.item else {
      // Takes as long as a wrong password.
      if !isOperated { _ = try await authorize(review: id, password, client: client) }
      throw MarketplaceError.noSuchReview(id: id)
    }
    return try await authorize(item, .password(password), client: client)
  }

  /// Removes a review on behalf of the operator, records why, and returns what it was. Throws a `ReviewValidationError` for a reason
  /// that is empty or too long.
  package func remove(review id: Int, reason: String) async throws -> Review {
    try ReviewField.reason.checkGiven(reason, atMost: ReviewLimits.reason)
    return try await store.delete(review: id, passwordHash: nil, reason: reason, at: now()).orThrow(
      MarketplaceError.noSuchReview(id: id))
  }
}
