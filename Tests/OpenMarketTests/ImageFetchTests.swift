import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

struct ImageFetchTests {
  private func manager(_ session: any Session, server: String = "https://market.example/api") throws
    -> NetworkManager
  {
    NetworkManager(
      session: session, server: try #require(URL(string: server)), images: .web,
      retries: RetryPolicy(sleep: { _ in }))
  }

  private func session(with response: HTTPResponse) -> MockSession { MockSession { _ in response } }

  @Test(arguments: SampleMarket.allCases)
  func `the images of an item are at the URLs that it names`(market: SampleMarket) async throws {
    let manager = NetworkManager(session: try await market.session())
    let item = try await manager.item(id: 1)
    let url = try #require(item.images?.first)
    let image = try await manager.image(at: url)
    #expect(image.bytes == (try MockData.bytes("macbook.png")))
    #expect(image.info.width == 32)
    #expect(image.info.height == 24)
    #expect(image.info.format == .png)
  }

  @Test func `an image at another host is requested there, without the fields for the market`()
    async throws
  {
    let session = session(with: HTTPResponse(status: 200, body: try MockData.bytes("macbook.jpg")))
    let url = try #require(URL(string: "http://user:word@cdn.example:8080/p%20q/1.jpg?w=2#top"))
    #expect(try await manager(session).image(at: url).info.format == .jpeg)
    var request = HTTPRequest(
      .get, scheme: "http", authority: "cdn.example:8080", target: "/p%20q/1.jpg?w=2",
      headers: ["Accept": "image/png, image/jpeg"])
    request.referringHost = "market.example"
    #expect(session.requests == [request])
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://a.example/1.png", "data:image/png;base64,AAAA", "images/1.png", "http:///x",
    "market://embedded/images/1.png",
  ])
  func `an image at a URL of another scheme is not requested`(address: String) async throws {
    let session = session(with: HTTPResponse(status: 200))
    await #expect(throws: ImageFetchError.unsupportedAddress) {
      try await manager(session).image(at: #require(URL(string: address)))
    }
    #expect(session.requests.isEmpty)
  }

  @Test(arguments: [
    "http://elsewhere.example/images/1.png", "market://other/images/1.png", "https://embedded/images/1.png",
  ])
  func `a market with its own images only requests no others`(address: String) async throws {
    let session = session(with: HTTPResponse(status: 200))
    await #expect(throws: ImageFetchError.unsupportedAddress) {
      try await NetworkManager(session: session).image(at: #require(URL(string: address)))
    }
    #expect(session.requests.isEmpty)
  }

  @Test func `a response that is not an image is rejected, whatever its media type`() async throws {
    let png = try MockData.bytes("macbook.png")
    let url = try #require(URL(string: "https://market.example/1.png"))
    let cases: [(HTTPResponse, ImageFetchError)] = [
      (HTTPResponse(status: 404, body: png), .status(404)),
      (HTTPResponse(status: 206, body: png), .status(206)),
      (
        HTTPResponse(status: 200, headers: ["Content-Type": "image/png"], body: Data("<svg>".utf8)),
        .notAnImage(.unknownFormat)
      ),
      (HTTPResponse(status: 200, body: png.dropLast(20)), .notAnImage(.cutOff)),
      (HTTPResponse(status: 200, body: Data()), .notAnImage(.unknownFormat)),
      (HTTPResponse(status: 200, body: png + Data(count: 10 * 1_024 * 1_024)), .tooLarge),
    ]
    for (response, error) in cases {
      await #expect(throws: error) { try await manager(session(with: response)).image(at: url) }
    }
  }

  @Test func `a temporary failure is retried`() async throws {
    let png = try MockData.bytes("macbook.png")
    let url = try #require(URL(string: "https://market.example/1.png"))
    let count = Locked(0)
    let session = MockSession { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 1 { throw SessionError.connectionLost(.insideBody) }
      return number == 2 ? HTTPResponse(status: 503) : HTTPResponse(status: 200, body: png)
    }
    #expect(try await manager(session).image(at: url).bytes == png)
    let down = MockSession { _ in throw SessionError.unreachable }
    await #expect(throws: ImageFetchError.noResponse(.unreachable)) { try await manager(down).image(at: url) }
    #expect(down.requests.count == 3)
  }

  @Test(arguments: [nil, SessionError.connectionLost(.insideBody)])
  func `a cancelled image request is not a network failure`(error: SessionError?) async throws {
    let url = try #require(URL(string: "https://market.example/1.png"))
    let gate = Gate()
    let session = MockSession { _ in
      do { try await gate.wait() } catch let cancellation { throw error ?? cancellation }
      return HTTPResponse(status: 200)
    }
    let manager = try manager(session)
    let task = Task { try await manager.image(at: url) }
    try await gate.isReached()
    task.cancel()
    await #expect(throws: ImageFetchError.cancelled) { try await task.value }
    #expect(session.requests.count == 1)
  }

  @Test func `an image's error has the embedded store's error as its cause`() async throws {
    let url = try #require(URL(string: "market://embedded/images/1.png"))
    for (error, isTemporary) in [(StoreError.busy, true), (.damaged, false)] {
      let manager = NetworkManager(session: MockSession { _ in throw error })
      let thrown = await #expect(throws: ImageFetchError.self) { try await manager.image(at: url) }
      #expect(thrown == .sessionFailed(UnderlyingError(error)))
      #expect(thrown?.cause as? StoreError == error)
      #expect(thrown?.isTemporary == isTemporary)
    }
  }

  @Test func `an image with an Exif orientation of 6 or 8 is sideways`() throws {
    let frame = ImageBytes.frame
    for (orientation, isSideways) in [(1, false), (3, false), (6, true), (8, true)] {
      for littleEndian in [true, false] {
        let exif = ImageBytes.segment(
          0xE1, "Exif\0\0", ImageBytes.exif(orientation: orientation, littleEndian: littleEndian))
        let jpeg = ImageBytes.jpeg(exif, frame, ImageBytes.scan)
        #expect(try ImageInfo(checking: jpeg).isSideways == isSideways, "\(orientation)")
      }
    }
    #expect(
      try !ImageInfo(checking: ImageBytes.jpeg(ImageBytes.jfif, frame, ImageBytes.scan)).isSideways)
  }
}
