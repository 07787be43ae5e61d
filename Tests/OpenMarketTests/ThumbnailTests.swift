import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Smaller copies of images: made once, kept in a folder, and named where lists have images.
struct ThumbnailTests {
  /// A served market with one item, and the copies that were made for it.
  private struct Served {
    let market: LocalMarket
    let folder: TemporaryFolder
    let made: Locked<[ThumbnailSize]>

    let store: Store
    let clock = Locked(TemporaryMarket.now)

    init(
      files: Int = 100, images: Int = 1, making copy: Thumbnails.Outcome = .thumbnail(Data("copy".utf8))
    ) async throws {
      folder = try TemporaryFolder()
      let (made, clock) = (Locked([ThumbnailSize]()), clock)
      self.made = made
      let thumbnails = Thumbnails(
        folder: ThumbnailFolder(path: folder.path("copies")), limits: .init(files: files, bytes: 1 << 20)
      ) { _, size in
        made.withLock { $0.append(size) }
        return copy
      }
      var options = LocalMarket.Options()
      options.thumbnails = thumbnails
      options.publicURLs = [try #require(URL(string: "https://market.example"))]
      var storeOptions = Store.Options.patient()
      storeOptions.thumbnails = thumbnails.folder
      storeOptions.now = { clock.value }
      options.now = { clock.value }
      store = Store(at: folder.store(), storeOptions)
      market = LocalMarket(store, options)
      let image = ItemImage(filename: "a.png", content: .bytes(WholePNG().data))
      let draft = ItemDraft(title: "Lamp", price: Price(5, .usDollar))
      for _ in 0..<images {
        _ = try await NetworkManager(session: market).add(draft, images: [image], password: "correct horse")
      }
    }

    func get(_ target: String) async throws -> HTTPResponse {
      try await market.response(to: HTTPRequest(.get, target: target))
    }

    var manager: NetworkManager { NetworkManager(session: market) }

    var files: [String] {
      (FileManager.default.enumerator(atPath: folder.path("copies"))?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".jpg") }
    }
  }

  /// The name of image 1.
  private static let name = StoredImage(
    id: 1, format: .png, digest: StoredImage.digest(of: WholePNG().data)
  ).pathName

