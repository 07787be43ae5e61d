package import HTTP
package import OpenMarket
import Synchronization
import SystemSupport
import Wording

/// The market as pages for a browser: a session that reads `Marketplace` and answers in HTML.
package final class Storefront: PageSession {
  /// The names of the query items of pages that lists of the APIs do not have; none of them holds a secret.
  package static let queryNames =
    PageRequest.QueryName.allCases.filter { $0 != .receipt && $0 != .link }.map(\.rawValue)
    + Preferences.queryNames

  private let market: PageContext
  private let shop: ShopDetails
  private let sellers: SellerSessions?
  private let link: SignInLink?
  /// The last details that were read, by the number of the store.
  private let known = Mutex<(version: UInt64, shop: ShopDetails)?>(nil)

  private init(_ market: PageContext, _ shop: ShopDetails, _ sellers: SellerSessions?, _ link: SignInLink?) {
    (self.market, self.shop, self.sellers, self.link) = (market, shop, sellers, link)
  }

  /// The pages of a market with these details.
  ///
  /// - Parameters:
  ///   - isSelling: Whether sellers can sign in and write.
  ///   - link: Signs the operator in; nil for none.
  package static func pages(
    _ shop: ShopDetails, isSelling: Bool = false, link: SignInLink? = nil
  ) -> MarketPages {
    MarketPages(paths: SitePage.allCases.map(\.rawValue)) { market in
      let sellers = isSelling && !market.isReadOnly ? SellerSessions() : nil
      return Storefront(market, shop, sellers, link)
    }
  }

  package func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let shop = await presentShop()
    let page = PageRequest(request, market, shop, sellers)
    guard let seller = page.seller, let key = seller.operatorKey, !RequestOperator.isPresent else {
      return try await response(to: page, request)
    }
    // A key that was replaced has ended, and the session with it.
    guard try await market.marketplace.isOperator(with: key) else {
      sellers?.end(seller)
      return try await response(to: request)
    }
    return try await RequestOperator.$isPresent.withValue(true) { try await response(to: page, request) }
  }

  /// The details of the shop with those of the store, which are read again after a write.
  private func presentShop() async -> ShopDetails {
    let version = market.changeNumber
    if let version, let known = known.withLock(\.self), known.version == version { return known.shop }
    // Without them pages say what the store has to say.
    guard let stored = try? await market.marketplace.settings() else { return shop }
    let present = shop.filled(from: stored.shop ?? [:])
    if let version { known.withLock { $0 = (version, present) } }
    return present
  }

  private func response(to page: PageRequest, _ request: HTTPRequest) async throws -> HTTPResponse {
    do {
      switch request.method {
      case .get: return try await market.reserved { try await response(to: page) }
      case .post where page.isOfReviewForm:
        return try await ReviewFormPage.sent(item: id(page.path[1]), page)
      case .post: return try await SellerForms(page: page).response()
      default: throw PageError.notAllowed
      }
    } catch let error as PageError {
      return ErrorPage.response(error, to: page)
    } catch let error as OverloadError where request.method == .get {
      // Without a page: what is refused has to cost less than what is served.
      throw error
    } catch {
      guard let failure = market.failure(error, of: request) else { throw error }
      if sellers != nil, let error = error as? MarketplaceError, let problem = SellerProblem(error) {
        return SignInPage(page, problem: problem).page(status: failure.status == 429 ? 429 : 403)
      }
      if case MarketplaceError.noSuchItem(let id) = error, let seller = page.seller,
        let trash = try? await market.marketplace.trash(
          1, size: SellerHome.rows, seller.credentials, client: request.peer),
        trash.items.contains(where: { $0.id == id })
      {
        return ErrorPage.response(.deleted(item: id), to: page)
      }
      return ErrorPage.response(PageError(error, failure), to: page)
    }
  }

  /// The response to the link of the operator, which is worth nothing after its first use, and at an address of another machine: nil
  /// there, and where its reader is signed in.
  private func responseToLink(_ page: PageRequest) async throws -> HTTPResponse? {
    guard let given = page.value(.link), let link, let sellers, page.isConfidential else { return nil }
    guard link.redeem(given) else {
      return page.seller == nil ? SignInPage(page, problem: .usedLink).page(status: 200) : nil
    }
    if let former = page.seller { sellers.end(former) }
    let session = sellers.begin(
      .password(""), vendor: nil, operatorKey: try await market.marketplace.operatorKey(),
      for: page.request, now: page.market.now)
    return .redirect(to: .sell, cookie: SellerSessions.cookie(session, for: page))
  }

  package func refusal(of head: HTTPRequest) -> HTTPResponse? {
    let page = PageRequest(head, market, shop, sellers)
    let takesForm = head.method == .post && (page.isOfReviewForm || SellerForms.isPath(page.path))
    return head.method == .get || takesForm ? nil : ErrorPage.response(.notAllowed, to: page)
  }

  package func crossOriginResponse(to request: HTTPRequest) -> HTTPResponse {
    ErrorPage.response(.foreignForm, to: PageRequest(request, market, shop, sellers))
  }

  private func response(to page: PageRequest) async throws -> HTTPResponse {
    let path = page.path
    guard let first = path.first else { return try await ListPage(subject: .all).response(to: page) }
    guard let section = SitePage(rawValue: first), section.isOpen(to: page) else { throw PageError.notFound }
    switch (section, path.count) {
    case (.search, 1):
      return try await ListPage(subject: page.search.map { .search($0) } ?? .all).response(to: page)
    case (.goods, 2):
      let item = try await ItemPage(id: id(path[1]), page)
      return try await market.rendered { item.response() }
    // After a form that was refused the address is that of the form.
    case (.goods, 3) where ["stock", "restore"].contains(path[2]),
      (.goods, 4) where path[2] == "reviews":
      return .redirect(to: PageURL("goods", try id(path[1])))
    case (.goods, 3) where path[2] == "review": return try await ReviewFormPage.form(item: id(path[1]), page)
    case (.goods, 4) where path[2] == "sales":
      return try await ReceiptPage.response(item: id(path[1]), movement: id(path[3]), page)
    case (.goods, 3): return try await SellerPage.response(id: id(path[1]), path[2], page)
    case (.sell, 1):
      if let response = try await responseToLink(page) { return response }
      return try await SignInPage(page).response()
    case (.sell, 2): return try await GoodsPage.adding(page, path[1])
    case (.tags, 2): return try await ListPage(subject: .tag(path[1])).response(to: page)
    case (.vendors, 2): return try await ListPage(subject: .vendor(id(path[1]))).response(to: page)
    case (.bestSellers, 1...2):
      let best = try await BestSellersPage(path.count > 1 ? path[1] : nil, page)
      return try await market.rendered { best.response }
    case (.changes, 1): return try await ChangeStream.response(to: page)
    case (.priceList, 1): return try await PriceListPage.response(to: page)
    case (.feed, 1): return try await SiteFiles.feed(page)
    case (.siteMap, 1): return try await SiteFiles.map(page)
    case (.robots, 1): return SiteFiles.robots(page)
    case (.about, 1): return try AboutPage.response(to: page)
    case (.assets, 2):
      if let response = ShopColour.style(named: path[1]) { return response }
      if let logo = page.shop.logo, path[1] == "logo." + logo,
        let bytes = try await market.marketplace.logo(named: logo)
      {
        return .asset(bytes, logo.hasSuffix(".png") ? "image/png" : "image/jpeg")
      }
      if let response = AssetFile.response(to: page.request) { return response }
      throw PageError.notFound
    default: throw PageError.notFound
    }
  }

  /// Reads an id in a path.
  private func id(_ text: String) throws(PageError) -> Int {
    guard let id = PageRequest.positive(text) else { throw .notFound }
    return id
  }
}
