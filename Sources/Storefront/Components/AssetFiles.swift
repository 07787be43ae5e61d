import CAssets
import Foundation
import HTTP
import OpenMarket
import SystemSupport

/// A file of the storefront that is part of the program. Its name has a hash of its contents, so that browsers store it for ever and
/// a new version has a new name.
struct AssetFile: Sendable {
  let url: PageURL
  private let plain: HTTPResponse
  private let gzip: HTTPResponse

  private init(_ name: StaticString, _ type: String, _ fileExtension: String, _ asset: CAsset) {
    let contents = Self.served(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
    let digest = SHA256.hexadecimal(contents).prefix(12)
    url = PageURL(["assets", "\(name).\(digest).\(fileExtension)"])
    var response = HTTPResponse.asset(contents, type)
    response.headers[.vary] = "Accept-Encoding"
    (plain, gzip) = (response, response.compressed)
  }

  /// The lines of a file without indentation and comments, 3 kB of each first visit. No text in a file has a line end.
  private static func served(_ file: UnsafeBufferPointer<UInt8>) -> Data {
    var isComment = false
    let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").compactMap {
      line -> Substring? in
      let code = line.drop { $0 == " " }
      if code.hasPrefix("/*") { isComment = true }
      defer { if code.hasSuffix("*/") { isComment = false } }
      return isComment || code.hasPrefix("//") ? nil : code
    }
    return Data(lines.joined(separator: "\n").utf8)
  }

  static let style = AssetFile("market", "text/css; charset=utf-8", "css", cassets_market_css())
  static let script = AssetFile("market", "text/javascript; charset=utf-8", "js", cassets_market_js())
  static let selling = AssetFile("sell", "text/javascript; charset=utf-8", "js", cassets_sell_js())
  static let icon = AssetFile("icon", "image/svg+xml", "svg", cassets_icon_svg())

  /// The response to a request below `/assets`; nil for a name that no file has.
  static func response(to request: HTTPRequest) -> HTTPResponse? {
    let path = request.target.prefix { $0 != "?" }
    let file = [style, script, selling, icon].first { $0.url.text == path }
    return file.map { request.acceptsGzip ? $0.gzip : $0.plain }
  }
}
