/// A field that few items have, of the seller's own choice. A new field of an item is a case here and the properties that the
/// compiler then asks for; forms, JSON, batches, exports, versions, options and cards read them.
///
/// The raw value is the field's key in forms, JSON, batches, exports and `--columns`, and its column in the store.
package enum DetailField: String, Sendable, CaseIterable {
  /// The seller's own name for the item, which no other item of the seller has.
  case sku
  /// The words by which the seller groups items, in the seller's order.
  case tags
  /// A note for the seller alone.
  case note
  /// The stock at which the item has to be ordered again.
  case reorderAt = "reorder_at"
  /// Whether the item stands in no list.
  case offSale = "off_sale"
  /// The numbers of the product on its package, which no other item of the seller has.
  case barcodes

  /// The fields that items of the first versions did not have: what was computed without them stays equal.
  package static let added = allCases.filter { ![.sku, .tags, .note].contains($0) }

  package enum Kind: Sendable {
    /// One line of at most so many bytes.
    case line(bytes: Int)
    /// So many words of one line of so many characters each at most.
    case words(count: Int, characters: Int)
    /// A text of at most so many bytes. Lists do not read it.
    case text(bytes: Int)
    /// A whole number from 0 to a largest one.
    case number(largest: Int)
    /// Yes, or no value.
    case flag

    package var isFlag: Bool { if case .flag = self { true } else { false } }
  }

  package var kind: Kind {
    switch self {
    case .sku: .line(bytes: ItemLimits.skuBytes)
    case .barcodes: .words(count: ItemLimits.barcodes, characters: ItemLimits.barcodeBytes)
    case .tags: .words(count: ItemLimits.tags, characters: ItemLimits.tagCharacters)
    case .note: .text(bytes: ItemLimits.noteBytes)
    case .reorderAt: .number(largest: ItemLimits.stock)
    case .offSale: .flag
    }
  }

  /// Whether only the seller reads the field: no public response has it.
  package var isPrivate: Bool {
    switch self {
    case .sku, .barcodes, .tags, .reorderAt, .offSale: false
    case .note: true
    }
  }

  /// Whether searches find the item by the field.
  var isSearched: Bool {
    switch self {
    case .sku, .barcodes, .tags: true
    case .note, .reorderAt, .offSale: false
    }
  }

  /// Whether a value belongs to one item of its seller at most.
  package var isKey: Bool { self == .sku || self == .barcodes }

  /// The key in JSON, as writers of constant keys take it.
  var name: StaticString {
    switch self {
    case .sku: "sku"
    case .barcodes: "barcodes"
    case .tags: "tags"
    case .note: "note"
    case .reorderAt: "reorder_at"
    case .offSale: "off_sale"
    }
  }

  /// Whether the value is a text that lists do not read.
  package var isLong: Bool {
    switch kind {
    case .text: true
    case .line, .words, .number, .flag: false
    }
  }

  /// The value that removes the field in a change.
  package var empty: DetailValue {
    switch kind {
    case .words: .list([])
    case .line, .text: .text("")
    case .number: .number(nil)
    case .flag: .flag(false)
    }
  }

  /// The fields that responses have.
  package static let published = allCases.filter { !$0.isPrivate }
  /// The fields in the order of their keys, as JSON is written.
  static let sorted = allCases.sorted { $0.rawValue < $1.rawValue }
}

