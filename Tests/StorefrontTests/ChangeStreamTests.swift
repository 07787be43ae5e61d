import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import Storefront

/// The events that an open page gets.
struct ChangeStreamTests {
  @Test("a page that has no number yet gets the present one")
  func begin() async throws {
    let shop = try Shop()
    try await shop.add(1)
    let response = try await shop.get("/changes")
    #expect(response.headers[.contentType] == "text/event-stream")
    #expect(response.headers["X-Accel-Buffering"] == "no")
    #expect(response.headers[.cacheControl] == "no-cache")
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.wholeMatch(of: /retry: 2000\nid: [0-9]+\nevent: begin\ndata: \n\n/) != nil)
  }

  @Test("a write of another process ends the wait, and the next wait begins behind it")
  func change() async throws {
    let shop = try Shop()
    try await shop.add(1)
    let begin = String(decoding: try await shop.get("/changes").body, as: UTF8.self)
    let number = try #require(begin.firstMatch(of: /id: ([0-9]+)/)?.1)
    // A page of a file has it already.
    if let shown = try await shop.page("/").firstMatch(of: /data-number="([0-9]+)"/)?.1 {
      #expect(shown == number)
    }
    async let waiting = shop.get("/changes?since=\(number)")
    try await shop.add(1)
    let text = String(decoding: try await waiting.body, as: UTF8.self)
    let id = try #require(text.wholeMatch(of: /retry: 2000\nid: ([0-9]+)\ndata: changed\n\n/)?.1)
    #expect(id != number)
    // The field of the last event comes before the address, which a browser keeps.
    async let next = shop.get("/changes?since=\(number)", ["Last-Event-ID": String(id)])
    try await shop.add(1)
    #expect(!String(decoding: try await next.body, as: UTF8.self).contains("id: \(id)\n"))
  }
}
