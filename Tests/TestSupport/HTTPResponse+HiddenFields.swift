package import HTTP
import OpenMarket

extension HTTPResponse {
  /// Throws for a field that a server sends and that a web page of an allowed origin cannot read, although it may need it.
  package func checkFields() throws {
    let hidden = headers.fields.map(\.name).filter { !Self.readableOrUseless.contains($0) }
    guard hidden.isEmpty else { throw HiddenFields(names: hidden) }
  }

  private struct HiddenFields: Error {
    let names: [HTTPField.Name]
  }

  package static let readableOrUseless = Set(ResponseField.exposed + safelisted + useless.map(\.name))

  /// The response fields that browsers always show (Fetch §2.2.2).
  private static let safelisted: [HTTPField.Name] = [
    .cacheControl, "Content-Language", .contentLength, .contentType, .expires, .lastModified, "Pragma",
  ]

  /// The fields that a page has no use for.
  private static let useless: [(name: HTTPField.Name, reason: String)] = [
    ("Access-Control-Allow-Headers", "for the browser (CORS)"),
    ("Access-Control-Allow-Methods", "for the browser (CORS)"),
    ("Access-Control-Allow-Origin", "for the browser (CORS)"),
    ("Access-Control-Expose-Headers", "for the browser (CORS)"),
    ("Access-Control-Max-Age", "for the browser (CORS)"),
    (.connection, "for the connection"),
    (.contentEncoding, "the browser has decoded the contents"),
    (.contentSecurityPolicy, "for the browser, which shows the response as a document"),
    (.contentTypeOptions, "for the browser, which shows the response as a document"),
    ("Cross-Origin-Opener-Policy", "for the browser, which shows the response as a document"),
    (.date, "the time of the server's clock, which nothing in the API depends on"),
    ("Keep-Alive", "for the connection"),
    (.location, "the browser follows redirects itself"),
    ("Permissions-Policy", "for the browser, which shows the response as a document"),
    ("Referrer-Policy", "for the browser, which shows the response as a document"),
    (.setCookie, "no script may read it (Fetch §2.2.2)"),
    (.transferEncoding, "for the connection"),
    (.vary, "for caches"),
    (.wwwAuthenticate, "a constant, which the status 401 implies"),
    ("X-Accel-Buffering", "for nginx"),
  ]
}
