package import Foundation

/// A number of stars in a review.
package enum Stars: Int, Codable, Sendable, CaseIterable {
  case one = 1
  case two
  case three
  case four
  case five
}

/// The ratings of an item: how often each number of stars was given.
package struct Rating: Sendable, Equatable {
  /// How many ratings have one star, two stars, and so on to five.
  package private(set) var counts: [Int]
  /// How many are of a verified purchase.
  package private(set) var verifiedCount: Int

  /// - Parameter counts: Five numbers; missing ones are 0.
  package init(counts: [Int] = [], verifiedCount: Int = 0) {
    self.counts = Stars.allCases.indices.map { $0 < counts.count ? counts[$0] : 0 }
    self.verifiedCount = verifiedCount
  }

  /// How many ratings there are.
  package var count: Int { counts.reduce(0, +) }

  /// How many ratings have so many stars.
  package func count(of stars: Stars) -> Int { counts[stars.rawValue - 1] }

  /// The mean and the number of ratings.
  package var summary: RatingSummary { RatingSummary(sum: sum, count: count) }

  /// All stars together.
  private var sum: Int { zip(1..., counts).reduce(0) { $0 + $1.0 * $1.1 } }

  mutating func add(_ stars: Stars, isVerified: Bool) {
    counts[stars.rawValue - 1] += 1
    if isVerified { verifiedCount += 1 }
  }

  mutating func remove(_ stars: Stars, isVerified: Bool) {
    counts[stars.rawValue - 1] -= 1
    if isVerified { verifiedCount -= 1 }
  }

  /// The quantile of the standard normal distribution of 95 %.
  private static let z = 1.65

  /// The lower bound of the mean by which items are sorted: few ratings give a low one.
  ///
  /// Each number of stars counts once more than it was given; the bound is the mean of that posterior (a Dirichlet
  /// distribution) less z of its standard deviations (Evan Miller, "Ranking Items With Star Ratings",
  /// https://www.evanmiller.org/ranking-items-with-star-ratings.html).
  package var lowerBound: Double {
    let total = Double(count + counts.count)
    var mean = 0.0
    var square = 0.0
    for (stars, count) in zip(1..., counts) {
      let share = Double(count + 1) / total
      mean += Double(stars) * share
      square += Double(stars * stars) * share
    }
    return mean - Self.z * ((square - mean * mean) / (total + 1)).squareRoot()
  }
}

/// A summary of an item's ratings, for lists.
package struct RatingSummary: Sendable, Equatable {
  /// Decimals of the mean. With as many the sum of a billion ratings can be told from it.
  private static let meanDigits = 12

  /// The mean number of stars, 1 to 5, cut after twelve decimals; nil without ratings.
  package let mean: Decimal?
  package let count: Int

  /// Nil for a mean and a number that no ratings can have.
  package init?(mean: Decimal?, count: Int) {
    guard count >= 0, (count == 0) == (mean == nil), mean.map({ $0 >= 1 && $0 <= 5 }) ?? true else {
      return nil
    }
    self.mean = mean
    self.count = count
  }

  /// - Parameter sum: All stars together.
  init(sum: Int, count: Int) {
    self.count = count
    mean = count == 0 ? nil : (Decimal(sum) / Decimal(count)).cut(toDigits: Self.meanDigits)
  }

  /// The mean in tenths of a star, cut and not rounded: 49 for 4.99; nil without ratings.
  package var tenths: Int? {
    mean.map { NSDecimalNumber(decimal: ($0 * 10).cut(toDigits: 0)).intValue }
  }
}

extension Decimal {
  /// A number of at least 0 without the digits after so many decimals.
  fileprivate func cut(toDigits digits: Int) -> Decimal {
    var (number, cut) = (self, Decimal())
    NSDecimalRound(&cut, &number, digits, .down)
    return cut
  }
}
