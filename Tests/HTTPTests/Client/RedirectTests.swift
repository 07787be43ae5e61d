import Foundation
import HTTP
import Testing

@Suite struct RedirectTests {
  private static let secret: HTTPHeaders = [
    "Authorization": "x", "Accept": "a/b", "identifier": "me", "Cache-Control": "max-age=0",
  ]
  private static let harmless: HTTPHeaders = ["Accept": "a/b", "Cache-Control": "max-age=0"]

  private func get(_ scheme: String = "https", _ authority: String = "shop.example") -> HTTPRequest {
    HTTPRequest(.get, scheme: scheme, authority: authority, target: "/a/b?c", headers: Self.secret)
  }

  private func post() -> HTTPRequest {
    HTTPRequest(
      .post, scheme: "https", authority: "shop.example", target: "/a",
      headers: ["Content-Type": "text/plain"],
      body: HTTPBody(Data("secret".utf8)))
  }

  private func answer(_ status: Int, _ location: String?) -> HTTPResponse {
    var response = HTTPResponse(status: status)
    response.headers["Location"] = location
    return response
  }

  @Test(arguments: [
    ("/x y?z=%20#f", "shop.example", "/x%20y?z=%20"), ("x", "shop.example", "/a/x"),
    ("?d", "shop.example", "/a/b?d"),
    ("https://SHOP.example:443/x", "SHOP.example:443", "/x"),
    ("//shop.example", "shop.example", "/"), ("https://me:pw@shop.example/x", "shop.example", "/x"),
  ])
  func `a redirect to the same origin keeps the request`(location: String, authority: String, target: String)
    throws
  {
    var expected = get()
    expected.authority = authority
    expected.target = target
    #expect(try get().redirected(by: answer(302, location)) == expected)
  }

  @Test(arguments: [
    ("https://other.example/x", "https", "other.example", "/x"),
    ("//other.example:8443", "https", "other.example:8443", "/"),
    ("https://shop.example:8443/", "https", "shop.example:8443", "/"),
    ("https://[::1]:80/", "https", "[::1]:80", "/"),
  ])
  func `fields outside the safelist are not sent to another origin`(
    location: String, scheme: String, authority: String, target: String
  ) throws {
    #expect(
      try get().redirected(by: answer(301, location))
        == HTTPRequest(.get, scheme: scheme, authority: authority, target: target, headers: Self.harmless)
    )
  }

  @Test func `http may be redirected to https without secrets, and never back`() throws {
    #expect(
      try get("http").redirected(by: answer(301, "https://shop.example/"))
        == HTTPRequest(
          .get, scheme: "https", authority: "shop.example", target: "/", headers: Self.harmless))
    #expect(throws: SessionError.redirectedElsewhere(to: "http://shop.example/")) {
      try get().redirected(by: answer(301, "http://shop.example/"))
    }
  }

  @Test(
    arguments: [301, 302, 303, 307, 308],
    ["https://other.example/", "http://shop.example/a", "ftp://shop.example/"])
  func `contents are not sent to another origin`(status: Int, location: String) throws {
    #expect(throws: SessionError.redirectedElsewhere(to: location)) {
      try post().redirected(by: answer(status, location))
    }
  }

  @Test(arguments: ["file:///etc/passwd", "mailto:me", "javascript:alert(1)", "ftp://shop.example/"])
  func `a redirect to an address that is not of the web is an error`(location: String) {
    #expect(throws: SessionError.redirectedElsewhere(to: location)) {
      try get().redirected(by: answer(302, location))
    }
  }

  @Test func `a DELETE without contents is not redirected to another origin`() {
    let request = HTTPRequest(.delete, scheme: "https", authority: "shop.example", target: "/a")
    #expect(throws: SessionError.redirectedElsewhere(to: "https://other.example/")) {
      try request.redirected(by: answer(308, "https://other.example/"))
    }
  }

  @Test func `303 changes the method to GET, 307 repeats it`() throws {
    var again = post()
    again.target = "/x"
    #expect(try post().redirected(by: answer(307, "/x")) == again)
    #expect(
      try post().redirected(by: answer(303, "/x"))
        == HTTPRequest(.get, scheme: "https", authority: "shop.example", target: "/x"))
  }

  @Test(arguments: [
    (200, "/x"), (300, "/x"), (304, "/x"), (200, "http://[::bad"), (302, nil),
  ])
  func `a response that is no redirect, or has no Location, is returned`(status: Int, location: String?)
    throws
  {
    #expect(try get().redirected(by: answer(status, location)) == nil)
  }

  @Test(arguments: ["", "http://[::bad", "https://", "http:///x", "http://a b/", "//"])
  func `a Location that is no URL of a host is an error`(location: String) {
    #expect(throws: SessionError.malformedHead(.location)) {
      try get().redirected(by: answer(302, location))
    }
  }
}
