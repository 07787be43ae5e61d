import Foundation
import HTTP
import OpenMarket

extension HTTPResponse {
  /// A page, which browsers ask for again whenever it is shown anew; the market answers from its tag where nothing has changed.
  static func page(_ html: HTML, status: Int = 200, for page: PageRequest) -> HTTPResponse {
    var response = document(
      Data(html.bytes), "text/html; charset=utf-8", status: status, for: page.request,
      // Contents that repeat a query beside a secret are not compressed: their length would tell of it (CVE-2013-3587).
      isSecret: page.seller != nil)
    response.reason = html.reason
    response.headers["Content-Language"] = page.preferences.language.rawValue
    response.headers[.vary] = varying(Preferences.varying, page)
    for cookie in page.preferences.cookies { response.headers.append(.setCookie, cookie) }
    return response
  }

  /// Leads a browser to the page that shows what a form has done (RFC 9110 §15.4.4).
  static func redirect(to url: PageURL, cookie: String? = nil) -> HTTPResponse {
    var response = HTTPResponse(
      status: 303, headers: PageSecurity.headers("text/plain; charset=utf-8", cacheControl: "no-store"))
    response.headers[.location] = url.text
    if let cookie { response.headers.append(.setCookie, cookie) }
    return response
  }

  /// A document for programs: a feed, a map of the site.
  static func document(_ text: String, _ type: String, for page: PageRequest) -> HTTPResponse {
    var response = document(Data(text.utf8), type, status: 200, for: page.request)
    response.headers[.vary] = varying("Accept-Encoding", page)
    return response
  }

  /// A file whose name has a digest of its bytes, or all of them: a new version has a new name.
  static func asset(_ body: Data, _ type: String) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: PageSecurity.headers(type, cacheControl: "public, max-age=31536000, immutable"), body: body)
  }

  private static func document(
    _ body: Data, _ type: String, status: Int, for request: HTTPRequest, isSecret: Bool = false
  ) -> HTTPResponse {
    var response = HTTPResponse(
      status: status,
      // After a sign-out the browser has no page of the seller.
      headers: PageSecurity.headers(type, cacheControl: isSecret ? "no-store" : "private, no-cache"),
      body: body)
    guard request.acceptsGzip, !isSecret else { return response.tagged.conditional(on: request) }
    // Contents with another coding have another tag.
    response = response.tagged
    response.headers[.eTag] = response.headers[.eTag].map { $0.dropLast() + "-gzip\"" }
    let known = response.conditional(on: request)
    return known.status == status ? response.compressed : known
  }

  private static func varying(_ fields: String, _ page: PageRequest) -> String {
    ([fields] + page.market.addressFields.map(\.rawValue)).joined(separator: ", ")
  }

  /// With its contents compressed, where that makes them shorter.
  var compressed: HTTPResponse {
    guard let body = Gzip.compress(body) else { return self }
    var response = self
    response.body = body
    response.headers[.contentEncoding] = "gzip"
    return response
  }
}

extension HTTPRequest {
  /// Whether the client takes contents that are compressed by gzip (RFC 9110 §12.5.3).
  var acceptsGzip: Bool {
    headers.accepted(.acceptEncoding).contains("gzip")
  }
}

/// The header fields by which a browser runs and shows nothing in a page but what this server has written.
enum PageSecurity {
  /// Nothing inline and no other host: styles, scripts and images come from this server, and no page of another site shows these in
  /// a frame.
  static let policy = """
    default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'
    """

  static func headers(_ type: String, cacheControl: String) -> HTTPHeaders {
    [
      .contentType: type, .cacheControl: cacheControl, .contentTypeOptions: "nosniff",
      .contentSecurityPolicy: policy, "Referrer-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Permissions-Policy":
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ]
  }
}
