import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

/// The description that `market serve` writes to stderr when it starts.
extension Serve {
  /// Writes the store, the addresses, and how to stop the server.
  func describe(_ server: HTTPServer, _ summary: StoreSummary, in context: CommandContext) {
    let url = url(of: server, openable: true)
    let base = apiBase(of: server, url)
    let lines: [LocalizedPhrase] = [
      "Store: \(store.description)", "Items: \(grouped: summary.items)", "Open: \(openURLs(url))",
      "API v1: \(base)/items/1",
      "API v2: \(base)/api/products (\(options.products.rawValue))",
      "Connections: at most \(grouped: server.connectionLimit)", "Stop: press Ctrl-C",
    ]
    for line in lines { context.note(line, isWhole: true) }
    if store == .memory { context.note("The store is in memory: nothing is kept after the server stops") }
    if summary.fractionalPrices > 0 { context.note(fractionalPrices(summary.fractionalPrices)) }
    if summary.otherCurrencies > 0 { context.note(otherCurrencies(summary.otherCurrencies)) }
    if isPublic {
      context.note(
        """
        Other machines can read this market. Passwords are sent unencrypted: use a TLS reverse proxy, see \
        'market help serve'.
        """)
    }
  }

  /// All addresses that clients use.
  private func openURLs(_ first: String) -> String {
    ([first] + options.publicURLs.dropFirst().map(\.absoluteString)).joined(separator: ", ")
  }

  private func fractionalPrices(_ count: Int) -> LocalizedPhrase {
    switch options.priceRounding {
    case .nowhere:
      """
      Items with a fractional price: \(grouped: count). v1 clients that read integers cannot read a page with one of \
      them; leave out '--exact-prices' to round up.
      """
    case .v1: "Items with a fractional price, rounded up in v1: \(grouped: count)"
    case .v1AndV2: "Items with a fractional price, rounded up in v1 and v2: \(grouped: count)"
    }
  }

  private func otherCurrencies(_ count: Int) -> LocalizedPhrase {
    guard let currencies = options.currencies else {
      let codes = Self.codes(ProductContract.listedCurrencies)
      return "Items in currencies other than \(codes), listed in v2: \(grouped: count)"
    }
    return """
      Items in currencies other than \(Self.codes(currencies)): \(grouped: count). They are left out of v2; use \
      '--currencies' or '--all-currencies' to list them.
      """
  }

  /// The codes as `--currencies` takes them.
  static func codes(_ currencies: Set<Currency>) -> String {
    currencies.map(\.code).sorted().joined(separator: ",")
  }

  /// The first public URL, or the one of the first address.
  ///
  /// - Parameter openable: Whether the address that stands for all addresses, which no one can open, is replaced by one
  ///   of this machine.
  func url(of server: HTTPServer, openable: Bool = false) -> String {
    if let url = options.publicURLs.first { return url.absoluteString }
    let address = server.addresses.first ?? .network(host: configuration.host, port: server.port)
    if openable, case .network(let host, let port) = address, ["0.0.0.0", "::"].contains(host) {
      return LocalAddress.network(host: NetworkAddress.ofThisMachine() ?? "127.0.0.1", port: port).url
    }
    return address.url
  }

  /// The base to which the paths of the API are appended: the URL, or a curl command for a Unix socket, whose URL can
  /// have no path.
  private func apiBase(of server: HTTPServer, _ url: String) -> String {
    if options.publicURLs.isEmpty, case .unix(let path)? = server.addresses.first {
      return "curl --unix-socket \(path.shellQuoted) http://localhost"
    }
    return url.hasSuffix("/") ? String(url.dropLast()) : url
  }
}
