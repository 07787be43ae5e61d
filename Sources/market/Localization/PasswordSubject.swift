import Console
import OpenMarket

/// The item or review that a password is for.
enum PasswordSubject: Equatable {
  case item(Int)
  /// A review, by its id.
  case review(Int)
  /// The review that was written with a receipt.
  case receipt
  /// The item of a review, by the id of the review.
  case itemOfReview(Int)
  /// The item of an entry of a history, by the number of the entry.
  case entry(Int)
  /// The items of an entry of the log.
  case logEntry(Int)
  /// The items of a seller in the log.
  case log
  /// The items of a seller in the trash.
  case trash

  /// Whether the password is one of a review.
  var isReview: Bool {
    switch self {
    case .review, .receipt: true
    case .item, .itemOfReview, .entry, .logEntry, .log, .trash: false
    }
  }

  /// The name within a sentence.
  var name: LocalizedPhrase {
    switch self {
    case .item(let id): "item \(id)"
    case .review(let id): "review \(id)"
    case .receipt: "the review with this receipt"
    case .itemOfReview(let id): "the item of review \(id)"
    case .entry(let number): "the item of entry \(number)"
    case .logEntry(let number): "the items of entry \(number) of the log"
    case .log: "the log of your items"
    case .trash: "the items in the trash"
    }
  }

  /// Whether an error says that the subject does not exist, or has another password: a market does not tell these apart for an
  /// entry.
  func isUnknown(_ error: ClientError) -> Bool {
    switch self {
    case .entry(let number): error == .ledger(.noSuchEntry(number))
    case .logEntry(let number): error == .undo(.noSuchEntry(number))
    case .item, .review, .receipt, .itemOfReview, .log, .trash: false
    }
  }

  /// The sentence for a wrong password, without a full stop.
  var wrong: LocalizedPhrase { "Wrong password for \(name)" }
}
