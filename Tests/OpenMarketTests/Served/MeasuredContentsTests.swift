import HTTP
import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Contents whose length is not known before they are made, such as those of an export.
struct MeasuredContentsTests {
  private static func context(isEmbedded: Bool = false) -> APIContext {
    APIContext(
      marketplace: Marketplace(Store(at: .memory)), cache: nil, publicURLs: [], isReadOnly: false,
      isEmbedded: isEmbedded, sales: SalesAccess(), failures: FailureCounts(ServerStatus(routes: [])),
      onError: nil, addressFields: []
    )
  }

  /// Makes contents of so many bytes, in pieces.
  private static func fill(_ contents: MeasuredContents, with bytes: Int) -> MeasuredContents.Outcome {
    let piece = 100_000
    for start in stride(from: 0, to: bytes, by: piece) {
      contents.append([UInt8](repeating: UInt8(start / piece % 256), count: min(piece, bytes - start)))
    }
    return contents.finish()
  }

  private static func expected(_ bytes: Int) -> Data {
    guard case .whole(let data) = fill(MeasuredContents(limit: .max), with: bytes) else { return Data() }
    return data
  }

  @Test(arguments: [(0, false, 1), (2 << 20, false, 1), (2 << 20 + 1, false, 2), (2 << 20 + 1, true, 1)])
  func `contents above 2 MiB are made twice, in memory that is reserved`(
    bytes: Int, isEmbedded: Bool, times: Int
  ) async throws {
    let (context, made) = (Self.context(isEmbedded: isEmbedded), Locked(0))
    do {
      let (contents, number) = try await context.contents { begin in
        let number = made.withLock { made in
          made += 1
          return made
        }
        return (Self.fill(try begin(), with: bytes), number)
      }
      #expect(contents == Self.expected(bytes))
      #expect(number == times)
      withExtendedLifetime(contents) { #expect(context.pageMemory.reserved == (times == 2 ? bytes : 0)) }
    }
    #expect((made.value, context.pageMemory.reserved) == (times, 0))
  }

  @Test(arguments: [(2 << 20, 1), (2 << 20 + 1, 2)])
  func `a page above 2 MiB is made twice, the second time in memory that is reserved for three copies`(
    bytes: Int, times: Int
  ) async throws {
    let context = Self.context()
    var held: [Int] = []
    do {
      let response = try await context.reserved {
        held.append(context.pageMemory.reserved)
        return HTTPResponse(status: 200, body: Self.expected(bytes))
      }
      #expect(response.body == Self.expected(bytes))
      withExtendedLifetime(response) { #expect(context.pageMemory.reserved == (times == 2 ? bytes : 0)) }
    }
    #expect(held == Array([0, 3 * bytes + 64 << 10].prefix(times)))
    #expect(context.pageMemory.reserved == 0)
  }

  @Test(arguments: [(1, 3), (2, 4)])
  func `contents that have grown are counted again`(growths: Int, times: Int) async throws {
    let (context, made) = (Self.context(), Locked(0))
    let (contents, _) = try await context.contents { begin in
      let number = made.withLock { made in
        made += 1
        return made
      }
      return (Self.fill(try begin(), with: 3_000_000 + min(number - 1, growths) * 200_000), number)
    }
    #expect((contents.count, made.value) == (3_000_000 + growths * 200_000, times))
  }

  @Test func `contents that grow each time are given up`() async throws {
    let (context, made) = (Self.context(), Locked(0))
    await #expect(throws: OverloadError.self) {
      try await context.contents { begin in
        let number = made.withLock { made in
          made += 1
          return made
        }
        return (Self.fill(try begin(), with: 3_000_000 + number * 200_000), number)
      }
    }
    #expect((made.value, context.pageMemory.reserved) == (4, 0))
  }

  @Test func `an export above 2 MiB is the one of the store, from a server`() async throws {
    let market = try ServedMarket()
    let manager = NetworkManager(session: market)
    let lines = (0..<70).map { number in
      var item = BatchItem(.add)
      (item.title, item.price, item.currency) = ("Lamp \(number)", 5, "USD")
      item.description = String(repeating: number % 2 == 0 ? "한\u{1}" : "x", count: 16_000)
      return item
    }
    for start in stride(from: 0, to: lines.count, by: 35) {
      let results = try await manager.apply(lines[start..<start + 35].map { ($0, nil) }, password: "p")
      #expect(results.allSatisfy { $0.outcome == .added })
    }
    let exported = try await manager.export(ExportQuery(), password: "p")
    #expect(exported.map(\.description) == lines.map(\.description))
    #expect(exported.map(\.title) == lines.map(\.title))
    // Names are answered in the order of the ids, each once.
    let named = try await manager.export(ExportQuery(.ids([70, 3, 70, 1, 999])), password: "p")
    #expect(named.map(\.id) == [1, 3, 70])
  }

  @Test func `an export of long texts comes to its end beside steady writes`() async throws {
    let market = try ServedMarket()
    let manager = NetworkManager(session: market)
    let lines = (0..<60).map { number in
      var item = BatchItem(.add)
      (item.title, item.price, item.currency) = ("Lamp \(number)", 5, "USD")
      item.description = String(repeating: "\"", count: 60_000)
      return item
    }
    for start in stride(from: 0, to: lines.count, by: 10) {
      _ = try await manager.apply(lines[start..<start + 10].map { ($0, nil) }, password: "p")
    }
    let isRead = Locked(false)
    let writing = Task {
      var count = 0
      while !isRead.value {
        _ = try await manager.edit(id: 1, ItemPatch(stock: count), password: "p")
        count += 1
      }
      return count
    }
    let exported: [BatchItem]?
    do { exported = try await manager.export(ExportQuery(), password: "p") } catch { exported = nil }
    isRead.withLock { $0 = true }
    #expect(try await writing.value > 0)
    #expect(exported?.map(\.description) == lines.map(\.description))
  }

  @Test func `an export is full where items are deleted while it is read`() async throws {
    let market = try TemporaryMarket()
    for number in 1...40 {
      _ = try await market.manager.add(
        ItemDraft(title: "Lamp \(number)", price: Price(5, .usDollar)), images: [], password: "p")
    }
    let marketplace = Marketplace(Store(at: .file(market.path), .patient()))
    let parts = Locked<[[Int]]>([])
    let reader = ExportScope()
    let zone = try await marketplace.export(ExportQuery(limit: 30), for: reader, client: nil) { items in
      items.compactMap(\.id)
    } _: { ids in
      parts.withLock { $0.append(ids) }
      // Deletes items of the next part.
      guard parts.value.count == 1 else { return }
      let database = try SQLiteDatabase(path: market.path, .shared)
      try database.execute("DELETE FROM item WHERE id BETWEEN 9 AND 12")
    }
    #expect(parts.value.flatMap(\.self) == Array(1...8) + Array(13...34))
    #expect(zone != nil)
  }
}
