import HTTP
import SystemSupport
import Wording

/// A page for a request that has none: what is wrong, and where to go from here.
enum ErrorPage {
  static func response(_ error: PageError, to page: PageRequest) -> HTTPResponse {
    let (heading, help) = words(error, isOfItem: page.path.first == SitePage.goods.rawValue)
    let html = Layout(title: page.format().text(heading)).page(for: page, in: "wide empty error") { html in
      html.element("p", [.class("status"), .token(.ariaHidden, "true")], text: String(error.status))
      html.element("h1", heading)
      html.element("p", help)
      html.element("div", [.class("actions")]) { html in
        if case .deleted(let id) = error {
          let action = PageURL(["goods", String(id), "restore"])
          html.button(LocalizedPhrase("Restore"), action, page.seller, [])
        }
        if error == .foreignForm, page.sellers != nil {
          html.link("Sign in", .sell, .class("button"))
        }
        html.link("See everything for sale", .front, .class("button"))
      }
    }
    var response = HTTPResponse.page(html, status: error.status, for: page)
    response.reason = heading.english
    if error == .notAllowed { response.headers[.allow] = "GET" }
    switch error {
    case .failed(_, let seconds?), .outcomeUnknown(_, let seconds?):
      response.headers[.retryAfter] = String(seconds)
    default: break
    }
    return response
  }

  private static func words(_ error: PageError, isOfItem: Bool) -> (LocalizedPhrase, LocalizedPhrase) {
    switch error {
    case .notFound, .failed(404, _):
      (
        "There is no such page",
        isOfItem
          ? "The item may have been sold or removed. Search for it above, or see what is for sale."
          : "Check the address, search above, or see what is for sale."
      )
    case .deleted:
      ("The item was deleted", "Nothing can be changed or sold while it is in the trash. Restore it first.")
    case .invalid(let name, let value):
      (
        "The address has an invalid value",
        "Invalid value “\(value)” for “\(name)”. Correct it, or leave it out."
      )
    case .future(let day):
      ("There are no best sellers yet", "The day “\(day)” is in the future. Choose an earlier one.")
    case .notAllowed: ("Pages can only be read", "Open the address again in a browser.")
    case .foreignForm:
      (
        "Nothing was changed",
        "The form did not come from a page of this market, or is older than your sign-in. Sign in, open the page again, and send it from there."
      )
    case .outcomeUnknown:
      (
        "The change may have been saved",
        "The market could not confirm it. Go back in the browser and send the form again: it is not done twice."
      )
    case .failed(400, _):
      ("The form could not be read", "Nothing was changed. Open its page again, and send it from there.")
    case .failed(507, _):
      ("The market has no room left", "Nothing was changed. The operator of the market can make room.")
    case .failed(429, _), .failed(503, _):
      ("The market is busy", "Nothing was changed. Load the page again in a moment.")
    case .failed:
      (
        "The page could not be made",
        "The operator of the market can see the cause in its log. Load the page again later."
      )
    }
  }
}
