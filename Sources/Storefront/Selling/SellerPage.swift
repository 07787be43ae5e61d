import HTTP
import OpenMarket
import SystemSupport
import Wording

/// A page about one item for its seller: the form to edit it, or the confirmation before it is deleted.
enum SellerPage {
  /// - Parameter word: The last component of the path.
  static func response(id: Int, _ word: String, _ page: PageRequest) async throws -> HTTPResponse {
    guard let sellers = page.sellers, ["edit", "delete"].contains(word) else { throw PageError.notFound }
    let item = try await page.market.marketplace.item(id: id)
    guard let seller = page.seller else {
      return .redirect(to: PageURL(["sell"], [("item", String(id)), ("then", word)]))
    }
    if !seller.owns(item) {
      try await page.market.marketplace.check(seller.credentials, ofItem: id, client: page.request.peer)
      sellers.note(item: id, in: seller)
    }
    return word == "edit"
      ? GoodsPage(GoodsForm(item), editing: item, page).response() : confirmation(item, seller, page)
  }

  private static func confirmation(_ item: StoredItem, _ seller: SellerSession, _ page: PageRequest)
    -> HTTPResponse
  {
    Layout.narrow("Delete the item?", for: page) { html in
      html.element("ul", [.class("items rows")]) { $0.card(item, isFirst: true) }
      html.element("p", "Buyers no longer see it. You can restore it until the trash is emptied.")
      html.form(PageURL(["goods", String(item.id), "delete"]), seller) { html in
        html.element("p", [.class("actions")]) { html in
          html.submit("Delete the item", [.class("danger")])
          html.link(LocalizedPhrase("Cancel"), item.url, .class("quiet"))
        }
      }
    }
  }
}
