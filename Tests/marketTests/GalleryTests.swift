import Console
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing
import Wording

@testable import market

struct GalleryTests {
  private func gallery(_ session: any Session) -> Gallery {
    let format = OutputFormat.fixture()
    return Gallery(
      networkManager: NetworkManager(session: session), screen: .none, format: format, freshness: .current)
  }

  private func addresses(_ count: Int) -> [URL?] {
    (1...count).map { $0 == 3 ? nil : URL(string: "market://embedded/images/\($0).png") }
  }

  private static let box = ImageBox(columns: 1, rows: 1)

  @Test func `images come in order, however long each takes`() async throws {
    let first = Gate()
    let session = MockSession { request in
      // The response to the first comes after others.
      if request.target == "/images/1.png" { try await first.wait() }
      if request.target == "/images/4.png" { first.open() }
      return HTTPResponse(status: 200, body: Pixel.png)
    }
    var captions: [String] = []
    for try await image in gallery(session).images(at: addresses(9), in: Self.box) {
      captions.append(image?.caption.split(separator: " ").first.map(String.init) ?? "none")
    }
    #expect(
      captions == ["1.png", "2.png", "none", "4.png", "5.png", "6.png", "7.png", "8.png", "9.png"])
    #expect(session.requests.count == 8)
  }

  @Test func `at most four images are fetched in advance`() async throws {
    let taken = Locked(0)
    let requested = Locked(0)
    let mostAhead = Locked(0)
    let session = MockSession { _ in
      let number = requested.withLock { count in
        count += 1
        return count
      }
      let ahead = number - taken.value
      mostAhead.withLock { $0 = max($0, ahead) }
      return HTTPResponse(status: 200, body: Pixel.png)
    }
    var images = gallery(session).images(at: addresses(40), in: Self.box).makeAsyncIterator()
    while try await images.next() != nil { taken.withLock { $0 += 1 } }
    #expect(requested.value == 39)
    #expect(mostAhead.value <= 4)
  }

  @Test func `images that are not needed any more are not fetched`() async throws {
    let underWay = Locked(0)
    let neverOpened = Gate()
    let session = MockSession { request in
      underWay.withLock { $0 += 1 }
      defer { underWay.withLock { $0 -= 1 } }
      if request.target != "/images/1.png" { try await neverOpened.wait() }
      return HTTPResponse(status: 200, body: Pixel.png)
    }
    for try await image in gallery(session).images(at: addresses(9), in: Self.box) {
      #expect(image?.caption == "1.png · 1×1 · 67 bytes")
      break
    }
    try await eventually("no request is under way") { underWay.value == 0 }
    #expect(session.requests.count <= 5)
  }

  @Test func `no URLs mean no images`() async throws {
    for try await _ in gallery(MockSession { _ in HTTPResponse(status: 200) }).images(at: [], in: Self.box) {
      Issue.record("an image out of nothing")
    }
  }

  @Test(arguments: [true, false])
  func `a cancelled image is no failure, whatever the session reports`(isPlain: Bool) async throws {
    let gate = Gate()
    let session = MockSession { _ in
      do { try await gate.wait() } catch { throw isPlain ? error : SessionError.connectionLost(.insideBody) }
      return HTTPResponse(status: 200, body: Pixel.png)
    }
    let images = gallery(session).images(at: addresses(1), in: Self.box)
    let task = Task {
      var captions: [String] = []
      for try await image in images { captions.append(image?.caption ?? "none") }
      return captions
    }
    try await gate.isReached()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
