import Foundation

/// The table of reviews. Each change of a review also changes the rating of its item. Use it only inside a transaction.
struct ReviewRows {
  let database: any Database

  private var ratings: RatingRows { RatingRows(database: database) }

  // MARK: Reading

  /// A page, with the item's ratings. An order by stars takes a statement for each number of stars on the page.
  func page(_ query: ReviewQuery) throws -> ReviewPage {
    let rating = try ratings.rating(ofItem: query.itemID)
    let (first, overflow) = (query.number - 1).multipliedReportingOverflow(by: query.size)
    guard !overflow, first < rating.count else { return ReviewPage(rating: rating, reviews: []) }
    let window = first..<min(first + query.size, rating.count)
    let reviews =
      switch query.sort {
      case .newest: try self.reviews(ofItem: query.itemID, nil, window: window)
      case .lowest: try self.reviews(ofItem: query.itemID, Stars.allCases, rating: rating, window: window)
      case .highest:
        try self.reviews(ofItem: query.itemID, Stars.allCases.reversed(), rating: rating, window: window)
      }
    return ReviewPage(rating: rating, reviews: reviews)
  }

  /// - Parameter order: Which stars come first.
  private func reviews(
    ofItem id: Int, _ order: [Stars], rating: Rating, window: Range<Int>
  ) throws -> [Review] {
    var reviews: [Review] = []
    var start = 0
    for stars in order {
      let range = start..<start + rating.count(of: stars)
      let part = window.clamped(to: range)
      if !part.isEmpty {
        reviews += try self.reviews(
          ofItem: id, stars, window: part.lowerBound - start..<part.upperBound - start)
      }
      start = range.upperBound
    }
    return reviews
  }

  /// Reviews with so many stars, or all, the newest first.
  private func reviews(ofItem id: Int, _ stars: Stars?, window: Range<Int>) throws -> [Review] {
    try database.rows(
      """
      SELECT \(Self.columns) FROM review WHERE item_id = ? \(stars == nil ? "" : "AND stars = ?")
      ORDER BY id DESC LIMIT ? OFFSET ?
      """,
      [.integer(id)] + (stars.map { [.integer($0.rawValue)] } ?? []) + [
        .integer(window.count), .integer(window.lowerBound),
      ], as: Self.review)
  }

  /// A review of an item that is for sale; nil for another id.
  func review(id: Int) throws -> Review? {
    try database.rows(
      "SELECT \(Self.columns) FROM review WHERE id = ? AND \(Self.isListed)", .integer(id), as: Self.review
    ).first
  }

  /// The item is not in the trash.
  private static let isListed = "EXISTS (SELECT 1 FROM item WHERE item.id = review.item_id AND state < 2)"

  /// The review with an id that is known to exist.
  func existing(_ id: Int) throws -> Review {
    return try review(id: id).orThrow(StoreError.damaged)
  }

  /// The item of a review and the hash of the review's own password.
  func owners(ofReview id: Int) throws -> (item: Int, passwordHash: String)? {
    try database.rows(
      "SELECT item_id, password_hash FROM review WHERE id = ? AND \(Self.isListed)", .integer(id)
    ) { ($0.integer(0), $0.text(1)) }.first
  }

  /// The review that was written with the receipt of a sale.
  func id(ofSale sale: Int) throws -> Int? {
    try database.integer("SELECT id FROM review WHERE sale_id = ?", .integer(sale))
  }

  private static let columns = """
    id, item_id, stars, text, author, verified, folded, date, edit_date, answer, answer_date
    """

  private static func review(_ row: any DatabaseRow) throws(StoreError) -> Review {
    guard let stars = Stars(rawValue: row.integer(2)) else { throw row.damage(in: 2) }
    return Review(
      id: row.integer(0), itemID: row.integer(1), stars: stars, text: row.text(3),
      author: row.isNull(4) ? nil : row.text(4), isVerified: row.integer(5) == 1,
      isFolded: row.integer(6) == 1, date: row.date(7), editDate: row.isNull(8) ? nil : row.date(8),
      answer: row.isNull(9) ? nil : Review.Answer(text: row.text(9), date: row.date(10)))
  }

  // MARK: Writing

