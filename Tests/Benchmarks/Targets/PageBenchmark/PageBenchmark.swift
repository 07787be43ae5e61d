import Foundation
import HTTP
import OpenMarket
import Storefront

/// Prints how long the front page with 20 rows takes as a session makes it, without a socket: the median in milliseconds, as it is
/// and compressed.
///
///     PageBenchmark IMAGE
///
/// Each item has the image. The rows are read from the store each time, as they are by a server.
@main
struct PageBenchmark {
  private static let runs = 2_000

  static func main() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = LocalMarket.Options()
    options.passwordCost = 1
    options.pages = Storefront.pages(ShopDetails(title: "Corner Shop"))
    let market = LocalMarket(at: .file(folder.appending(path: "market.db").path), options)
    let image = try ItemImage(path: CommandLine.arguments.last ?? "")
    let manager = NetworkManager(session: market)
    for number in 1...25 {
      _ = try await manager.add(
        ValidDraft(
          ItemDraft(
            title: "\(UUID()) 상품 이름 \(number)", price: Price(Decimal(number * 1_234), .usDollar),
            discountedPrice: Decimal(number * 1_000), stock: number % 3)),
        images: [image], password: "secret")
    }
    let plain = try await median(of: market, ["Accept": "text/html"])
    let compressed = try await median(of: market, ["Accept": "text/html", "Accept-Encoding": "gzip"])
    print(String(format: "%.3f %.3f", plain, compressed))
  }

  private static func median(of market: LocalMarket, _ headers: HTTPHeaders) async throws -> Double {
    let request = HTTPRequest(
      .get, scheme: "http", authority: "shop.example", target: "/", headers: headers)
    var times: [Duration] = []
    for _ in 0..<runs {
      let start = ContinuousClock.now
      let response = try await market.response(to: request)
      times.append(ContinuousClock.now - start)
      precondition(response.status == 200 && !response.body.isEmpty)
    }
    return times.sorted()[runs / 2] / .milliseconds(1)
  }
}
