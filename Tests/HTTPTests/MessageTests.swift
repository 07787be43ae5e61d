import Foundation
import HTTP
import Testing

@Suite struct MessageTests {
  @Test func `fields are found in either case and keep their order`() {
    var headers: HTTPHeaders = ["Accept": "a", "X-A": "1", "x-a": "2"]
    #expect(headers["ACCEPT"] == "a")
    #expect(headers.values(for: "X-a") == ["1", "2"])
    headers["x-A"] = "3"
    #expect(headers == ["Accept": "a", "x-A": "3"])
    headers["accept"] = nil
    headers["New"] = "n"
    #expect(headers == ["X-a": "3", "new": "n"])
    #expect(headers != ["new": "n", "X-a": "3"])
  }

  @Test(arguments: ["a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\u{0}b"])
  func `a field value cannot begin another field`(value: String) {
    var headers: HTTPHeaders = ["One": value]
    headers["Two"] = value
    headers.append("Three", value)
    for field in headers.fields {
      #expect(field.value.utf8.allSatisfy { $0 >= 0x20 }, "\(field)")
    }
  }

  @Test func `names are compared by ASCII letters only`() {
    #expect("İ".equalsIgnoringCase("i̇") == false)
    #expect("K".equalsIgnoringCase("\u{212A}") == false)
    #expect("[".equalsIgnoringCase("{") == false)
    #expect("Content-Type".equalsIgnoringCase("cONTENT-tYPE"))
  }

  @Test(arguments: [
    ("/", []), ("/things/1", ["things", "1"]), ("//things//1/?a=b/c", ["things", "1"]),
    ("/a%2Fb/%ED%95%9C", ["a/b", "한"]),
    ("/%FF", nil), ("/%", nil), ("/%4", nil), ("/%+4", nil), ("/%4g", nil), ("/..%2F..", ["../.."]),
  ])
  func `a path is split before it is decoded`(target: String, components: [String]?) {
    #expect(HTTPRequest(.get, target: target).pathComponents == components)
  }

  @Test(arguments: [
    ("/a", []), ("/a?", []), ("/a?b", [URLQueryItem(name: "b", value: nil)]),
    ("/?b=", [.init(name: "b", value: "")]),
    ("/?b=c=d&&e=f%20g+h%2B", [.init(name: "b", value: "c=d"), .init(name: "e", value: "f g h+")]),
    ("/?a=%FF&b=1&%=2", [.init(name: "b", value: "1")]), ("/?%ED%95%9C=?", [.init(name: "한", value: "?")]),
  ])
  func `a query is read as forms write it`(target: String, expected: [URLQueryItem]) {
    #expect(HTTPRequest(.get, target: target).queryItems == expected)
  }

  @Test func `a URL needs a scheme, an authority and a path`() {
    #expect(
      HTTPRequest(.get, scheme: "http", authority: "a:1", target: "/b?c").url?.absoluteString
        == "http://a:1/b?c")
    #expect(HTTPRequest(.get, target: "/b").url == nil)
    #expect(HTTPRequest(.get, scheme: "http", authority: "a", target: "b").url == nil)
  }

  @Test func `only 2xx is success`() {
    #expect(
      [100, 199, 200, 204, 299, 300, 404, 500].filter { HTTPResponse(status: $0).isSuccess } == [
        200, 204, 299,
      ])
  }

  @Test func `only errors that may pass are temporary`() {
    let lasting: [SessionError] = [
      .certificate(.expired), .handshake, .malformedHead(.field), .malformedBody, .headTooLarge,
      .bodyTooLarge,
      .tooManyRedirects, .redirectedElsewhere(to: ""), .privateAddress(""), .unsupportedAddress(""),
      .malformedHead(.location), .unreadableBody(path: ""), .notSent,
      SessionError(.unixSocket(.notPermitted, path: "")),
    ]
    let passing: [SessionError] = [
      .unknownHost, .refused, .unreachable, .connectionLost(.beforeHead), .connectionLost(.insideBody),
      .timedOut(.connecting), .timedOut(.idle), .timedOut(.head), .timedOut(.whole),
      SessionError(.unixSocket(.missing, path: "")), SessionError(.unixSocket(.refused, path: "")),
    ]
    #expect((lasting + passing).filter(\.isTemporary) == passing)
  }

  @Test func `a server that sends too slowly is not asked again`() {
    let limits: [SessionError] = [
      .timedOut(.connecting), .timedOut(.idle), .timedOut(.head), .timedOut(.whole),
    ]
    #expect(limits.filter(\.isWorthRetrying) == [.timedOut(.connecting), .timedOut(.idle)])
  }
}
