import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Images as browsers and apps request them.
@Suite(.serialized) struct ServedImageTests {
  /// A market with one image, `/images/1.png` and the address with its digest.
  private func market() async throws -> ServedMarket {
    let market = try ServedMarket()
    _ = try await NetworkManager(session: market).add(
      ItemDraft(title: "t", price: Price(1, .usDollar)),
      images: [try ItemImage(path: MockData.path("macbook.png"))], password: "p")
    return market
  }

  private static let path = "/images/\(MockData.png(1))"
  private static let tag = "\"\(MockData.png(1).dropFirst(2).dropLast(4))\""

  private func get(
    _ market: ServedMarket, _ headers: HTTPHeaders = [:], at path: String = path
  ) async throws -> HTTPResponse {
    try await market.response(to: HTTPRequest(.get, target: path, headers: headers))
  }

  @Test func `an image has fields that forbid sniffing and scripts and allow caching forever`() async throws {
    let response = try await get(market())
    let bytes = try MockData.bytes("macbook.png")
    #expect(response.body == bytes)
    for (name, value) in [
      ("Content-Type", "image/png"), ("Cache-Control", "public, max-age=31536000, immutable"),
      ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "default-src 'none'; sandbox"),
      ("Accept-Ranges", "bytes"), ("ETag", Self.tag), ("Content-Length", "\(bytes.count)"),
    ] {
      #expect(response.headers[HTTPField.Name(name)] == value)
    }
  }

  @Test func `under its number alone an image is validated, and under another digest there is none`()
    async throws
  {
    let market = try await market()
    let response = try await get(market, at: "/images/1.png")
    #expect(response.status == 200)
    #expect(response.headers["Cache-Control"] == "no-cache" && response.headers["ETag"] == Self.tag)
    #expect(try await get(market, ["If-None-Match": Self.tag], at: "/images/1.png").status == 304)
    let other = Self.path.replacing("e757", with: "0757")
    for path in [other, Self.path.replacing("e757", with: "E757"), Self.path.replacing(".png", with: ".jpg")]
    {
      #expect(try await get(market, at: path).status == 404, "\(path)")
    }
  }

  @Test func `another image under the number of a restored store is another image`() async throws {
    let market = try await market()
    let known = try await get(market, at: "/images/1.png")
    // As a backup with another image 1 would be.
    let other = try TemporaryMarket()
    _ = try await other.manager.add(
      ItemDraft(title: "t", price: Price(1, .usDollar)),
      images: [ItemImage(filename: "a.png", content: .bytes(WholePNG().data))], password: "p")
    let tag = try #require(known.headers["ETag"])
    func fetch(_ headers: HTTPHeaders, at path: String) async throws -> HTTPResponse {
      try await other.response(to: HTTPRequest(.get, target: path, headers: headers))
    }
    #expect(try await fetch(["If-None-Match": tag], at: "/images/1.png").status == 200)
    #expect(try await fetch(["Range": "bytes=5-", "If-Range": tag], at: "/images/1.png").status == 200)
    #expect(try await fetch([:], at: Self.path).status == 404)
  }

  @Test func `an image's type comes from its bytes, not from the upload`() async throws {
    let store = try await VendorMarket()
    _ = try await store.add(VendorMarket.params(), images: ["macbook.jpg", "macbook.png"])
    #expect(try await store.send(.get, "/images/1.jpg").headers["Content-Type"] == "image/jpeg")
    #expect(try await store.send(.get, "/images/2.png").headers["Content-Type"] == "image/png")
    #expect(try await store.send(.get, "/images/1.png").status == 404)
  }

  @Test(arguments: [
    ("bytes=0-9", 206, 0..<10), ("bytes=10-10", 206, 10..<11), ("bytes=1000-", 206, 1_000..<1_428),
    ("bytes=-28", 206, 1_400..<1_428), ("bytes=-9999", 206, 0..<1_428),
    ("bytes=1427-9999", 206, 1_427..<1_428),
    ("bytes=0-", 206, 0..<1_428), ("bytes=1428-", 416, 0..<0), ("bytes=-0", 416, 0..<0),
    ("bytes=9223372036854775807-", 416, 0..<0),
    // An invalid Range is ignored (RFC 9110 §14.2).
    ("bytes=5-4", 200, 0..<1_428), ("bytes=0-1,5-6", 200, 0..<1_428), ("bytes=a-b", 200, 0..<1_428),
    ("bytes=-", 200, 0..<1_428), ("lines=0-9", 200, 0..<1_428),
    ("bytes=99999999999999999999-", 200, 0..<1_428),
  ])
  func `a Range gets part of the image, 416, or the whole image`(
    field: String, status: Int, range: Range<Int>
  ) async throws {
    let response = try await get(market(), ["Range": field])
    #expect(response.status == status)
    if status == 416 {
      #expect(response.headers[.contentType] == "application/json")
      #expect(try response.refusal == "416 refused Range: There are 1428 bytes, and none in the range")
    } else {
      #expect(response.body == (try MockData.bytes("macbook.png")).subdata(in: range))
    }
    let contentRange: String? =
      switch status {
      case 206: "bytes \(range.lowerBound)-\(range.upperBound - 1)/1428"
      case 416: "bytes */1428"
      default: nil
      }
    #expect(response.headers["Content-Range"] == contentRange)
  }

  @Test func `a range is sent if If-Range matches, and 304 if If-None-Match does`() async throws {
    let market = try await market()
    #expect(try await get(market, ["Range": "bytes=0-9", "If-Range": Self.tag]).status == 206)
    #expect(try await get(market, ["Range": "bytes=0-9", "If-Range": "\"2\""]).status == 200)
    #expect(
      try await get(market, ["Range": "bytes=0-9", "If-Range": "Sat, 01 Jan 2022 00:00:00 GMT"]).status == 200
    )
    #expect(try await get(market, ["Range": "bytes=0-9", "If-None-Match": Self.tag]).shown == "304")
    #expect(try await get(market, ["If-None-Match": Self.tag]).shown == "304")
  }

  @Test func `HEAD has no ranges`() async throws {
    let market = try await market()
    let client = try RawClient(port: market.port)
    try await client.send("HEAD /images/1.png HTTP/1.1\r\nHost: h\r\nRange: bytes=0-9\r\n\r\n")
    let head = try #require(try await client.response(toHEAD: true))
    #expect(head.hasPrefix("HTTP/1.1 200 OK\n") && head.contains("\nContent-Length: 1428\n"))
    #expect(!head.contains("Content-Range"))
  }

  @Test(arguments: [(tag, 200), ("\"2\", \(tag)", 200), ("*", 200), ("\"2\"", 412), ("W/\(tag)", 412)])
  func `If-Match is evaluated for an image, before If-None-Match and Range`(tags: String, status: Int)
    async throws
  {
    let market = try await market()
    #expect(try await get(market, ["If-Match": tags]).status == status)
    let ranged = try await get(market, ["If-Match": tags, "Range": "bytes=0-9"])
    #expect(ranged.status == (status == 200 ? 206 : 412))
    let both = try await get(market, ["If-Match": tags, "If-None-Match": Self.tag])
    #expect(both.status == (status == 200 ? 304 : 412))
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `curl loads an image whole, in part, and its head only`() async throws {
    let market = try await market()
    let url = market.url + Self.path
    #expect(try await curl("--output", "/dev/null", "--write-out", "%{size_download}", url) == "1428")
    #expect(try await curl("--range", "1-3", url) == "PNG")
    #expect(
      try await curl("--head", url).replacing(/(Date|Market-Identity): [^\r]*/) { "\($0.1): *" } == """
        HTTP/1.1 200 OK\r
        Content-Type: image/png\r
        Cache-Control: public, max-age=31536000, immutable\r
        X-Content-Type-Options: nosniff\r
        Content-Security-Policy: default-src 'none'; sandbox\r
        Accept-Ranges: bytes\r
        ETag: \(Self.tag)\r
        Market-Identity: *\r
        Date: *\r
        Content-Length: 1428\r
        \r

        """)
  }
}
