import Foundation
import TestSupport
import Testing

@testable import HTTP

struct MessageSignatureTests {
  private static let key = Data(String(repeating: "0123456789abcdef", count: 4).utf8)
  private static let origin = "https://shop.example"
  private static let parameters = #"created=1795240680;nonce="abcdefghijklmnop""#
  /// The contents `{"password":""}`, hashed and signed by Python's hashlib and hmac.
  private static let digest = "sha-256=:HFQbapb105tXIcs3d3LKM/A60N8fULNb/2VqUt19xf8=:"
  private static let code = "aCmQvpZPSwceHf3mXeAfBSh9ngUthzf/xc8bUhjAkZU="

  private static func request(
    _ input: String = #"market=("@method" "@target-uri" "content-digest");\#(parameters);alg="hmac-sha256""#,
    _ code: String = "market=:\(code):"
  ) -> HTTPRequest {
    HTTPRequest(
      .delete, scheme: "https", authority: "shop.example", target: "/item/7?x=1",
      headers: [.contentDigest: digest, .signatureInput: input, .signature: code],
      body: HTTPBody(Data(#"{"password":""}"#.utf8)))
  }

  private static func isValid(_ request: HTTPRequest, at origin: String = origin) throws -> Bool {
    try MessageSignature(of: request).isValid(for: request, at: [origin], key: key)
      && MessageSignature.hasSignedContents(request)
  }

  @Test func `a signature of another program is verified`() throws {
    let signature = try MessageSignature(of: Self.request())
    #expect(signature.created == Date(timeIntervalSince1970: 1_795_240_680))
    #expect(signature.nonce == "abcdefghijklmnop" && signature.expiry == nil)
    let expiring = Self.request(
      #"market=("@method" "@target-uri" "content-digest");\#(Self.parameters);expires=1795240700"#)
    #expect(try MessageSignature(of: expiring).expiry == Date(timeIntervalSince1970: 1_795_240_700))
    #expect(try Self.isValid(Self.request()))
    // Another order of the components and the parameters, another label, and a second signature.
    #expect(
      try Self.isValid(
        Self.request(
          #"a=("content-digest" "@target-uri" "@method");nonce="abcdefghijklmnop";created=1795240680;keyid="x", b=()"#,
          "b=:AA==:, a=:ez5DPxa3g9LoaP7M0ZLZeCWRus5p6d8Tm6C6gefhUMA=:")))
  }

  @Test func `what was signed cannot be changed`() throws {
    let changes: [(inout HTTPRequest) -> Void] = [
      { $0.method = .post }, { $0.target = "/item/8?x=1" }, { $0.target = "/item/7" },
      { $0.body = HTTPBody(Data("{}".utf8)) }, { $0.body = .empty },
      { $0.headers[.contentDigest] = "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:" },
      { $0.headers[.contentDigest] = nil },
      { $0.headers[.signature] = "market=:\(Self.code.replacing("aCmQ", with: "aCmR")):" },
      { $0.headers[.signature] = "market=::" }, { $0.headers[.signature] = "market=:AA==:" },
      {
        $0.headers[.signatureInput] = $0.headers[.signatureInput]?.replacing("1795240680", with: "1795240681")
      }, { $0.headers[.signatureInput] = $0.headers[.signatureInput]?.replacing("mnop", with: "mnoq") },
    ]
    for (index, change) in changes.enumerated() {
      var request = Self.request()
      change(&request)
      #expect(try !Self.isValid(request), "change \(index)")
    }
    #expect(try !Self.isValid(Self.request(), at: "https://other.example"))
    #expect(try !MessageSignature(of: Self.request()).isValid(for: Self.request(), at: [], key: Self.key))
  }

  @Test(
    "a field that is no signature over all components is refused",
    arguments: [
      "", "market", "market=", "market=(", "market=()", "=", #"market="x""#, #"market=("@method"#,
      #"market=("@method" "@target-uri");created=1795240680;nonce="abcdefghijklmnop""#,
      #"market=("@method" "@method" "content-digest");created=1795240680;nonce="abcdefghijklmnop""#,
      #"market=("@method" "@target-uri" "content-digest" "date");created=1795240680;nonce="abcdefghijklmnop""#,
      #"market=("@method" "@target-uri" "content-digest");nonce="abcdefghijklmnop""#,
      #"market=("@method" "@target-uri" "content-digest");created=1795240680"#,
      #"market=("@method" "@target-uri" "content-digest");created=1795240680;nonce="short""#,
      #"market=("@method" "@target-uri" "content-digest");created=1;created=2;nonce="abcdefghijklmnop""#,
      #"market=("@method" "@target-uri" "content-digest");created=1795240680;nonce="abcdefghijklmnop";alg="none""#,
      #"market=("@method" "@target-uri" "content-digest");created=1795240680;nonce="abcdefghijklmnop" x"#,
      #"market=("@method" "@target-uri" "content-digest");created=99999999999999999999;nonce="abcdefghijklmnop""#,
      #"market=("@method" "@target-uri" "content-digest");created=1795240680;expires=x;nonce="abcdefghijklmnop""#,
      #"other=("@method" "@target-uri" "content-digest");created=1795240680;nonce="abcdefghijklmnop""#,
      "market=(" + String(repeating: "(", count: 2_000),
    ])
  func malformed(input: String) {
    #expect(throws: MessageSignatureDefect.self) { try MessageSignature(of: Self.request(input)) }
  }

  @Test func `a request is signed for the address that it has`() throws {
    var request = HTTPRequest(.post, target: "/items?x=%20", body: HTTPBody(Data("{}".utf8)))
    (request.scheme, request.authority) = ("http", "LOCALHOST:8080")
    try request.sign(with: Self.key, nonce: "0123456789abcdef", now: Date(timeIntervalSince1970: 5))
    #expect(try Self.isValid(request, at: "http://localhost:8080"))
    #expect(try !Self.isValid(request, at: "http://localhost"))
    for (address, origin) in [
      ("https://Shop.example:443/a", "https://shop.example"), ("http://[::1]:80", "http://[::1]"),
      ("http+unix://%2Frun%2Fa.sock/items", "http+unix:///run/a.sock"),
    ] {
      #expect(URL(string: address).flatMap(HTTPRequest.signedOrigin) == origin)
    }
  }
}
