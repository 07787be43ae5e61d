import Console
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

struct GalleryTests {
  private func gallery(_ session: any Session) -> Gallery {
    let english = Locale(identifier: "en_US")
    let presenter = Presenter(
      language: .english, isAccessible: false, words: english, money: english, time: english, timeZone: .gmt,
      currencyStyle: .code, now: .distantFuture)
    return Gallery(
      market: NetworkManager(session: session), screen: .none, presenter: presenter, standing: .current)
  }

  private func addresses(_ count: Int) -> [URL?] {
    (1...count).map { $0 == 3 ? nil : URL(string: "market://embedded/images/\($0).png") }
  }

  private static let box = PictureBox(columns: 1, rows: 1)

  @Test func `pictures come in order, however long each takes, and no more than four are asked for at once`()
    async throws
  {
    let atOnce = Locked((now: 0, most: 0))
    let first = Gate()
    let session = MockSession { request in
      atOnce.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      defer { atOnce.withLock { $0.now -= 1 } }
      // The first one is the last to be answered.
      if request.target == "/images/1.png" { try await first.wait() }
      if request.target == "/images/9.png" { first.open() }
      return HTTPResponse(status: 200, body: Pixel.png)
    }
    var captions: [String] = []
    for await picture in gallery(session).pictures(at: addresses(9), in: Self.box) {
      captions.append(picture?.caption.split(separator: " ").first.map(String.init) ?? "none")
    }
    #expect(
      captions == ["1.png", "2.png", "none", "4.png", "5.png", "6.png", "7.png", "8.png", "9.png"])
    #expect(atOnce.value.most <= 4)
    #expect(session.requests.count == 8)
  }

  @Test func `nobody who looks away is fetched for`() async throws {
    let underWay = Locked(0)
    let neverOpened = Gate()
    let session = MockSession { request in
      underWay.withLock { $0 += 1 }
      defer { underWay.withLock { $0 -= 1 } }
      if request.target != "/images/1.png" { try await neverOpened.wait() }
      return HTTPResponse(status: 200, body: Pixel.png)
    }
    for await picture in gallery(session).pictures(at: addresses(9), in: Self.box) {
      #expect(picture?.caption == "1.png · 1×1 · 67 bytes")
      break
    }
    try await eventually { underWay.value == 0 }
    #expect(session.requests.count <= 5)
  }

  @Test func `no addresses are no pictures`() async {
    for await _ in gallery(MockSession { _ in HTTPResponse(status: 200) }).pictures(at: [], in: Self.box) {
      Issue.record("a picture out of nothing")
    }
  }
}
