import OpenMarket
import SystemSupport
import Wording

/// The item is not as it was when its form was opened.
struct ChangedItem: Error {}

/// Why a seller is asked to sign in.
enum SellerProblem {
  case signedOut
  case wrongPassword(item: Int)
  case wrongSecret
  case otherVendor
  /// The key of the market was typed where others may read it.
  case exposedKey
  /// A link of the operator that was used, or is of a server that has ended.
  case usedLink
  case tooManyAttempts(seconds: Int)
  case invalid(ValidationError)
  /// No item has the password.
  case unknownPassword
  /// No item has the password, which looks like the key of another market.
  case otherKey
  /// A new password is too short, or the second one differs.
  case shortPassword
  case notRepeated

  /// Nil for an error that is about something else than the credentials.
  init?(_ error: MarketplaceError) {
    switch error {
    case .wrongPassword(let id): self = .wrongPassword(item: id)
    case .unknownVendor: self = .wrongSecret
    case .otherVendor: self = .otherVendor
    case .tooManyAttempts(let seconds): self = .tooManyAttempts(seconds: seconds)
    default: return nil
    }
  }

  var words: LocalizedPhrase {
    switch self {
    case .signedOut:
      "You are not signed in here any more: that ends after an hour, or with the server. Sign in to go on where you were."
    case .wrongPassword(let id): "Wrong password for item \(String(id))."
    case .wrongSecret: "The identifier or the secret is wrong."
    case .otherVendor: "The item is another seller's."
    case .exposedKey:
      "The key of the market is accepted over https, or on the server's own machine, alone."
    case .usedLink:
      "The link signs in once. Sign in with the key of the market, or start the server again for a new link."
    case .tooManyAttempts(let seconds):
      "Too many wrong passwords. Try again in \(String(seconds)) seconds."
    case .invalid(let error): error.words
    case .unknownPassword:
      "No items have this password. Check it. If you are new, begin to sell below."
    case .otherKey: "This is not the key of this market: “market key” shows it where the store is."
    case .shortPassword: "A new password has at least \(SignInPage.shortest) characters."
    case .notRepeated: "The two passwords are not the same."
    }
  }

  /// The words of an error that belongs into the form that was sent, and the field that it is about; nil for another error.
  static func words(_ error: any Error) -> (ItemField?, LocalizedPhrase)? {
    switch error {
    case let error as ValidationError: (error.field, error.words)
    case let error as ReviewValidationError:
      (nil, error.sentence(about: LocalizedPhrase("Answer")))
    case let error as LedgerRefusal: (nil, error.sentence)
    case UndoRefusal.ledger(let refusal): (.stock, refusal.sentence)
    case MarketplaceError.taken(.sku, let sku):
      (.sku, "Another of your items has the SKU “\(sku)”.")
    case MarketplaceError.taken(.barcode, let barcode):
      (.detail(.barcodes), "Another of your items has the barcode “\(barcode)”.")
    case MarketplaceError.answered: (nil, "The review has an answer already.")
    case MarketplaceError.foreignImage:
      (.images, "A chosen image is no longer one of this item.")
    case MarketplaceError.tooManyBytes(let seconds):
      (.images, "Too much was uploaded from here. Try again in \(String(seconds)) seconds.")
    case MarketplaceError.idempotencyKeyReused, MarketplaceError.gone: (nil, FormAttempt.sentBefore)
    case is ChangedItem:
      (nil, "The item was changed meanwhile. What you changed is below, and the rest as it is now: save it.")
    default: nil
    }
  }
}

extension ValidationError {
  /// The sentence for the seller.
  var words: LocalizedPhrase {
    let name = value == nil ? field.name : field.nameOfOne
    let subject: LocalizedPhrase =
      if let value, !value.isEmpty { LocalizedPhrase("\(name) “\(value)”") } else { name }
    return switch rule {
    case .longerThan(let bytes) where field == .images:
      LocalizedPhrase("\(subject) is larger than \(String(bytes >> 20)) MiB")
    case .empty where field == .images: LocalizedPhrase("\(subject) is an empty file")
    case .notAnImage:
      LocalizedPhrase(
        "\(subject) is neither a PNG nor a JPEG image: open it in a photo app, export it as JPEG, and choose that file"
      )
    default: sentence(about: subject)
    }
  }
}
