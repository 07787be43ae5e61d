/// The rules of the fields that few items have: SKU, tags and note.
extension ValidDraft {
  static func checkDetails(of draft: ItemDraft) throws(ValidationError) {
    if let sku = draft.sku { try check(sku: sku) }
    try check(tags: draft.tags)
    if let note = draft.note { try check(note: note) }
  }

  /// Throws for a SKU that is empty, too long, not of one line, or surrounded by white space.
  package static func check(sku: String) throws(ValidationError) {
    try checkWord(.sku, sku, atMost: ItemLimits.skuBytes)
  }

  /// Throws for too many tags, for a tag that is too long or has a control character or `|`, and for one that is given twice.
  package static func check(tags: [String]) throws(ValidationError) {
    guard tags.count <= ItemLimits.tags else { throw ValidationError(.tags, .tooManyTags) }
    for (index, tag) in tags.enumerated() {
      try checkWord(.tags, tag, atMost: ItemLimits.tagBytes)
      // A character of its own, also before a combining mark.
      if tag.utf8.contains(ItemTags.separator) { throw ValidationError(.tags, .holdsBar, value: tag) }
      guard !tags[..<index].contains(where: { $0.utf8.elementsEqual(tag.utf8) }) else {
        throw ValidationError(.tags, .repeated, value: tag)
      }
    }
  }

  /// Throws for a note that is empty, too long or has a NUL character.
  package static func check(note: String) throws(ValidationError) {
    if note.isEmpty { throw ValidationError(.note, .empty) }
    try check(.note, note, atMost: ItemLimits.noteBytes)
  }

  /// A text of one line that can be told from others where it is printed.
  fileprivate static func checkWord(
    _ field: ItemField, _ text: String, atMost bytes: Int
  ) throws(ValidationError) {
    if text.isEmpty { throw ValidationError(field, .empty, value: text) }
    if text.utf8.count > bytes { throw ValidationError(field, .longerThan(bytes: bytes), value: text) }
    let scalars = text.unicodeScalars
    if scalars.contains(where: \.isControl) {
      throw ValidationError(field, .holdsUnprintable, value: text)
    }
    if scalars.first?.isSpace == true || scalars.last?.isSpace == true {
      throw ValidationError(field, .surroundedBySpace, value: text)
    }
  }
}

/// Properties that take long to look up, for most characters without that.
extension Unicode.Scalar {
  /// Whether it is of the category Cc, which never changes (Unicode, chapter 23.1).
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether it is white space.
  var isSpace: Bool { !(0x21...0x7E).contains(value) && properties.isWhitespace }
}

/// Tags as one text, in which no tag contains the separator.
enum ItemTags {
  /// The vertical bar.
  static let separator = UInt8(ascii: "|")

  /// Nil for no tags.
  static func text(of tags: [String]) -> String? {
    tags.isEmpty ? nil : tags.joined(separator: "|")
  }

  /// Divides bytes: to Swift a bar with a combining mark after it is another character.
  static func tags(in text: String) -> [String] {
    text.utf8.split(separator: separator).compactMap { String($0) }
  }
}

/// What finds an item of a vendor: each value belongs to one of its items at most. Values are compared byte by byte. The
/// raw value is the name of the column.
package enum ItemKey: String, Sendable, CaseIterable {
  case sku
  /// The item's identity in the file or shop that it came from.
  case reference
  /// A fingerprint of the imported row that the item came from.
  case rowKey = "row_key"
}

/// The keys of an item that only an import sets.
package struct ItemKeys: Sendable, Equatable {
  package var reference: String?
  package var rowKey: String?

  package init(reference: String? = nil, rowKey: String? = nil) {
    self.reference = reference
    self.rowKey = rowKey
  }

  /// Throws the first rule that a key breaks.
  package func validate() throws(ValidationError) {
    for key in [reference, rowKey] {
      if let key { try ValidDraft.checkWord(.reference, key, atMost: ItemLimits.keyBytes) }
    }
  }
}

extension ItemDraft {
  /// Whether SKU, tags and note are the same, byte by byte.
  func hasDetails(of other: ItemDraft) -> Bool {
    func equal(_ one: String?, _ two: String?) -> Bool {
      guard let one, let two else { return one == nil && two == nil }
      return one.utf8.elementsEqual(two.utf8)
    }
    return equal(sku, other.sku) && equal(note, other.note) && hasTags(of: other)
  }

  /// Whether the tags are the same, byte by byte.
  func hasTags(of other: ItemDraft) -> Bool {
    tags.elementsEqual(other.tags) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Whether it has a SKU, tags or a note.
  var hasDetails: Bool { sku != nil || !tags.isEmpty || note != nil }
}
