import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The page of a seller who is signed in: what can be done, and the deleted items that can be restored.
struct SellerHome {
  /// Items of the trash on the page.
  private static let rows = 20

  private let page: PageRequest
  private let problem: LocalizedPhrase?

  init(_ page: PageRequest, problem: LocalizedPhrase? = nil) {
    (self.page, self.problem) = (page, problem)
  }

  func response(status: Int = 200) async throws -> HTTPResponse {
    guard let seller = page.seller else { throw PageError.notFound }
    let trash = try await page.market.marketplace.trash(
      1, size: Self.rows, seller.credentials, client: page.request.peer)
    let heading = LocalizedPhrase("Sell")
    let html = Layout(title: page.format().text(heading)).page(for: page) { html in
      html.element("div", [.class("wide narrow")]) { html in
        html.element("h1", heading)
        html.notice(page) { html, notice in
          guard notice == .deleted, let item = page.value("item").flatMap(PageRequest.positive) else {
            return
          }
          undo(&html, item, LocalizedPhrase("Undo"))
        }
        if let problem { html.problem(problem) }
        who(&html, seller)
        html.element("p", [.class("actions")]) { html in
          html.element(
            "a", [.class("button"), .href(PageURL(["sell", "add"])), .forSeller],
            LocalizedPhrase("Add an item"))
          if let vendor = seller.vendor {
            html.element(
              "a", [.class("quiet"), .href(PageURL("vendors", vendor.id))], LocalizedPhrase("Your items"))
          }
        }
        deleted(&html, trash)
        html.form(PageURL(["sell", "out"]), seller) { html in
          html.submit(LocalizedPhrase("Sign out"), [.class("quiet")])
        }
      }
    }
    return .page(html, status: status, for: page)
  }

  private func who(_ html: inout HTML, _ seller: SellerSession) {
    html.element("p") { html in
      if let vendor = seller.vendor {
        html.text(LocalizedPhrase("You are signed in as \(vendor.name)."))
      } else {
        html.text(
          LocalizedPhrase("You are signed in with a password. Open an item and choose “Edit” to change it."))
      }
    }
  }

  private func deleted(_ html: inout HTML, _ trash: TrashPage) {
    guard !trash.items.isEmpty else { return }
    html.element("section", [.token(.ariaLabelledBy, "deleted")]) { html in
      html.element("h2", [.id("deleted")], LocalizedPhrase("Deleted items"))
      html.element("ul", [.class("deleted")]) { html in
        for item in trash.items {
          html.element("li") { html in
            html.element("span", [.text(.id, "deleted-\(item.id)")]) { $0.isolated(item.title) }
            undo(&html, item.id, LocalizedPhrase("Restore"), [.text(.ariaDescribedBy, "deleted-\(item.id)")])
          }
        }
      }
    }
  }

  private func undo(
    _ html: inout HTML, _ item: Int, _ words: LocalizedPhrase, _ attributes: [HTMLAttribute] = []
  ) {
    html.form(PageURL(["goods", String(item), "restore"]), page.seller) { html in
      html.submit(words, [.class("quiet")] + attributes)
    }
  }
}
