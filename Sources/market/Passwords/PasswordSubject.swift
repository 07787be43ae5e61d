import Console

/// What a password is for.
enum PasswordSubject: Equatable {
  case item(Int)
  /// A review, by its id.
  case review(Int)
  /// The review that was written with a receipt.
  case receipt
  /// The item of a review, by the id of the review.
  case itemOfReview(Int)

  /// Whether the password is one of a review.
  var isReview: Bool {
    switch self {
    case .review, .receipt: true
    case .item, .itemOfReview: false
    }
  }

  /// The name within a sentence.
  var name: LocalizedPhrase {
    switch self {
    case .item(let id): "item \(id)"
    case .review(let id): "review \(id)"
    case .receipt: "the review with this receipt"
    case .itemOfReview(let id): "the item of review \(id)"
    }
  }

  /// The sentence for a wrong password, without a full stop.
  var wrong: LocalizedPhrase { "Wrong password for \(name)" }
}
