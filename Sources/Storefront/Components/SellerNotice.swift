import SystemSupport
import Wording

/// A message about a form that was done, on the page that follows it. The address has it as a word.
enum SellerNotice: String {
  case added
  case edited
  case sold
  case restocked
  case deleted
  case deletedForGood = "deleted-for-good"
  case restored
  case folded
  case answered

  var words: LocalizedPhrase {
    switch self {
    case .added: LocalizedPhrase("The item was added.")
    case .edited: LocalizedPhrase("The changes were saved.")
    case .sold: LocalizedPhrase("The sale was recorded.")
    case .restocked: LocalizedPhrase("The delivery was recorded.")
    case .deleted: LocalizedPhrase("The item was deleted.")
    case .deletedForGood: LocalizedPhrase("The item was deleted for good.")
    case .restored: LocalizedPhrase("The item was restored.")
    case .folded: LocalizedPhrase("The review was folded.")
    case .answered: LocalizedPhrase("The answer was saved.")
    }
  }

  /// The address of a page with the message.
  func url(_ page: PageURL, item: Int? = nil) -> PageURL {
    page.adding([("done", rawValue)] + (item.map { [("item", String($0))] } ?? []))
  }
}
