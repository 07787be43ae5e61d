import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Each field by itself, in everything that reads or writes the fields of an item: a field that one of them forgets would be
/// lost there without an error.
struct ItemFieldTests {
  private static let base = URL(filePath: "/base")
  private static let date = Date(timeIntervalSince1970: 1_700_000_000)
  private let before = ItemField.fullDraft

  private func stored(_ draft: ItemDraft) -> StoredItem {
    StoredItem(
      id: 1, vendor: StoredVendor(id: 1, name: "market"), draft: draft, registrationDate: Self.date,
      images: [],
      rating: RatingSummary(sum: 0, count: 0))
  }

  /// Whether public responses have the field.
  private func isPublished(_ field: ItemField) -> Bool {
    if case .detail(let detail) = field { !detail.isPrivate } else { true }
  }

  @Test(arguments: ItemField.ofDraft)
  func `a change of one field is a change of the draft`(field: ItemField) {
    let after = field.patch.applied(to: before)
    #expect(after != before)
    #expect(!field.patch.isEmpty)
    #expect(BatchItem(stored(after)) != BatchItem(stored(before)))
  }

  @Test(arguments: ItemField.ofDraft)
  func `forms of v1 carry each field there and back`(field: ItemField) throws {
    let after = field.patch.applied(to: before)
    let form = try ItemForm.write(after, images: [], password: "p")
    #expect(try ItemForm.readDraft(form).0 == after)
    #expect(try form != ItemForm.write(before, images: [], password: "p"))
    #expect(try ItemForm.readPatch(ItemForm.write(field.patch, password: "p")).0 == field.patch)
  }

  @Test(arguments: DetailField.allCases)
  func `an empty value in a patch removes a detail`(field: DetailField) throws {
    var patch = ItemPatch()
    patch.details[field] = field.empty
    #expect(patch.applied(to: before).details[field] == nil)
    #expect(try ItemForm.readPatch(ItemForm.write(patch, password: "p")).0 == patch)
    var item = BatchItem(.update, id: 1)
    item.clear = [.detail(field)]
    #expect(try item.applied(to: before).details[field] == nil)
  }

  @Test(arguments: ItemField.ofDraft)
  func `lines of batches carry each field there and back`(field: ItemField) throws {
    let item = BatchItem(stored(field.patch.applied(to: before)))
    #expect(try JSONReader.value(of: item.json, BatchItem.init) == item)
    #expect(try item.draft().draft == field.patch.applied(to: before))
    #expect(item.json != BatchItem(stored(before)).json)
  }

  @Test(arguments: ItemField.ofDraft)
  func `responses have each field that is not private`(field: ItemField) throws {
    let (one, two) = (stored(before), stored(field.patch.applied(to: before)))
    func full(_ item: StoredItem) throws -> Data {
      try JSON.encode(item.item(base: ImageBase(Self.base), isFull: true, representation: .exact))
    }
    #expect((try full(one) != full(two)) == isPublished(field))
    let item = try JSON.decode(Item.self, from: full(two))
    #expect(item.details == two.draft.details.published)
    func row(_ item: StoredItem) -> Data {
      var writer = JSONWriter()
      writer.row(item, ImageBase(Self.base), representation: .exact)
      return writer.takeBytes()
    }
    #expect((row(one) != row(two)) == (isPublished(field) && field != .descriptions))
    let form = ProductForm(
      contract: .v2b, calendar: SalesCalendar(timeZone: .gmt), wholePrices: false)
    func product(_ item: StoredItem) -> Data {
      var writer = JSONWriter()
      writer.product(item, ImageBase(Self.base), form: form, isFull: true)
      return writer.takeBytes()
    }
    #expect((product(one) != product(two)) == isPublished(field))
  }

  @Test(arguments: DetailField.allCases)
  func `v2 sets each detail`(field: DetailField) throws {
    let (value, expected): (Any, DetailValue) =
      switch field.kind {
      case .words where field == .barcodes: (["96385074"], .list(["96385074"]))
      case .words: (["a", "b"], .list(["a", "b"]))
      case .line, .text: ("a", .text("a"))
      case .number: (7, .number(7))
      case .flag: (true, .flag(true))
      }
    let body = try JSONSerialization.data(withJSONObject: [field.rawValue: value])
    let params = try JSON.decode(ProductParams.self, from: body)
    #expect(try params.applied(to: before).details[field] == expected)
  }

  @Test(arguments: ItemField.ofDraft)
  func `the store keeps each field, and gives the item another version`(field: ItemField) async throws {
    let folder = try TemporaryFolder()
    let store = Store(at: folder.store("store"), .patient())
    let after = field.patch.applied(to: before)
    let added = try #require(
      try await store.add(ValidDraft(before), images: [], passwordHash: "h", at: Self.date, key: nil))
    #expect(added.draft == before)
    let edited = try await store.edit(id: 1, passwordHash: "h", isCount: field == .stock, at: Self.date) {
      _ in
      try ValidDraft(after)
    }
    #expect(edited?.draft == after)
    #expect(try await store.item(id: 1)?.draft == after)
    let versions = try await store.read { database in
      let versions = try ItemVersions(database)
      return [added, try #require(edited)].map { versions.version(of: $0).text }
    }
    #expect(versions.map { Set($0).count } == 2)
    _ = try await store.add(
      ValidDraft(Self.otherwise(after)), images: [], passwordHash: "h", at: Self.date, key: nil)
    #expect(try await store.item(id: 2)?.draft == Self.otherwise(after))
  }

  /// The draft without its key, which another item has.
  private static func otherwise(_ draft: ItemDraft) -> ItemDraft {
    var draft = draft
    for field in DetailField.allCases where field.isKey { draft.details[field] = nil }
    return draft
  }

  @Test(arguments: ItemField.ofDraft)
  func `an Idempotency-Key tells requests apart by each field`(field: ItemField) {
    let keys = [before, field.patch.applied(to: before)].map {
      IdempotencyKey("k", adding: $0, vendor: 1, passwordHash: "h")
    }
    #expect(keys[0] != keys[1])
  }

  @Test(arguments: ItemField.ofDraft)
  func `searches read the fields that say so`(field: ItemField) {
    let isSearched: Bool =
      switch field {
      case .title, .descriptions: true
      case .detail(let detail): detail.isSearched
      default: false
      }
    let after = field.patch.applied(to: before)
    #expect((SearchText.text(of: after) != SearchText.text(of: before)) == isSearched)
    guard case .detail(let detail) = field else { return }
    switch detail.kind {
    case .line, .words, .text: #expect(after.textBytes != before.textBytes)
    case .number, .flag: break
    }
  }

  @Test(arguments: DetailField.allCases)
  func `each detail has its limits`(field: DetailField) throws {
    var draft = before
    for value in [field.empty, .text(String(repeating: "x", count: 5_000)), .list([""]), .text("a\0b")] {
      draft.details = ItemDetails()
      draft.details[field] = value
      // A value of another kind is none.
      guard draft.details[field] != nil else { continue }
      #expect(throws: ValidationError.self) { try ValidDraft(draft) }
    }
  }
}
