import Console
import Foundation
import HTTP
import OpenMarket

/// Values of the options of `market serve`. Each throws a `UsageError` for an invalid value.
extension Arguments {
  /// The values of `--allow-origin`. Throws for text that no browser sends as an origin (RFC 6454 §6.2) and that would
  /// never match.
  func origins(in declaration: CommandDeclaration) throws(UsageError) -> [String] {
    let origins = values("allow-origin")
    if let text = origins.first(where: { !Self.isOrigin($0) }) {
      throw UsageError(
        .invalidValue(text, option: "--allow-origin", reason: "use the form https://shop.example, or '*'"),
        in: declaration)
    }
    return origins
  }

  private static func isOrigin(_ text: String) -> Bool {
    let url = URL(string: text)
    let parts = [url?.scheme, url?.host()].compactMap(\.self).filter { !$0.isEmpty }
    let written = parts.joined(separator: "://") + (url?.port.map { ":\($0)" } ?? "")
    return text == "*" || parts.count == 2 && text == written.lowercased()
  }

  /// The values of `--public-url`.
  func publicURLs(in declaration: CommandDeclaration) throws(UsageError) -> [URL] {
    var urls: [URL] = []
    for address in values("public-url") {
      if let problem = ServerAddress.problem(with: address) {
        throw UsageError(.invalidValue(address, option: "--public-url", reason: problem), in: declaration)
      }
      if let url = ServerAddress.url(address) { urls.append(url) }
    }
    return urls
  }

  /// Where prices are rounded, by `--exact-prices` and `--whole-prices`.
  func priceRounding(in declaration: CommandDeclaration) throws(UsageError) -> LocalMarket.PriceRounding {
    switch (flag("exact-prices"), flag("whole-prices")) {
    case (true, true):
      throw UsageError(.conflictingOptions("--exact-prices", "--whole-prices"), in: declaration)
    case (true, false): return .nowhere
    case (false, true): return .v1AndV2
    case (false, false): return .v1
    }
  }

  /// The currencies that v2 lists, by `--currencies` and `--all-currencies`; nil for all.
  func currencies(in declaration: CommandDeclaration) throws(UsageError) -> Set<Currency>? {
    guard let list = value("currencies") else {
      return flag("all-currencies") ? nil : ProductContract.listedCurrencies
    }
    if flag("all-currencies") {
      throw UsageError(.conflictingOptions("--currencies", "--all-currencies"), in: declaration)
    }
    var currencies: Set<Currency> = []
    for code in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let currency = Currency(code.trimmingCharacters(in: .whitespaces)) else {
        throw UsageError(
          .invalidValue(
            String(code), option: "--currencies",
            reason: "ISO 4217 lists no such code; use codes with commas between them, such as KRW,USD,JPY"),
          in: declaration)
      }
      currencies.insert(currency)
    }
    return currencies
  }

  /// The value of `--port`.
  func port(in declaration: CommandDeclaration) throws(UsageError) -> Int? {
    guard let text = value("port") else { return nil }
    guard let port = Int(text), (0...65_535).contains(port) else {
      throw UsageError(
        .invalidValue(text, option: "--port", reason: "it must be a whole number from 0 to 65535"),
        in: declaration)
    }
    return port
  }

  /// The proxies of `--trusted-proxy`; without a value those of this machine.
  func trustedProxies(in declaration: CommandDeclaration) throws(UsageError) -> TrustedProxies? {
    guard let list = value("trusted-proxy") else { return flag("trusted-proxy") ? .local : nil }
    guard let proxies = TrustedProxies(list) else {
      throw UsageError(
        .invalidValue(
          list, option: "--trusted-proxy", reason: "use addresses, networks such as 10.0.0.0/8, or 'unix'"),
        in: declaration)
    }
    return proxies
  }
}
