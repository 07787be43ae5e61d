import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The receipt of a sale, to print, with the address at which the buyer writes a review; and forms to return pieces, and to undo the sale.
struct ReceiptPage {
  private let item: StoredItem
  private let receipt: SaleReceipt
  private let timeZone: TimeZone
  private let page: PageRequest
  /// The form that was sent and not recorded.
  private let attempt: FormAttempt?

  init(
    item id: Int, movement: Int, _ seller: SellerSession, _ page: PageRequest,
    _ attempt: FormAttempt? = nil
  ) async throws {
    let marketplace = page.market.marketplace
    item = try await marketplace.item(id: id)
    receipt = try await marketplace.receipt(
      ofMovement: movement, item: id, seller.credentials, client: page.request.peer)
    timeZone = try await marketplace.calendar().timeZone
    (self.page, self.attempt) = (page, attempt)
  }

  /// The page for a seller; for another reader the page to sign in.
  static func response(item: Int, movement: Int, _ page: PageRequest) async throws -> HTTPResponse {
    guard page.sellers != nil else { throw PageError.notFound }
    guard let seller = page.seller else {
      return .redirect(to: PageURL(["sell"], [("item", String(item)), ("then", "sales/\(movement)")]))
    }
    do {
      return try await ReceiptPage(item: item, movement: movement, seller, page).response()
    } catch LedgerRefusal.notASale {
      throw PageError.notFound
    }
  }

  func response(status: Int = 200) -> HTTPResponse {
    let layout = Layout(title: page.format().text(LocalizedPhrase("Receipt")))
    let html = layout.page(for: page, timeZone: timeZone, in: "wide narrow") { html in
      html.notice(page)
      html.element("section", [.class("receipt"), .token(.ariaLabelledBy, "receipt")]) { html in
        html.element("h1", [.id("receipt")], LocalizedPhrase("Receipt"))
        sale(&html)
        // A review of a sale that does not count is not verified.
        if receipt.standing > 0 { review(&html) }
      }
      forms(&html)
    }
    return .page(html, status: status, for: page)
  }

  private func sale(_ html: inout HTML) {
    let (movement, format) = (receipt.movement, html.format)
    let pieces = -movement.quantity
    html.element("p", [.class("count")]) { html in
      html.isolated(page.shop.title ?? format.text(LocalizedPhrase("Market")))
      if let contact = page.shop.contact {
        html.text(" · ")
        html.isolated(contact)
      }
    }
    html.element("p", [.class("count")], text: format.dayAndTime(movement.reportedAt))
    html.element("p") { html in
      html.text("\(format.number(pieces)) × ")
      html.element("a", [.href(item.url)]) { $0.isolated(item.draft.title) }
      html.text(" · \(format.price(movement.price))")
    }
    html.element("p", [.class("price")]) { $0.element("b", text: format.price(movement.total)) }
    if receipt.isVoid {
      html.element("p", [.class("sold-out")], "This sale was undone.")
    } else if receipt.standing < pieces {
      let returned = pieces - receipt.standing
      let amount = format.price(movement.price.times(returned))
      html.element(
        "p", [.class("sold-out")],
        LocalizedPhrase("Returned: \(format.number(returned)) for \(amount)"))
    }
  }

  private func review(_ html: inout HTML) {
    let code = receipt.code.text
    let path = PageURL(["goods", String(item.id), "review"], [("receipt", code)])
    let url = PageURL(path, below: page.base)
    html.element("div", [.class("code")]) { html in
      // A telephone that reads the code from paper reaches no address of this machine.
      if !PageRequest.isLoopback(page.base), let code = QRCode(url.text) {
        html.code(code, "Address of the review form")
      }
      html.element("div") { html in
        html.element("p") { $0.link("Write a review of this purchase", url) }
        html.element("p", [.class("count")], "Code of the receipt")
        html.element("p") { html in html.element("b", text: code.grouped) }
      }
    }
  }

  private func forms(_ html: inout HTML) {
    let action = PageURL(page.path)
    let attempt = attempt?.form == "return" && receipt.standing > 0 ? attempt : nil
    html.element("div", [.class("tools")]) { html in
      if let problem = self.attempt?.problem, attempt == nil { html.problem(problem) }
      html.element("p", [.class("actions")]) { html in
        html.element("button", [.token(.type, "button"), .class("scripted print")], "Print the receipt")
        html.link("Back to the item", item.url, .class("quiet"))
      }
      if receipt.standing > 0 {
        html.form(action, page.seller, [.class("quantity")]) { html in
          html.hidden("kind", "return")
          html.key()
          html.quantity(
            "quantity", "Pieces returned", String(receipt.standing),
            "Record the return", attempt, isQuiet: true)
          html.box("unsalable", "Cannot be sold again", isOn: attempt?.isTicked == true)
        }
      }
      if !receipt.isVoid, receipt.standing == -receipt.movement.quantity {
        html.button("Undo the sale", action, page.seller, sending: [("kind", "undo")])
      }
    }
  }
}

extension Movement {
  /// The price of all pieces.
  var total: Price { price.times(abs(quantity)) }
}

extension String {
  /// Characters in groups of four, as a code on paper is read.
  fileprivate var grouped: String {
    stride(from: 0, to: count, by: 4).map { String(dropFirst($0).prefix(4)) }.joined(separator: " ")
  }
}

extension HTML {
  /// Sales with their titles, each with a link to its receipt.
  mutating func sales(_ sales: [SalesOfDay.Sale], hasDays: Bool = false) {
    list([.class("deleted")], of: sales, isOrdered: true) { html, sale in
      let (movement, title, standing) = sale
      let returned = -movement.quantity - standing
      let receipt = PageURL(["goods", String(movement.itemID), "sales", String(movement.id)])
      html.element("span") { html in
        html.text("\(html.format.dayAndTime(movement.reportedAt).suffix(hasDays ? 16 : 5)) · ")
        html.text("\(html.format.number(-movement.quantity)) × ")
        html.isolated(title, limit: 300)
        guard returned > 0 else { return }
        html.text(" · ")
        html.text(LocalizedPhrase("Returned: \(html.format.number(returned))"))
      }
      html.element(
        "a", [.href(receipt), .forSeller, .phrase(.title, LocalizedPhrase("Receipt"))],
        text: html.format.price(movement.price.times(standing)))
    }
  }

  /// A QR code with its quiet zone.
  fileprivate mutating func code(_ code: QRCode, _ label: LocalizedPhrase) {
    let side = code.side + 2 * QRCode.margin
    var path = ""
    for row in 0..<code.side {
      for column in 0..<code.side where code[column, row] {
        path += "M\(column + QRCode.margin) \(row + QRCode.margin)h1v1h-1z"
      }
    }
    element(
      "svg", [.class("qr"), .text(.viewBox, "0 0 \(side) \(side)"), .token(.role, "img"), .label(label)]
    ) { html in
      html.element("path", [.text(.d, path)]) { _ in }
    }
  }
}
