import HTTP
import OpenMarket
import SystemSupport
import Wording

/// A page about one item for its seller: the form to edit it, or the confirmation before it is deleted.
enum SellerPage {
  /// - Parameters:
  ///   - word: The last component of the path.
  ///   - problem: Why the form was not done.
  static func response(
    id: Int, _ word: String, _ page: PageRequest, problem: LocalizedPhrase? = nil, status: Int = 200
  ) async throws -> HTTPResponse {
    guard let sellers = page.sellers, ["edit", "delete"].contains(word) else { throw PageError.notFound }
    let item = try await page.market.marketplace.item(id: id)
    guard let seller = page.seller else {
      return .redirect(to: PageURL(["sell"], [("item", String(id)), ("then", word)]))
    }
    if !seller.owns(item) {
      try await page.market.marketplace.check(seller.credentials, ofItem: id, client: page.request.peer)
      sellers.note(items: [id], in: seller)
    }
    if word == "edit" { return GoodsPage(GoodsForm(item), editing: item, page).response() }
    return Layout.narrow("Delete the item?", for: page, status: status) { html in
      if let problem { html.problem(problem) }
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
