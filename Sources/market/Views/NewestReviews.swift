import Console
import OpenMarket

/// The ratings of an item by star and its newest reviews, below its card.
struct NewestReviews {
  /// How many reviews are shown.
  static let count = 3
  /// The most lines of the text of each.
  static let textLines = 3

  let rating: Rating
  let lines: [String]
}

extension CommandContext {
  /// The newest reviews of an item; nil if there are none, or where the item is data for a program.
  /// A failure is noted, since the item itself is there.
  ///
  /// - Parameter command: The command that shows all reviews.
  func newestReviews(of item: Item, all command: String) async throws -> NewestReviews? {
    guard isForPerson, let count = item.rating?.count, count > 0 else { return nil }
    guard let page = try await newestPage(of: item) else { return nil }
    var lines =
      format.isFlat
      ? page.rating.flatHistogram(format)
      : [""] + page.rating.histogram(format, console.style, columns: console.columns)
    for review in page.reviews {
      lines += [""] + self.lines(of: review, limit: NewestReviews.textLines)
    }
    if page.rating.count > page.reviews.count {
      let more = format.text("… more: \(command)")
      lines +=
        format.isFlat ? [more] : more.wrapped(toWidth: console.columns, hanging: 2).map(console.style.dim)
    }
    return NewestReviews(rating: page.rating, lines: lines)
  }

  private func newestPage(of item: Item) async throws -> ReviewPage? {
    do {
      return try await market.latestReviews(ReviewQuery(item: item.id, size: NewestReviews.count)).value
    } catch {
      guard error != .cancelled else { throw error }
      note("The reviews cannot be shown: \(format.text(error.message).sanitizedLine)")
      return nil
    }
  }
}