  @Test func `a copy is made once, also for requests at the same time`() async throws {
    let served = try await Served()
    let responses = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
      for _ in 0..<8 { group.addTask { try await served.get("/thumbnails/320/\(Self.name)") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(responses.map(\.status) == Array(repeating: 200, count: 8))
    #expect(responses.allSatisfy { $0.body == Data("copy".utf8) })
    #expect(
      responses[0].headers[.contentType] == "image/jpeg"
        && responses[0].headers[.cacheControl] == "public, max-age=31536000, immutable")
    // Under the number of its image it is the same copy, and is validated.
    let numbered = try await served.get("/thumbnails/320/1.png")
    #expect(numbered.headers[.cacheControl] == "no-cache")
    #expect(numbered.headers[.eTag] == responses[0].headers[.eTag])
    #expect(served.made.value == [.small])
    #expect(try await served.get("/thumbnails/960/1.png").status == 200)
    #expect(served.made.value == [.small, .large])
    #expect(served.files.count == 2)
  }

  @Test func `an image that cannot be decoded is served as it is, and is not tried again for minutes`()
    async throws
  {
    let served = try await Served(making: .undecodable)
    for _ in 0..<2 {
      let response = try await served.get("/thumbnails/320/1.png")
      #expect(response.status == 302)
      #expect(response.headers[.location] == "/images/1.png")
      #expect(response.headers[.cacheControl] == "public, max-age=3600")
    }
    #expect(served.made.value == [.small])
    #expect(served.files == [])
  }

  @Test func `a copy that the machine could not make is tried again at once`() async throws {
    let served = try await Served(making: .failed)
    for _ in 0..<2 {
      let response = try await served.get("/thumbnails/320/1.png")
      #expect(response.status == 302 && response.headers[.cacheControl] == "no-store")
    }
    #expect(served.made.value == [.small, .small])
    #expect(served.files == [])
  }

  @Test(arguments: ["/thumbnails/320/2.png", "/thumbnails/320/1.jpg", "/thumbnails/320/0.png"])
  func `an image that is not there has no copy`(target: String) async throws {
    let served = try await Served()
    #expect(try await served.get(target).status == 404)
    #expect(served.made.value.isEmpty)
  }

  @Test(arguments: ["/thumbnails", "/thumbnails/320", "/thumbnails/100/1.png", "/thumbnails/320/1.png/2"])
  func `a path with another size or form is none`(target: String) async throws {
    #expect(try await Served().get(target).status == 404)
  }

  @Test func `images of a deleted item are served for ten minutes, and their copies go with them`()
    async throws
  {
    let served = try await Served(images: 2)
    for path in ["/thumbnails/320/1.png", "/thumbnails/960/1.png", "/thumbnails/320/2.png"] {
      #expect(try await served.get(path).status == 200)
    }
    try await served.manager.delete(id: 1, password: "correct horse")
    func statuses() async throws -> [Int] {
      [try await served.get("/images/1.png").status, try await served.get("/thumbnails/320/1.png").status]
    }
    served.clock.withLock { $0 += 599 }
    #expect(try await statuses() == [200, 200])
    served.clock.withLock { $0 += 2 }
    #expect(try await statuses() == [404, 404])
    // It may still be restored.
    #expect(served.files.count == 3)
    try await served.manager.discard(id: 1, password: "correct horse")
    #expect(served.files.map { $0.suffix(8) } == ["-320.jpg"])
    #expect(served.files.allSatisfy { $0.contains("/2-") })
  }

  @Test(arguments: [0, 30]) func `what ends a deleted item for good ends its images`(days: Int) async throws {
    let served = try await Served()
    _ = try await served.store.change(SettingsChange(trashDays: days), at: .now)
    #expect(try await served.get("/thumbnails/320/1.png").status == 200)
    var delete = try Endpoint.delete(id: 1, password: "correct horse").request(boundary: "cut")
    delete.peer = "192.0.2.1"
    let response = try await served.market.response(to: delete)
    #expect(response.status == 200 && (response.headers[.trashExpires] == "0") == (days == 0))
    #expect(try await served.get("/images/1.png").status == 200)
    await #expect(throws: days == 0 ? ClientError.notInTrash("1") : ClientError.wrongPassword(id: 1)) {
      try await served.manager.restore(id: 1, sku: nil, password: "other")
    }
    let marketplace = Marketplace(Store(at: served.folder.store()), isOperated: true)
    _ = try await marketplace.purge(PurgeRequest(item: 1))
    #expect(try await served.get("/images/1.png").status == 404)
  }

  @Test func `without a trash the images of a deleted item go after ten minutes`() async throws {
    let served = try await Served()
    _ = try await served.store.change(SettingsChange(trashDays: 0), at: .now)
    #expect(try await served.get("/thumbnails/320/1.png").status == 200)
    var delete = try Endpoint.delete(id: 1, password: "correct horse").request(boundary: "cut")
    delete.peer = "192.0.2.1"
    #expect(try await served.market.response(to: delete).status == 200)
    #expect(try await served.store.emptyTrash(of: .expired) == false)
    served.clock.withLock { $0 += 601 }
    #expect(try await served.get("/images/1.png").status == 404)
    #expect(try await served.store.emptyTrash(of: .expired))
    #expect(try await served.store.read { try $0.integer("SELECT count(*) FROM image") } == 0)
    #expect(served.files == [])
  }