  /// Inserts a review and returns its id.
  func insert(
    _ draft: ReviewDraft, item: Int, sale: ReceiptSale?, passwordHash: String, at date: Date
  ) throws -> Int {
    let isVerified = sale?.stands ?? false
    let id = try database.insert(
      """
      INSERT INTO review (item_id, stars, sale_id, verified, date, password_hash, author, text)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(item), .integer(draft.stars.rawValue), .integer(sale?.sale), .integer(isVerified ? 1 : 0),
      .date(date), .text(passwordHash), .text(draft.author), .text(draft.text))
    try ratings.change(ofItem: item) { $0.add(draft.stars, isVerified: isVerified) }
    return id
  }

  /// Replaces the contents of a review that the draft has. The seller's answer and the folding stay.
  func update(_ id: Int, to draft: ReviewDraft, isVerified: Bool, at date: Date) throws {
    let before = try existing(id)
    let author = draft.left.contains(.author) ? before.author : draft.author
    let text = draft.left.contains(.text) ? before.text : draft.text
    try database.run(
      "UPDATE review SET stars = ?, verified = ?, author = ?, text = ?, edit_date = ? WHERE id = ?",
      .integer(draft.stars.rawValue), .integer(isVerified ? 1 : 0), .text(author), .text(text), .date(date),
      .integer(id))
    try ratings.change(ofItem: before.itemID) { rating in
      rating.remove(before.stars, isVerified: before.isVerified)
      rating.add(draft.stars, isVerified: isVerified)
    }
  }

  /// - Parameter text: Nil to remove the answer.
  func setAnswer(_ text: String?, ofReview id: Int, at date: Date) throws {
    try database.run(
      "UPDATE review SET answer = ?, answer_date = ? WHERE id = ?", .text(text),
      text == nil ? .null : .date(date), .integer(id))
  }

  func setFolded(_ isFolded: Bool, ofReview id: Int) throws {
    try database.run("UPDATE review SET folded = ? WHERE id = ?", .integer(isFolded ? 1 : 0), .integer(id))
  }

  func delete(_ review: Review) throws {
    try database.run("DELETE FROM review WHERE id = ?", .integer(review.id))
    try ratings.change(ofItem: review.itemID) { $0.remove(review.stars, isVerified: review.isVerified) }
  }

  /// Deletes all reviews of an item that goes.
  func delete(ofItem id: Int) throws {
    try database.run("DELETE FROM review WHERE item_id = ?", .integer(id))
  }

  /// Gives the review of a sale the mark of a verified purchase, or takes it if the sale was returned or undone. Call it
  /// when a sale has changed.
  func updateMark(ofSale sale: Int) throws {
    guard let id = try id(ofSale: sale), case let review = try existing(id),
      case let isVerified = try SaleRows(database: database).stands(sale, ofItem: review.itemID),
      isVerified != review.isVerified
    else { return }
    try database.run(
      "UPDATE review SET verified = ? WHERE id = ?", .integer(isVerified ? 1 : 0), .integer(id))
    try ratings.change(ofItem: review.itemID) { rating in
      rating.remove(review.stars, isVerified: review.isVerified)
      rating.add(review.stars, isVerified: isVerified)
    }
  }

  /// Gives a review the mark of its sale, and adds the reviews of its item up again.
  func rebuildMark(of id: Int) throws {
    guard let review = try review(id: id) else { return }
    try database.run("UPDATE review SET verified = \(Self.mark) WHERE id = ?", .integer(id))
    try ratings.rebuild(ofItem: review.itemID)
  }

  /// The mark that a review has by its sale.
  private static let mark = """
    CASE WHEN EXISTS (
      SELECT 1 FROM sale WHERE sale.id = review.sale_id AND sale.item_id = review.item_id AND standing > 0) THEN 1 ELSE 0 END
    """

  /// The reviews whose mark is not that of their sale. Reads all reviews with a receipt.
  func wronglyMarked(limit: Int) throws -> [Int] {
    try database.integers(
      of: "SELECT id FROM review WHERE verified <> \(sql: Self.mark) ORDER BY id LIMIT \(.integer(limit))")
  }

  /// Writes a change of a review into the log of writes.
  func log(_ change: LogChange.Kind, of review: Review, at date: Date) throws {
    try LogRows(database, at: date).record(.review, .review(change, review, in: database))
  }

  /// Records what the operator has removed, and why.
  func log(removalOf review: Review, reason: String, at date: Date) throws {
    try database.run(
      "INSERT INTO removed_review (id, item_id, stars, reason, date) VALUES (?, ?, ?, ?, ?)",
      .integer(review.id), .integer(review.itemID), .integer(review.stars.rawValue), .text(reason),
      .date(date))
  }
}
