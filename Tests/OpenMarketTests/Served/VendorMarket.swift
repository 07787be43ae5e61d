import Foundation
import HTTP
import SystemSupport
import TestSupport

@testable import OpenMarket

/// A served market with one vendor and an adjustable clock.
///
/// Its image URLs have the host `m.example`, so that expectations do not depend on a port.
final class VendorMarket: Sendable {
  let market: ServedMarket
  let vendor: VendorCredentials
  private let clock: Locked<Date>
  private let timeZone: TimeZone?

  init(
    _ contract: ProductContract = .v2b, vendor name: String = "가게",
    adjusting adjust: (inout LocalMarket.Options) -> Void = { _ in }
  ) async throws {
    let clock = Locked(TemporaryMarket.now)
    var options = LocalMarket.Options.forTests
    options.products = contract
    options.publicURLs = [URL(string: "http://m.example")].compactMap(\.self)
    options.now = { clock.value }
    options.timeZone = .gmt
    adjust(&options)
    market = try ServedMarket(options)
    self.clock = clock
    timeZone = options.timeZone
    vendor = try await Self.operation(of: market, timeZone, clock).addVendor(name: name)
  }

  /// The market for its operator.
  var operation: Marketplace { Self.operation(of: market, timeZone, clock) }

  private static func operation(
    of market: ServedMarket, _ timeZone: TimeZone?, _ clock: Locked<Date>
  ) -> Marketplace {
    var options = Store.Options.patient()
    options.timeZone = timeZone
    return Marketplace(
      Store(at: market.location, options), passwordCost: 1, isOperated: true, now: { clock.value })
  }

  func wait(seconds: Double) {
    clock.withLock { $0 += seconds }
  }

  /// Sends a request with a JSON body or without a body. `SECRET` stands for the vendor's secret.
  ///
  /// - Parameter identifier: The field `identifier`; nil for the vendor's, empty to leave the field out.
  func send(
    _ method: HTTPMethod, _ target: String, _ json: String? = nil, as identifier: String? = nil,
    _ headers: HTTPHeaders = [:]
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(method, target: target, headers: headers)
    if let json {
      request.headers["Content-Type"] = "application/json"
      request.body = HTTPBody(Data(json.replacing("SECRET", with: vendor.secret).utf8))
    }
    if identifier != "" { request.headers["identifier"] = identifier ?? vendor.identifier }
    return try await market.response(to: request)
  }

  /// Adds a product. `SECRET` stands for the vendor's secret.
  func add(
    _ params: String? = nil, images: [String] = ["macbook.png"], as identifier: String? = nil,
    _ headers: HTTPHeaders = [:]
  ) async throws -> HTTPResponse {
    var parts = try images.map {
      MultipartForm.Part(name: "images", filename: $0, content: .bytes(try MockData.bytes($0)))
    }
    if let params {
      parts.append(.init(name: "params", text: params.replacing("SECRET", with: vendor.secret)))
    }
    let form = MultipartForm(parts: parts).encoded(boundary: "cut")
    var request = HTTPRequest(.post, target: "/api/products", headers: headers, body: form.body)
    request.headers["Content-Type"] = form.contentType
    if identifier != "" { request.headers["identifier"] = identifier ?? vendor.identifier }
    return try await market.response(to: request)
  }

  static func params(_ name: String = "MacBook", price: String = "1000") -> String {
    #"{"name":"\#(name)","description":"used","price":\#(price),"currency":"KRW","secret":"SECRET"}"#
  }
}

extension HTTPResponse {
  /// The error of the response, without the text that stands twice: `404 wrong_password password: Wrong password`, with
  /// a dash where no field is named.
  var refusal: String {
    get throws {
      let body = try JSON.decode(APIError.Body.self, from: body)
      return "\(status) \(body.code ?? "-") \(body.field ?? "-"): \(body.reason ?? "")"
    }
  }

  /// The error up to the reason: `404 wrong_password password`.
  var refusalCode: String {
    get throws { String(try refusal.prefix { $0 != ":" }) }
  }

  /// Status and body on one line, if the body is a line of text.
  var shown: String {
    body.isEmpty
      ? "\(status)" : "\(status) " + (String(validating: body, as: UTF8.self) ?? "⟨\(body.count) bytes⟩")
  }
}
