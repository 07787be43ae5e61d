import Foundation
import SystemSupport

/// The versions of items, by which a change says which state of an item it is for. A version is public and depends on the
/// private note, so that it is keyed: without the store's key it cannot be computed for a note that is guessed. Use it only
/// inside a transaction.
struct ItemVersions {
  private let key: Data

  init(_ database: any Database) throws {
    key = try MarketSettings(database: database).key(for: .versions)
  }

  /// Differs after every change of the item but its ratings: `v` and 20 hexadecimal digits. A spreadsheet takes digits alone
  /// for a number.
  func version(of item: StoredItem) -> String {
    version(of: item.draft, item.registrationDate, item.images)
  }

  /// - Parameter registrationDate: As it is stored.
  func version(of draft: ItemDraft, _ registrationDate: Date, _ images: [StoredImage]) -> String {
    var message: [UInt8] = []
    for field in Self.fields(of: draft, registrationDate, images) + draft.details.texts(of: DetailField.added)
    {
      // The length keeps `ab`, `c` apart from `a`, `bc`.
      message += "\(field.utf8.count):\(field)".utf8
    }
    return "v" + SHA256.hexadecimal(ofHash: SHA256.authenticationCode(of: Data(message), key: key).prefix(10))
  }

  /// Whether a version that a client has is that of the item. Versions of exports of earlier versions of this program are
  /// compared here, and never sent.
  func isCurrent(_ version: String, of item: StoredItem) -> Bool {
    version == self.version(of: item) || version == Self.formerVersion(of: item)
  }

  private static func fields(
    of draft: ItemDraft, _ registrationDate: Date, _ images: [StoredImage]
  ) -> [String] {
    [
      draft.title, draft.description, draft.price.amount.plainText, draft.price.currency.code,
      draft.discountedPrice?.plainText ?? "-", "\(draft.stock)", draft.sku ?? "", draft.note ?? "",
      "\(registrationDate.timeIntervalSince1970)", "\(images.count)",
    ] + images.map { "\($0.id)" } + draft.tags
  }

  /// 16 hexadecimal digits that anyone can compute.
  private static func formerVersion(of item: StoredItem) -> String {
    var hash = FNV1a()
    for field in fields(of: item.draft, item.registrationDate, item.images) {
      hash.combine(field)
      hash.combine("\0")
    }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
