package import Foundation
package import SystemSupport

/// A line of a batch or of an export: the action on one item, or the values of an exported one. One JSON object a line,
/// in requests, responses, plans and exports alike. A key that is absent leaves the field of an item as it is.
package struct BatchItem: Sendable, Equatable {
  package enum Action: String, Sendable, CaseIterable {
    case add
    case update
    case delete
  }

  /// A field that can be emptied.
  package enum Clearable: RawRepresentable, Sendable, Hashable, CaseIterable {
    case discountedPrice
    case description
    case detail(DetailField)
    case images

    package static let (sku, tags, note) = (detail(.sku), detail(.tags), detail(.note))

    package static let allCases: [Clearable] =
      [.discountedPrice, .description] + DetailField.allCases.map { .detail($0) } + [.images]

    package init?(rawValue: String) {
      guard let field = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = field
    }

    package var rawValue: String {
      switch self {
      case .discountedPrice: "discounted_price"
      case .description: "description"
      case .detail(let field): field.rawValue
      case .images: "images"
      }
    }
  }

  /// Nil in an export.
  package var action: Action?
  /// Identifies the line: an item that is added under a key is not added again under it.
  package var key: String?
  /// The item; nil for a new one, and for one that `sku` names.
  package var id: Int?
  /// The state of the item that the change is for; nil for any.
  package var version: String?
  /// In an export of an item whose private fields its reader may read, by names: see `ItemVersion.Key`.
  package var versionKey: String?
  package var details = ItemDetails()
  /// The name of the item in the source of an import.
  package var reference: String?
  package var title: String?
  package var description: String?
  package var price: Decimal?
  package var currency: String?
  package var discountedPrice: Decimal?
  package var stock: Int?
  /// Pieces that are added to the stock, whatever it is; once for the key of the line.
  package var stockChange: Int?
  /// The cost of one piece of the stock; private: exported to the operator alone.
  package var cost: Decimal?
  package var registrationDate: Date?
  package var clear: [Clearable]?
  /// The digests of the row from which the item was imported last; exported as `versionKey` is.
  package var cells: CellDigests?
  /// In an export of a market, a digest of each image: the SHA-256 of the image as it was sent, in hexadecimal. If metadata
  /// was removed, a space and the SHA-256 of the stored image follow. Empty for an image without a known digest.
  package var images: [String]?

  package init(_ action: Action? = nil, key: String? = nil, id: Int? = nil) {
    (self.action, self.key, self.id) = (action, key, id)
  }
}

extension BatchItem {
  /// A new item. Throws the `ValidationError` of the first field that is missing or not valid.
  package func draft() throws(ValidationError) -> ValidDraft {
    guard let title else { throw ValidationError(.title, .missing) }
    guard let price else { throw ValidationError(.price, .missing) }
    guard let currency = try knownCurrency() else { throw ValidationError(.currency, .missing) }
    var draft = ItemDraft(title: title, price: Price(price, currency))
    try set(&draft)
    return try ValidDraft(draft)
  }

  /// The present draft with the fields of this one.
  package func applied(to present: ItemDraft) throws(ValidationError) -> ItemDraft {
    var draft = present
    draft.price = Price(price ?? present.price.amount, try knownCurrency() ?? present.price.currency)
    try set(&draft)
    if details.offSale == nil, clear?.contains(.detail(.offSale)) != true { draft.goOnSale(after: present) }
    return draft
  }

  private func set(_ draft: inout ItemDraft) throws(ValidationError) {
    if let title { draft.title = title }
    if let description { draft.description = description }
    if let discountedPrice { draft.discountedPrice = discountedPrice }
    if let stock { draft.stock = stock }
    if let cost { draft.cost = cost }
    for field in DetailField.allCases {
      if let value = details[field] { draft.details[field] = value }
    }
    for field in clear ?? [] {
      switch field {
      case .discountedPrice: draft.discountedPrice = nil
      case .description: draft.description = ""
      case .detail(let field): draft.details[field] = nil
      case .images: break
      }
    }
  }

  private func knownCurrency() throws(ValidationError) -> Currency? {
    guard let currency else { return nil }
    return try Currency(currency).orThrow(ValidationError(.currency, .notInISO4217, value: currency))
  }

  var clearsImages: Bool { clear?.contains(.images) == true }
}