/// The value of a field that few items have.
package enum DetailValue: Sendable, Equatable {
  case text(String)
  case list([String])
  /// Nil removes the number in a change.
  case number(Int?)
  case flag(Bool)

  package var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .list(let texts): texts.isEmpty
    case .number(let number): number == nil
    case .flag(let isSet): !isSet
    }
  }

  /// The texts of the value, one for a field that is no list.
  package var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let texts): texts
    case .number(let number): [number.map(String.init) ?? ""]
    case .flag(let isSet): [isSet ? "true" : ""]
    }
  }

  /// With texts in the form in which they are stored.
  var composed: DetailValue {
    switch self {
    case .text(let text): .text(text.composed)
    case .list(let texts): .list(Self.composed(texts))
    case .number, .flag: self
    }
  }

  /// Each text once that is another in bytes alone.
  private static func composed(_ texts: [String]) -> [String] {
    let composed = texts.map(\.composed)
    guard zip(texts, composed).contains(where: { !$0.utf8.elementsEqual($1.utf8) }) else { return texts }
    return composed.enumerated().filter { index, text in !composed[..<index].contains(text) }.map(\.element)
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var list: [String]? {
    if case .list(let texts) = self { texts } else { nil }
  }

  var number: Int?? {
    if case .number(let number) = self { .some(number) } else { nil }
  }

  var isSet: Bool? {
    if case .flag(let isSet) = self { isSet } else { nil }
  }
}

/// The values of the fields that few items have; nil for a field without a value. In a change, nil leaves the present value and
/// an empty one removes it.
package struct ItemDetails: Sendable, Equatable {
  package var sku: String?
  package var barcodes: [String]?
  package var tags: [String]?
  package var note: String?
  /// A number, or in a change nothing in its place.
  package var reorderAt: Int??
  /// False puts an item back on sale in a change.
  package var offSale: Bool?

  package init(
    sku: String? = nil, tags: [String]? = nil, note: String? = nil, reorderAt: Int? = nil,
    offSale: Bool? = nil
  ) {
    (self.sku, self.tags, self.note, self.offSale) = (sku, tags, note, offSale)
    self.reorderAt = reorderAt.map { .some($0) }
  }

  package subscript(_ field: DetailField) -> DetailValue? {
    get {
      switch field {
      case .sku: sku.map { .text($0) }
      case .barcodes: barcodes.map { .list($0) }
      case .tags: tags.map { .list($0) }
      case .note: note.map { .text($0) }
      case .reorderAt: reorderAt.map { .number($0) }
      case .offSale: offSale.map { .flag($0) }
      }
    }
    set {
      switch field {
      case .sku: sku = newValue?.text
      case .barcodes: barcodes = newValue?.list?.map(Barcode.normalized)
      case .tags: tags = newValue?.list
      case .note: note = newValue?.text
      case .reorderAt: reorderAt = newValue?.number ?? nil
      case .offSale: offSale = newValue?.isSet
      }
    }
  }

  /// Whether no field has a value.
  package var isEmpty: Bool { DetailField.allCases.allSatisfy { self[$0] == nil } }

  /// The values of some fields, each with the name of its field and their number: no two details have the same.
  func texts(of fields: [DetailField]) -> [String] {
    fields.flatMap { field in self[field].map { [field.rawValue, "\($0.texts.count)"] + $0.texts } ?? [] }
  }

  /// The values without those that only the seller reads.
  package var published: ItemDetails {
    var details = self
    for field in DetailField.allCases where field.isPrivate { details[field] = nil }
    return details
  }

  /// The values of an item: none is empty.
  package var ofItem: ItemDetails {
    var details = self
    for field in DetailField.allCases where details[field]?.isEmpty == true { details[field] = nil }
    return details
  }

  /// The present values with those of this change in their place.
  package func applied(to present: ItemDetails) -> ItemDetails {
    var details = present
    for field in DetailField.allCases {
      if let value = self[field] { details[field] = value.isEmpty ? nil : value }
    }
    return details
  }

  /// Whether all values are the same, byte by byte: to Swift canonically equivalent texts are equal.
  func isSame(as other: ItemDetails, in fields: [DetailField] = DetailField.allCases) -> Bool {
    fields.allSatisfy { field in
      guard let one = self[field], let two = other[field] else {
        return self[field] == nil && other[field] == nil
      }
      return one.texts.elementsEqual(two.texts) { $0.utf8.elementsEqual($1.utf8) }
    }
  }

  /// The bytes of all texts.
  var bytes: Int {
    DetailField.allCases.reduce(0) { sum, field in
      (self[field]?.texts ?? []).reduce(sum) { $0 + $1.utf8.count }
    }
  }
}