  @Test func `a look deletes copies of images that are gone`() async throws {
    let served = try await Served()
    _ = try await served.store.read { _ in }
    let identity = try #require(served.store.knownIdentity)
    let folder = served.folder.path("copies/\(identity)/0")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["1-5-320.jpg", "7-5-320.jpg", "7-5-960.jpg"] {
      try Data("old".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    #expect(try await served.get("/thumbnails/320/1.png").status == 200)
    try await eventually("the copies of image 7 are gone") { served.files.allSatisfy { !$0.contains("/7-") } }
    #expect(served.files.contains { $0.hasSuffix("/1-5-320.jpg") })
  }

  @Test func `the older copies are deleted above the limit of files`() async throws {
    let served = try await Served(files: 8, images: 12)
    for id in 1...12 { #expect(try await served.get("/thumbnails/320/\(id).png").status == 200) }
    try await eventually("some copies are gone") { served.files.count <= 8 }
    #expect(served.files.contains { $0.contains("/12-") })
    #expect(!served.files.contains { $0.contains("/1-") })
  }

  @Test func `lists name the copies, and items both`() async throws {
    let served = try await Served()
    let name = Self.name
    let (copy, image) = (
      "https://market.example/thumbnails/320/\(name)", "https://market.example/images/\(name)"
    )
    let item = try JSON.decode(Item.self, from: try await served.get("/item/1").body)
    #expect(item.thumbnails.map(\.absoluteString) == [copy])
    #expect(item.images?.map(\.absoluteString) == [image])
    let list = String(decoding: try await served.get("/items/1").body, as: UTF8.self)
    #expect(list.contains("\"thumbnails\":[\"\(copy)\"]"))
    let products = String(decoding: try await served.get("/api/products").body, as: UTF8.self)
    #expect(products.contains("\"thumbnail\":\"\(copy)\""))
    let product = String(decoding: try await served.get("/api/products/1").body, as: UTF8.self)
    #expect(product.contains("\"thumbnail_url\":\"\(copy)\"") && product.contains("\"url\":\"\(image)\""))
  }

  @Test func `the library for copies is looked for at the first image, and without it nothing is written`()
    async throws
  {
    let (folder, asked) = (try TemporaryFolder(), Locked(0))
    let thumbnails = Thumbnails(folder: ThumbnailFolder(path: folder.path("copies"))) {
      asked.withLock { $0 += 1 }
      return nil
    }
    let source = Thumbnails.Source(image: 1, version: "5", pixels: 1, store: "store")
    #expect(asked.value == 0)
    for _ in 1...2 {
      let outcome = try await thumbnails.thumbnail(of: source, .small, served: { Set($0) }) {
        Issue.record("The image is read for nothing")
        return Data()
      }
      guard case .failed = outcome else {
        Issue.record("There is a copy")
        return
      }
    }
    #expect(asked.value == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path("copies")))
  }

  @Test func `a server that makes none leads to the images`() async throws {
    let market = try TemporaryMarket()
    let image = ItemImage(filename: "a.png", content: .bytes(WholePNG().data))
    let draft = ItemDraft(title: "Lamp", price: Price(5, .usDollar))
    _ = try await market.manager.add(draft, images: [image], password: "correct horse")
    let response = try await market.response(to: HTTPRequest(.get, target: "/thumbnails/320/1.png"))
    #expect(response.status == 302 && response.headers[.location] == "/images/1.png")
    #expect(response.headers[.cacheControl] == "no-store")
    let list = try await market.response(to: HTTPRequest(.get, target: "/items/1"))
    #expect(!String(decoding: list.body, as: UTF8.self).contains("thumbnails/"))
  }

  // MARK: libvips

  @Test(
    .enabled("libvips is not installed") { orMissing("libvips", VipsThumbnail.open()) },
    .enabled("the system has no seccomp") { try await onThread { VipsThumbnail.confine() } })
  func `a thread that is confined makes copies and opens nothing`() async throws {
    let (errors, works) = try await onThread {
      _ = VipsThumbnail.confine()
      func error(_ result: Int32) -> Int32 { result < 0 ? errno : 0 }
      return (
        [
          error(open("/etc/hostname", O_RDONLY)), error(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)),
          error(unlink("/nowhere")), posix_spawn(nil, "/bin/true", nil, nil, [nil], nil),
        ], VipsThumbnail.works
      )
    }
    #expect(errors == [EPERM, EPERM, EPERM, EPERM])
    #expect(works)
  }

  @Test func `the limit of time ends a process whose parent has blocked the signal`() async throws {
    let isBlocked = try await onThread {
      var mask = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, SIGXCPU)
      pthread_sigmask(SIG_BLOCK, &mask, nil)
      VipsThumbnail.acceptTimeLimit()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return sigismember(&mask, SIGXCPU)
    }
    #expect(isBlocked == 0)
  }

  @Test(.enabled("libvips is not installed") { orMissing("libvips", VipsThumbnail.open()) })
  func `libvips makes a small JPEG of a PNG, and nothing of what is no image`() throws {
    let thumbnail = try #require(VipsThumbnail.make(of: MockData.bytes("macbook.png"), .small))
    let info = try ImageInfo(checking: thumbnail)
    #expect(info.format == .jpeg)
    #expect(info.width <= 320 && info.height <= 320 && thumbnail.count < 40_000)
    for other in [Data("GIF89a".utf8), Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), Data()] {
      #expect(VipsThumbnail.make(of: other, .small) == nil)
    }
  }
}