/// The keys of an item that only an import sets, and the digests of the cells of its row.
package struct ItemKeys: Sendable, Equatable {
  package var reference: String?
  package var rowKey: String?
  package var cells: CellDigests?

  package init(reference: String? = nil, rowKey: String? = nil, cells: CellDigests? = nil) {
    (self.reference, self.rowKey, self.cells) = (reference, rowKey, cells)
  }

  /// The key of an imported row without one: a fingerprint of the row and, from the second of equal rows on, its number.
  package static func rowKey(_ fingerprint: UInt64, number: Int) -> String {
    String(fingerprint, radix: 36) + (number > 1 ? "-\(number)" : "")
  }

  /// Throws the first rule that a key breaks.
  package func validate() throws(ValidationError) {
    for key in [reference, rowKey] {
      if let key { try ValidDraft.checkWord(.reference, key, atMost: ItemLimits.keyBytes) }
    }
  }
}

extension BatchItem {
  package var sku: String? {
    get { details.sku }
    set { details.sku = newValue }
  }

  package var tags: [String]? {
    get { details.tags }
    set { details.tags = newValue }
  }

  package var note: String? {
    get { details.note }
    set { details.note = newValue }
  }
}

/// The JSON of items of batches, without a coder: plans and batches have many of them.
extension BatchItem {
  package func write(to writer: inout JSONWriter) {
    writer.object(inserting: details.members) { writer in
      writer.member("action", action?.rawValue)
      writer.member("cells", cells?.rawValue)
      if let clear, !clear.isEmpty { writer.member("clear", clear.map(\.rawValue)) }
      writer.member("cost", cost)
      writer.member("currency", currency)
      writer.member("description", description)
      writer.member("discounted_price", discountedPrice)
      writer.member("id", id)
      writer.member("images", images)
      writer.member("key", key)
      writer.member("price", price)
      writer.member("reference", reference)
      if let registrationDate {
        writer.key("registration_date")
        writer.value(registrationDate.timeIntervalSince1970)
      }
      writer.member("stock", stock)
      writer.member("stock_change", stockChange)
      writer.member("title", title)
      writer.member("version", version)
      writer.member("version_key", versionKey)
    }
  }

  /// The item as JSON.
  package var json: Data {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.takeBytes()
  }

  package init(_ reader: inout JSONReader) throws(JSONDefect) {
    var item = Self()
    try reader.object { reader, name throws(JSONDefect) in try item.read(name, &reader) }
    self = item
  }

  /// The names of all members.
  private static let keys =
    ([
      "action", "cells", "clear", "cost", "currency", "description", "discounted_price", "id", "images",
      "key",
      "price",
      "reference", "registration_date", "stock", "stock_change", "title", "version", "version_key",
    ] + DetailField.allCases.map(\.rawValue)).sorted()

  /// The bounds of registration dates, in seconds since 1970: from the year 1583 on all calendars have the same dates, and to the last
  /// days of 9999 every time zone stays within that year.
  private static let (first, last) = (-12_212_380_800.0, 253_402_128_000.0)

  private mutating func read(_ name: String, _ reader: inout JSONReader) throws(JSONDefect) {
    switch name {
    case "action": try reader.read(&action)
    case "cells": try reader.read(&cells)
    case "clear": try reader.read(&clear)
    case "cost": try reader.read(&cost)
    case "currency": try reader.read(&currency)
    case "description": try reader.read(&description)
    case "discounted_price": try reader.read(&discountedPrice)
    case "id": try reader.read(&id)
    case "images": try reader.read(&images)
    case "key": try reader.read(&key)
    case "price": try reader.read(&price)
    case "reference": try reader.read(&reference)
    case "registration_date":
      registrationDate =
        reader.takeNull()
        ? nil : Date(timeIntervalSince1970: min(max(try reader.double(), Self.first), Self.last))
    case "stock": try reader.read(&stock)
    case "stock_change": try reader.read(&stockChange)
    case "title": try reader.read(&title)
    case "version": try reader.read(&version)
    case "version_key": try reader.read(&versionKey)
    default:
      guard let field = DetailField(rawValue: name) else {
        guard !reader.isStrict else { throw .unknown("", known: Self.keys) }
        return try reader.skip()
      }
      details[field] = reader.takeNull() ? nil : try reader.detail(field)
    }
  }
}
