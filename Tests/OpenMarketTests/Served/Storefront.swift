import Foundation
import HTTP
import TestSupport

@testable import OpenMarket

/// A served market in which a vendor sells, and the clock on its wall. Its images are said to be at `m.example`, so
/// that an expectation need not know a port.
final class Storefront: Sendable {
  let market: ServedMarket
  let vendor: VendorRegistry.Credentials
  private let clock: Locked<Date>

  init(
    _ contract: ProductContract = .v2b, vendor name: String = "가게",
    adjusting adjust: (inout LocalMarket.Options) -> Void = { _ in }
  ) async throws {
    let clock = Locked(TemporaryMarket.now)
    var options = LocalMarket.Options.forTests
    options.products = contract
    options.publicURL = URL(string: "http://m.example")
    options.now = { clock.value }
    adjust(&options)
    market = try ServedMarket(options)
    self.clock = clock
    vendor = try await Self.registry(of: market).add(name: name, at: clock.value)
  }

  var registry: VendorRegistry { Self.registry(of: market) }

  private static func registry(of market: ServedMarket) -> VendorRegistry {
    VendorRegistry(Store(at: .file(market.store.path(TemporaryMarket.filename))), passwordCost: 1)
  }

  func wait(seconds: Double) {
    clock.withLock { $0 += seconds }
  }

  /// The answer to a question with JSON, or with nothing. `SECRET` stands for the vendor's.
  ///
  /// - Parameter identifier: Who says to ask; nil for the vendor, empty for nobody.
  func ask(
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

  /// Adds a product. `SECRET` as above.
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
  /// Status and contents, on one line where the contents are.
  var shown: String {
    body.isEmpty
      ? "\(status)" : "\(status) " + (String(validating: body, as: UTF8.self) ?? "⟨\(body.count) bytes⟩")
  }
}
