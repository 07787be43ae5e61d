import Console
import Foundation
import OpenMarket
import SystemSupport
import Tables
import TestSupport
import Testing
import Wording

@testable import market

/// Each field by itself, in everything that shows, imports or exports the fields of an item.
struct ItemFieldViewTests {
  private let before = ItemField.fullDraft

  private func item(_ draft: ItemDraft) -> Item {
    Item(
      id: 1, title: draft.title, price: draft.price,
      discountedPrice: draft.discountedPrice.map { Price($0, draft.price.currency) }, stock: draft.stock,
      thumbnails: [], registrationDate: Date(timeIntervalSince1970: 0), description: draft.description,
      images: [],
      details: draft.details.published)
  }

  private func line(_ draft: ItemDraft) -> BatchItem {
    var line = BatchItem(id: 1)
    (line.title, line.description) = (draft.title, draft.description)
    (line.price, line.currency) = (draft.price.amount, draft.price.currency.code)
    (line.discountedPrice, line.stock, line.details) = (draft.discountedPrice, draft.stock, draft.details)
    (line.registrationDate, line.images) = (Date(timeIntervalSince1970: 0), [])
    return line
  }

  private func row(_ draft: ItemDraft) -> ImportRow {
    var row = ImportRow(source: TableRow(line: 2, cells: []))
    row.fields.title = draft.title
    row.fields.description = draft.description
    (row.fields.price, row.fields.currency) = (draft.price.amount, draft.price.currency.code)
    (row.fields.discountedPrice, row.fields.stock) = (draft.discountedPrice, draft.stock)
    row.fields.details = draft.details
    // An export says yes or no of each item.
    for field in DetailField.allCases where field.kind.isFlag && draft.details[field] == nil {
      row.fields.details[field] = field.empty
    }
    return row
  }

  private var format: OutputFormat { .fixture() }

  @Test(arguments: ItemField.ofDraft)
  func `a change of one field is shown`(field: ItemField) {
    let after = field.patch.applied(to: before)
    let data = FieldChange.all(from: before, to: after, nil)
    #expect(data.map(\.field) == [field])
    let words = FieldChange.all(from: before, to: after, format)
    // The price has its currency with it.
    #expect(words.map(\.field) == (field == .currency ? [.price, .discountedPrice] : [field]))
  }

  @Test(arguments: ItemField.ofDraft)
  func `an item is shown with each field that is not private`(field: ItemField) {
    let (one, two) = (item(before), item(field.patch.applied(to: before)))
    let isShown = if case .detail(let detail) = field { !detail.isPrivate } else { true }
    #expect(
      (JSON.object(one.members(format)).text != JSON.object(two.members(format)).text) == isShown)
    #expect((one.flatLines(format) != two.flatLines(format)) == isShown)
    #expect((one.cardLines(format) != two.cardLines(format)) == isShown)
    let columns = Item.columns(format)
    #expect(
      (columns.map { $0.piped(one) } != columns.map { $0.piped(two) })
        == (isShown && field != .descriptions))
  }

  @Test(arguments: ItemField.ofDraft)
  func `an export has each field, and an import sees it changed`(field: ItemField) throws {
    let after = field.patch.applied(to: before)
    func exported(_ draft: ItemDraft, _ format: TableFormat) throws -> [UInt8] {
      var table = try ExportTable(format, headersIn: nil, hasByteOrderMark: false, isRaw: false)
      try table.append(line(draft))
      try table.finish()
      return table.takeBytes()
    }
    for format in ExportTable.formats {
      #expect(try exported(before, format) != exported(after, format))
    }
    #expect(RowFingerprint(row(before)) != RowFingerprint(row(after)))
    let change = BatchItem(updating: line(before), with: row(after), stock: .set, key: "k")
    #expect(change.hasChange)
    #expect(try change.applied(to: before) == after)
    #expect(!BatchItem(updating: line(after), with: row(after), stock: .set, key: "k").hasChange)
  }

  @Test func `each field has a column, an option and a name of its own`() {
    let columns = ItemField.ofDraft.compactMap {
      ImportColumn(rawValue: $0 == .descriptions ? "description" : $0.rawValue)
    }
    #expect(columns.count == ItemField.ofDraft.count)
    #expect(Set(ItemField.ofDraft.map(\.option)).count == ItemField.ofDraft.count)
    #expect(Set(ItemField.ofDraft.map { format.text($0.name) }).count == ItemField.ofDraft.count)
    for field in DetailField.allCases {
      for declaration in [Add.declaration, Edit.declaration] {
        #expect(declaration.options.contains { $0.long == field.option.long })
      }
      #expect(Edit.declaration.options.contains { $0.long == field.removal.declaration.long })
    }
  }
}
