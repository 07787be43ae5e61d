import Console
import Foundation
import HTTP
import OpenMarket
import Storefront

/// The options of `market serve`.
extension Serve {
  static let host = Option<String?>(
    "host", "address", help: "Listen at this address; 'localhost' is 127.0.0.1 and ::1.",
    defaultValue: defaultHost)
  static let port = Option<Int>(
    "port", "number", help: "Listen at this port; 0 for a free one.", default: 8080,
    in: 0...65_535, otherwise: "it must be a whole number from 0 to 65535")
  static let socket = Option<String?>(
    "socket", "path",
    help: "Listen at this Unix domain socket instead; its owner and group may connect (mode 0660).",
    candidates: .files)
  static let `public` = Option<Bool>(
    "public", help: "Accept connections from other machines; required for addresses other than loopback.")
  static let publicURL = Option<[URL]?>(
    "public-url", "url",
    help:
      "The URL that clients use; image URLs begin with it, of several with the one that a request names.",
    repeats: true
  ) { given in
    try given.texts.compactMap { address in
      if let problem = ServerAddress.problem(with: address) { throw given.invalid(address, problem) }
      return ServerAddress.url(address)
    }
  }
  static let api = Option<ProductContract>(
    "api", "variant", help: "The variant of v2 to serve.", default: .v2b)
  static let exactPrices = Option<Bool>(
    "exact-prices", help: "Do not round fractional prices up for old clients, most of which read integers.")
  static let currencies = Option<Set<Currency>?>(
    "currencies", "codes",
    help: "List items in these currencies in v2, such as KRW,USD,JPY; clients must know all of them.",
    defaultValue: codes(ProductContract.listedCurrencies)
  ) { given in
    var currencies: Set<Currency> = []
    for code in given.text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let currency = Currency(code.trimmingCharacters(in: .whitespaces)) else {
        throw given.invalid(
          String(code),
          "ISO 4217 lists no such code; use codes with commas between them, such as KRW,USD,JPY")
      }
      currencies.insert(currency)
    }
    return currencies
  }
  static let allCurrencies = Option<Bool>("all-currencies", help: "List items in all currencies in v2.")
  static let readOnly = Option<Bool>("read-only", help: "Reject requests that change the market.")
  static let publicSales = Option<Bool>(
    "public-sales", help: "Let anyone read sales and revenue, with '--public' or '--trusted-proxy' too.")
  static let privateBest = Option<Bool>("private-best", help: "Refuse to rank items by their sales.")
  /// Text that no browser sends as an origin (RFC 6454 §6.2) would never match.
  static let allowOrigin = Option<[String]?>(
    "allow-origin", "origin", help: "Let web pages of this origin read and write (CORS); '*' for any.",
    repeats: true
  ) { given in
    if let text = given.texts.first(where: { !isOrigin($0) }) {
      throw given.invalid(text, "use the form https://shop.example, or '*'")
    }
    return given.texts
  }
  /// Without a value those of this machine.
  static let trustedProxy = Option<TrustedProxies?>(
    "trusted-proxy", "addresses",
    help: """
      Trust X-Forwarded-For, -Proto and -Host from these addresses, networks or 'unix'; without a value from this \
      machine.
      """,
    optionalValue: true
  ) { given in
    if given.texts.isEmpty { return .local }
    if let proxies = TrustedProxies(given.text) { return proxies }
    throw given.invalid(given.text, "use addresses, networks such as 10.0.0.0/8, or 'unix'")
  }
  static let noStorefront = Option<Bool>(
    "no-storefront", help: "Serve the API alone, without pages for browsers.")
  static let storefrontSelling = Option<Bool>(
    "storefront-selling",
    help: "Let sellers add and change items in a browser from other machines too; use it behind TLS.")
  static let title = Option<String?>(
    "title", "name", help: "Name of the market on its pages; the default is the setting 'shop-title'.")
  static let metricsToken = Option<String?>(
    "metrics-token", "file",
    help: "Show metrics to other machines that send the token in this file (mode 0600).", candidates: .files)
  static let log = Option<ServerLog.Format>("log", "format", help: "Access log format.", default: .text)
  static let limit = Option<ServerLimits?>(
    "limit", "name=number",
    help: "Set a limit: \(ServerLimits.named.map(\.key).joined(separator: ", ")).",
    candidates: .terms(ServerLimits.named.map { Definition($0.key + "=") }), repeats: true
  ) { try ServerLimits($0) }
  static let limitStore = Option<Int?>(
    size: "limit-store", help: "Largest size of the store, such as 500M or 20G; more is refused with 507.",
    defaultValue: "10G")
  static let connections = Option<Int?>(
    "connections", "number", help: "Most connections to a PostgreSQL database; one is for searches.",
    defaultValue: String(StoreConnections().count)
  ) { given in
    let range = StoreConnections.fewest...StoreConnections.most
    if let count = Int(given.text), range.contains(count) { return count }
    throw given.invalid(given.text, .wholeNumber(in: range))
  }
  static let limitUploads = Option<Int?>(
    size: "limit-uploads", help: "The most that one client's network may store in an hour.",
    defaultValue: "1G")

  private static func isOrigin(_ text: String) -> Bool {
    let url = URL(string: text)
    let parts = [url?.scheme, url?.host()].compactMap(\.self).filter { !$0.isEmpty }
    let written = parts.joined(separator: "://") + (url?.port.map { ":\($0)" } ?? "")
    return text == "*" || parts.count == 2 && text == written.lowercased()
  }
}

extension Option<Int?> {
  /// A number of bytes.
  fileprivate init(size long: String, help: LocalizedPhrase, defaultValue: String) {
    self.init(long, "size", help: help, defaultValue: defaultValue) { given in
      guard let bytes = ByteSize.parse(given.text) else {
        throw given.invalid(given.text, "it must be a size such as 500M or 10G")
      }
      return bytes
    }
  }
}

extension ShopDetails {
  /// Describes the defect of a name or a contact line as a clause; nil if it is valid.
  static func problem(with text: String) -> LocalizedPhrase? {
    (1...longest).contains(text.utf8.count) && text.sanitizedLine == text
      ? nil : "it must be one line of up to \(longest) bytes"
  }

  static let contactProblem: LocalizedPhrase =
    "write a mail address, a telephone number or an https address, such as shop@market.example"
}

/// Values of the options of `market serve`. Each throws a `UsageError` for an invalid value.
extension Arguments {
  /// The pages, by `--no-storefront`, `--storefront-selling`, `--title` and settings; nil for none.
  ///
  /// - Parameters:
  ///   - isLocal: Whether only this machine reaches the server, where sellers may always write.
  ///   - link: Signs the operator in.
  func pages(_ settings: Settings, isLocal: Bool, link: SignInLink?) throws(UsageError) -> MarketPages? {
    try refuse(Serve.storefrontSelling, with: Serve.noStorefront, Serve.readOnly)
    let title = self[Serve.title]
    if let title, let problem = ShopDetails.problem(with: title) {
      throw error(.invalidValue(title, option: "--title", reason: problem))
    }
    guard !self[Serve.noStorefront] else { return nil }
    return Storefront.pages(
      ShopDetails(title: title),
      isSelling: isLocal || self[Serve.storefrontSelling], link: link)
  }
}
