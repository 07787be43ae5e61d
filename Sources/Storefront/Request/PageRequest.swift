import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// A request as pages read it.
struct PageRequest: Sendable {
  let request: HTTPRequest
  let market: PageContext
  let shop: ShopDetails
  let preferences: Preferences
  /// The sellers that are signed in; nil where pages only read.
  let sellers: SellerSessions?
  /// The seller of the request; nil for one that is not signed in.
  private(set) var seller: SellerSession?
  /// The components of the path, decoded.
  private(set) var path: [String]
  /// The items of the query that a page reads, without empty ones, which forms send for fields that were left empty. Links
  /// repeat them, and nothing else that a client sends.
  let query: [(name: String, value: String)]
  /// The message about the form that led to this page; nil where none is to be shown.
  let notice: SellerNotice?

  /// The names of these items, besides the conditions of lists.
  enum QueryName: String, CaseIterable {
    case page, sort
    case search = "q"
    case day, period, reviews, order, done, item, then, before, receipt, link, show
  }
  /// Most bytes of a value: a page repeats it in a dozen links.
  private static let longest = 1_000

  /// A component that no page has, for a path that is not percent-encoded UTF-8.
  private static let unreadable = "\u{FFFD}"

  init(
    _ request: HTTPRequest, _ market: PageContext, _ shop: ShopDetails, _ sellers: SellerSessions?
  ) {
    (self.request, self.market, self.shop) = (request, market, shop)
    path = request.pathComponents ?? [Self.unreadable]
    self.sellers = sellers
    seller = sellers?.session(of: request, now: market.now)
    preferences = Preferences(request)
    let names = QueryName.allCases.map(\.rawValue) + ListQuery.conditions.map(\.rawValue)
    query = request.queryItems.compactMap { item in
      guard let value = item.value, !value.isEmpty, names.contains(item.name) else { return nil }
      return (item.name, String(decoding: value.utf8.prefix(Self.longest), as: UTF8.self))
    }
    let key = query.last { $0.name == QueryName.done.rawValue }?.value.split(separator: ".").last
    // A script that sends a form reads the page that follows, and then opens it.
    let isOpened = request.method == .get && request.headers["X-Requested-With"] == nil
    notice = if isOpened, let key { sellers?.takeNotice(key, of: seller) } else { nil }
  }

  var base: URL { market.base(of: request) }

  /// Whether no one between can read what a form sends: over https, or at an address that leads to the reader's own machine.
  var isConfidential: Bool { request.scheme == "https" || Self.isLoopback(request.url) }

  /// Whether an address leads to the reader's own machine.
  static func isLoopback(_ url: URL?) -> Bool {
    ["localhost", "127.0.0.1", "::1", "[::1]"].contains(url?.host()?.lowercased())
  }

  /// How money, numbers and dates are written for the reader.
  ///
  /// - Parameter timeZone: That of the market, where the page has dates.
  func format(timeZone: TimeZone? = nil) -> OutputFormat {
    preferences.format(timeZone: timeZone, now: market.now)
  }

  /// The last value of a name in the query.
  func value(_ name: QueryName) -> String? { value(named: name.rawValue) }

  /// The last value of a condition of lists in the query.
  func value(_ condition: ItemCondition) -> String? { value(named: condition.rawValue) }

  private func value(named name: String) -> String? { query.last { $0.name == name }?.value }

  /// The words that are searched for; nil for blanks alone.
  var search: String? { value(.search).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }

  /// A whole number from 1 in the query. Throws for another text.
  func number(_ name: QueryName) throws(PageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Self.positive(text) else { throw .invalid(name: name.rawValue, value: text) }
    return number
  }

  /// Reads a whole number from 1 in digits alone, of which there may be 15: positions are computed from it.
  static func positive(_ text: String) -> Int? { text.utf8.count > 15 ? nil : Int.positive(text) }

