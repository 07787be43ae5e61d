import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// The titles of items in cached responses.
struct CachedWordsTests {
  private let folder: TemporaryFolder
  private let server: URL

  init() throws {
    folder = try TemporaryFolder()
    server = try #require(URL(string: "http://market.example"))
  }

  private var cache: DiskCache { DiskCache(folder: folder.path("answers")) }

  /// A market with twenty items on a page; all but the first two have descriptions of the maximum length.
  private func manager() -> NetworkManager {
    let session = MockSession { request in
      let body =
        switch try Endpoint(request) {
        case .item(let id):
          Self.json(id, String(repeating: "x", count: id > 2 ? ItemLimits.descriptionBytes : 0))
        default: #"{"page":1,"items":[\#((1...20).map { Self.json($0) }.joined(separator: ","))]}"#
        }
      return HTTPResponse(status: 200, body: Data(body.utf8))
    }
    return NetworkManager(session: CachingSession(session, cache: cache), server: server)
  }

  private static func json(_ id: Int, _ description: String = "") -> String {
    """
    {"id":\(id),"title":"T\(id)","price":5,"currency":"USD","stock":1,"thumbnails":[],"images":[],\
    "descriptions":"\(description)","registration_date":1}
    """
  }

  private func ids(_ digits: String = "") -> [Int] {
    CachedWords(ResponseHistory(cache), of: server).items(beginningWith: digits, limit: 50).map(\.id)
  }

  @Test func `a page is read, however large the items fetched after it`() async throws {
    let manager = manager()
    _ = try await manager.page(PageQuery())
    #expect(ids() == Array((1...20).reversed()))
    for id in 3...11 { _ = try await manager.item(id: id) }
    #expect(ids() == Array((1...20).reversed()))
    #expect(ids("1") == [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 1])
  }

  @Test func `SKUs and tags of cached items are found by their beginning`() async throws {
    let item =
      #"{"id":1,"title":"Lamp","price":5,"currency":"USD","stock":1,"thumbnails":[],"images":[],"registration_date":1,"sku":"LMP-7","tags":["red","blue"]}"#
    let body = #"{"page":1,"items":[\#(item),\#(Self.json(2))]}"#
    let session = MockSession { _ in HTTPResponse(status: 200, body: Data(body.utf8)) }
    _ = try await NetworkManager(session: CachingSession(session, cache: cache), server: server).page(
      PageQuery())
    let words = CachedWords(ResponseHistory(cache), of: server)
    #expect(words.skus(beginningWith: "l", limit: 9).map(\.title) == ["Lamp"])
    #expect(words.skus(beginningWith: "X", limit: 9).isEmpty)
    #expect(words.tags(beginningWith: "", limit: 9) == ["blue", "red"])
    #expect(words.tags(beginningWith: "r", limit: 9) == ["red"])
  }

  @Test func `a response that exceeds the limit does not exclude smaller ones`() async throws {
    let manager = manager()
    // Half a megabyte is read: seven of the long responses, but not an eighth.
    for id in [1, 31, 32, 33, 34, 35, 36, 37, 38, 2] { _ = try await manager.item(id: id) }
    #expect(ids("3").count == 7)
    #expect(ids("1") == [1])
    #expect(ids("2") == [2])
  }
}
