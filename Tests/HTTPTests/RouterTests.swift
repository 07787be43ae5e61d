import HTTP
import TestSupport
import Testing

struct RouterTests {
  private struct Named: Session {
    let name: String

    func response(to request: HTTPRequest) async throws -> HTTPResponse {
      HTTPResponse(status: 200, headers: ["Name": name])
    }
  }

  private static let router = Router(
    [
      .template([], Named(name: "root")), .path(["api", "things"], Named(name: "things")),
      .path(["api"], Named(name: "api")), .template(["thing", nil, "parts"], Named(name: "parts")),
    ], fallback: Named(name: "fallback"))

  @Test(arguments: [
    ("/", "root"), ("//", "root"), ("/?a=b", "root"), ("/api", "api"), ("/api/", "api"),
    ("/api/other", "api"), ("/thing/7/parts", "parts"), ("//thing/a%2Fb/parts?x", "parts"),
    ("/thing/7", "fallback"), ("/thing/7/parts/1", "fallback"), ("/thing/7/part", "fallback"),
    ("/api/things", "things"), ("/api/things/7?x=1", "things"), ("//api//things", "things"),
    ("/%61pi/things", "things"), ("/apis", "fallback"), ("/API", "fallback"), ("/other/api", "fallback"),
    ("/api%2Fthings", "fallback"), ("/%FF", "fallback"),
  ])
  func `the first route whose path matches answers`(target: String, name: String) async throws {
    #expect(try await Self.router.response(to: HTTPRequest(.get, target: target)).headers["Name"] == name)
  }
}
