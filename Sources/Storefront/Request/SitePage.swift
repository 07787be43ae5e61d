import OpenMarket
import SystemSupport
import Wording

/// The first component of the paths of pages, besides the front page; none is one of the Open Market API. Links, headings, the map of
/// the site and what a market answers follow from it.
enum SitePage: String, CaseIterable {
  case about
  case assets
  case bestSellers = "best-sellers"
  case changes
  case feed = "feed.atom"
  case goods
  case priceList = "price-list"
  case robots = "robots.txt"
  case search
  case sell
  case siteMap = "sitemap.xml"
  case tags
  case vendors

  /// The pages that the banner links to, and those of the footer.
  static let banner: [Self] = [.bestSellers, .priceList, .sell]
  static let footer: [Self] = [.about, .feed]
  /// Besides items, what the map of the site has.
  static let mapped: [Self] = [.bestSellers, .priceList, .about]

  /// The heading of the page, and the words of links to it.
  var words: LocalizedPhrase {
    switch self {
    case .about: "About this shop"
    case .bestSellers: "Best sellers"
    case .feed: "Feed of new items"
    case .priceList: "Price list"
    case .sell: LocalizedPhrase("Sell")
    default: LocalizedPhrase(verbatim: rawValue)
    }
  }

  /// Whether the market of a request has the page.
  func isOpen(to page: PageRequest) -> Bool {
    switch self {
    case .about: page.shop.about != nil
    case .bestSellers: page.market.hasRankings
    case .sell: page.sellers != nil
    default: true
    }
  }

  var url: PageURL { PageURL([rawValue]) }
}
