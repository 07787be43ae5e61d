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
  case tooManyAttempts(seconds: Int)
  case invalid(ValidationError)
  case new(NewPassword)

  /// Why a password that no item has begins no session yet.
  enum NewPassword {
    case unknown
    case tooShort
    case notRepeated
  }

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
    case .tooManyAttempts(let seconds):
      "Too many wrong passwords. Try again in \(String(seconds)) seconds."
    case .invalid(let error): error.words
    case .new(.unknown):
      "No items have this password. Check it. If you are new, begin to sell below."
    case .new(.tooShort): "A new password has at least \(SignInPage.shortest) characters."
    case .new(.notRepeated): "The two passwords are not the same."
    }
  }

  /// The words of an error that belongs into the form that was sent, and the field that it is about; nil for another error.
  static func words(_ error: any Error) -> (ItemField?, LocalizedPhrase)? {
    switch error {
    case let error as ValidationError: (error.field, error.words)
    case let error as ReviewValidationError:
      (nil, error.sentence(about: LocalizedPhrase("Answer")))
    case let error as LedgerRefusal:
      if case .stockMoved = error { (.stock, error.sentence) } else { (nil, error.sentence) }
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
      (nil, "The item was changed meanwhile. Your values are below; save them to replace the new ones.")
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
    if case .longerThan(let bytes) = rule, field == .images {
      return LocalizedPhrase("\(subject) is larger than \(String(bytes >> 20)) MiB")
    }
    return sentence(about: subject)
  }
}
