import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// A page about one item for its seller: the form to edit it, or the confirmation before it is deleted.
struct SellerPage {
  let id: Int
  /// The last component of the path.
  let word: String
  let page: PageRequest

  init(id: Int, _ word: String, _ page: PageRequest) {
    (self.id, self.word, self.page) = (id, word, page)
  }

  func response() async throws -> HTTPResponse {
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
      ? GoodsPage(GoodsForm(item), editing: item, page).response() : confirmation(item, seller)
  }

  private func confirmation(_ item: StoredItem, _ seller: SellerSession) -> HTTPResponse {
    let heading = LocalizedPhrase("Delete the item?")
    let html = Layout(title: page.format().text(heading)).page(for: page) { html in
      html.element("div", [.class("wide narrow")]) { html in
        html.element("h1", heading)
        html.element("ul", [.class("items rows")]) { $0.card(item, isFirst: true) }
        html.element(
          "p", LocalizedPhrase("Buyers no longer see it. You can restore it until the trash is emptied."))
        html.form(PageURL(["goods", String(id), "delete"]), seller) { html in
          html.element("p", [.class("actions")]) { html in
            html.submit(LocalizedPhrase("Delete the item"), [.class("danger")])
            html.element("a", [.class("quiet"), .href(item.url)], LocalizedPhrase("Cancel"))
          }
        }
      }
    }
    return .page(html, for: page)
  }
}
