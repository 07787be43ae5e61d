import Foundation
import HTTP
import TestSupport
import Testing

/// Redirects as they are followed; `RedirectTests` has where each of them leads.
struct RedirectingTests {
  private static func leads(to location: String, _ status: Int = 307) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Location": location])
  }

  private func request(_ method: HTTPMethod, _ target: String, _ headers: HTTPHeaders = [:]) -> HTTPRequest {
    HTTPRequest(method, scheme: "https", authority: "host", target: target, headers: headers)
  }

  @Test func `a redirect to the same origin repeats the request completely`() async throws {
    let session = MockSession {
      $0.target == "/b" ? HTTPResponse(status: 200, body: Data("done".utf8)) : Self.leads(to: "/b")
    }
    var posted = request(.post, "/a", ["Content-Type": "a/b"])
    posted.body = HTTPBody(Data("secret".utf8))
    #expect(try await RedirectingSession(session).response(to: posted).body == Data("done".utf8))
    var again = posted
    again.target = "/b"
    #expect(session.requests == [posted, again])
  }

  @Test func `a redirect to another origin carries neither contents nor secrets`() async throws {
    let session = MockSession {
      $0.authority == "host" ? Self.leads(to: "https://other/x") : HTTPResponse(status: 200)
    }
    await #expect(throws: SessionError.redirectedElsewhere(to: "https://other/x")) {
      try await RedirectingSession(session).response(to: request(.post, "/"))
    }
    #expect(session.requests.map(\.authority) == ["host"])
    let asked = request(.get, "/", ["Authorization": "secret", "Accept": "a/b"])
    #expect(try await RedirectingSession(session).response(to: asked).status == 200)
    #expect(
      session.requests.last
        == HTTPRequest(.get, scheme: "https", authority: "other", target: "/x", headers: ["Accept": "a/b"]))
  }

  @Test func `endless redirects are an error`() async throws {
    let session = MockSession { _ in Self.leads(to: "/") }
    await #expect(throws: SessionError.tooManyRedirects) {
      try await RedirectingSession(session).response(to: request(.get, "/"))
    }
    #expect(session.requests.count == HTTPRequest.redirectLimit + 1)
  }
}