  /// Whether an item is of the seller of the session, by the store; false where too many passwords were tried.
  func isOwn(_ item: StoredItem) async throws -> Bool {
    guard let seller else { return false }
    if seller.owns(item) { return true }
    guard seller.vendor == nil else { return false }
    do {
      guard try await market.marketplace.owns(item, seller.credentials, client: request.peer) else {
        return false
      }
    } catch MarketplaceError.tooManyAttempts {
      return false
    }
    sellers?.note(items: [item.id], in: seller)
    return true
  }

  /// The status of a form that shows an error: that of the API, and 422 where a value is invalid.
  func status(of error: any Error) -> Int {
    let status = market.failure(error, of: request)?.status ?? 422
    return status == 400 ? 422 : status
  }

  /// The request of the page at another path, which shows the result of a form: links to this page then lead there.
  ///
  /// - Parameter seller: A session that begins with this request; nil for that of the request.
  func at(_ path: [String], seller: SellerSession? = nil) -> PageRequest {
    var page = self
    page.path = path
    if let seller { page.seller = seller }
    return page
  }

  /// Whether it is the page of the form for a review.
  var isOfReviewForm: Bool { path.count == 3 && path[2] == "review" }

  /// This page with some values of the query in place of its own.
  func address(with values: [(name: String, value: String)]) -> PageURL {
    PageURL(path, query.filter { item in !values.contains { $0.name == item.name } } + values)
  }
}

/// The details of a market that its operator sets, and every page shows.
package struct ShopDetails: Sendable, Equatable {
  /// Most bytes of a line.
  package static let longest = 200

  /// The name of the market; nil for the word itself, in the language of the reader.
  package var title: String?
  /// A line by which readers reach the operator: an address, a telephone number, or the address of a page.
  package var contact: String?
  /// The text of the page about the shop.
  var about: String?
  /// The name of the file of its logo.
  var logo: String?
  var colour: ShopColour?

  package init(title: String? = nil, contact: String? = nil) {
    (self.title, self.contact) = (title, contact)
  }

  /// An address by which readers reach a person: mail, a telephone number or an https address, without the scheme of the first two.
  /// Nil for another text.
  package static func contact(_ text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespaces)
    let address = text.replacing(/^(mailto|tel):/.ignoresCase(), with: "")
    guard let url = PageURL(contact: address), url.text.prefix(5).lowercased() != "http:" else { return nil }
    return address
  }

  /// With the values of a store where these are not set.
  func filled(from stored: [ShopSetting: String]) -> ShopDetails {
    var details = self
    details.title = title ?? stored[.title]
    details.contact = contact ?? stored[.contact]
    (details.about, details.logo) = (stored[.about], stored[.logo])
    details.colour = stored[.colour].flatMap { ShopColour($0) }
    return details
  }
}

/// Why a request has no page. Each becomes a page with a status, which says what to do next.
enum PageError: Error, Equatable {
  case notFound
  /// The item is in the trash of the seller who asks for it.
  case deleted(item: Int)
  /// A value of the query that its name cannot have.
  case invalid(name: String, value: String)
  /// A day of which nothing is known yet.
  case future(day: String)
  /// Another method than GET.
  case notAllowed
  /// The form is not one that this page has sent to this seller.
  case foreignForm
  case failed(status: Int, retryAfter: Int?)
  /// The change that a form asked for may have been saved.
  case outcomeUnknown(status: Int, retryAfter: Int?)

  /// The error of a request that failed with another one.
  init(_ error: any Error, _ failure: (status: Int, retryAfter: Int?)) {
    self =
      (error as? StoreError)?.leavesOutcomeUnknown == true
      ? .outcomeUnknown(status: failure.status, retryAfter: failure.retryAfter)
      : .failed(status: failure.status, retryAfter: failure.retryAfter)
  }

  var status: Int {
    switch self {
    case .notFound, .deleted: 404
    case .invalid, .future: 400
    case .notAllowed: 405
    case .foreignForm: 403
    case .failed(let status, _), .outcomeUnknown(let status, _): status
    }
  }
}
