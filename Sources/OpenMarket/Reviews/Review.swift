package import Foundation

/// A review of an item.
package struct Review: Sendable, Equatable {
  /// The seller's answer.
  package struct Answer: Sendable, Equatable {
    package let text: String
    package let date: Date
  }

  /// Assigned by the market in ascending order, never used twice.
  package let id: Int
  package let itemID: Int
  package let stars: Stars
  /// Empty for stars alone.
  package let text: String
  /// Nil for none.
  package let author: String?
  /// Whether it is of a sale with a receipt that was not returned or undone.
  package let isVerified: Bool
  /// Whether the seller has folded its text. Its stars count.
  package let isFolded: Bool
  package let date: Date
  /// Nil if it was not changed since.
  package let editDate: Date?
  /// Nil for none.
  package let answer: Answer?
}

/// A page of the reviews of an item, with all of the item's ratings.
package struct ReviewPage: Sendable, Equatable {
  package let rating: Rating
  package let reviews: [Review]
}

/// A page of the reviews of an item.
package struct ReviewQuery: Sendable, Equatable {
  /// The order. Among as many stars the newest review is the first.
  package enum Sort: String, Sendable, CaseIterable {
    case newest
    case lowest
    case highest
  }

  package static let defaultSize = 20
  /// The longest texts of so many fit into a small response.
  package static let largestSize = 50

  package let itemID: Int
  /// Counted from 1.
  package var number: Int
  package var size: Int
  package var sort: Sort

  package init(item id: Int, page number: Int = 1, size: Int = defaultSize, sort: Sort = .newest) {
    itemID = id
    self.number = number
    self.size = size
    self.sort = sort
  }
}
