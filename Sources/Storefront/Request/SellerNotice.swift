import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// A message about a form that was done. It waits at the server for the page that follows, in the session of a seller, and is shown
/// once: an address that the server has not written, or that is opened again, has none.
struct SellerNotice: Sendable {
  /// The raw value begins the value of `done` in the address.
  enum Kind: String, Sendable {
    case added
    case edited
    case sold
    case restocked
    case counted
    case returned
    case undone
    case deleted
    case deletedForGood = "deleted-for-good"
    case restored
    case folded
    case answered
    case reviewed
    /// The form was sent before.
    case repeated
  }

  let kind: Kind
  var item: Int?
  /// The sale of the receipt.
  var sale: (movement: Int, pieces: Int, total: Price)?
  /// When the form was sent before.
  var time = ""
  /// A movement that the page can undo, or has undone, with the stock behind it.
  var count: (title: String, stock: Int, movement: Int)?

  init(_ kind: Kind, item: Int? = nil) { (self.kind, self.item) = (kind, item) }

  func words(_ format: OutputFormat) -> LocalizedPhrase {
    switch kind {
    case .added: "The item was added."
    case .edited: "The changes were saved."
    case .sold:
      sale.map { "Sold \(format.number($0.pieces)) for \(format.price($0.total))." }
        ?? "The sale was recorded."
    case .restocked: "The delivery was recorded."
    case .counted:
      count.map { "\($0.title): \(format.number($0.stock)) in stock now" } ?? "The changes were saved."
    case .returned: "The return was recorded."
    case .undone:
      count.map { "Undone. \($0.title): \(format.number($0.stock)) in stock now" } ?? "The sale was undone."
    case .deleted: "The item was deleted."
    case .deletedForGood: "The item was deleted for good."
    case .restored: "The item was restored."
    case .folded: "The review was folded."
    case .answered: "The answer was saved."
    case .reviewed: "The review was published."
    case .repeated: "Already recorded at \(time)"
    }
  }
}

extension PageRequest {
  /// Leads to a page with a message.
  func redirect(to url: PageURL, _ notice: SellerNotice) -> HTTPResponse {
    guard let key = sellers?.leave(notice, in: seller) else { return .redirect(to: url) }
    // With a cookie a browser lets go of the page that it has kept, whose key is used: without scripts, Back loads it anew.
    return .redirect(
      to: url.adding([("done", "\(notice.kind.rawValue).\(key)")]),
      cookie: seller.map { SellerSessions.cookie($0, for: self) })
  }

  /// The message about a form that was sent before, at a time of today or at a time with its day.
  func repeated(at date: Date, item: Int? = nil) async throws -> SellerNotice {
    let format = format(timeZone: try await market.marketplace.calendar().timeZone)
    let (time, now) = (format.dayAndTime(date), format.dayAndTime(market.now))
    var notice = SellerNotice(.repeated, item: item)
    notice.time = time.prefix(10) == now.prefix(10) ? String(time.suffix(5)) : time
    return notice
  }
}
