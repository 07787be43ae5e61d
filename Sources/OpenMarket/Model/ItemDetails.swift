/// The rules of the fields that few items have.
extension ValidDraft {
  /// Throws the first rule that a value breaks.
  package static func check(_ details: ItemDetails) throws(ValidationError) {
    for field in DetailField.allCases {
      if let value = details[field] { try check(value, of: field) }
    }
  }

  /// Throws for a value that is empty, too long or has characters that its field does not take.
  package static func check(_ value: DetailValue, of field: DetailField) throws(ValidationError) {
    switch (field.kind, value) {
    case (.line(let bytes), .text(let text)): try checkWord(.detail(field), text, atMost: bytes)
    case (.words(let count, let characters), .list(let words)):
      try check(words, of: field, atMost: count, characters: characters)
    case (.text(let bytes), .text(let text)):
      if text.isEmpty { throw ValidationError(.detail(field), .empty) }
      try check(.detail(field), text, atMost: bytes)
    case (.number(let largest), .number(let number?)): try check(number, of: field, atMost: largest)
    case (.number, .number(nil)): throw ValidationError(.detail(field), .empty)
    case (.flag, .flag): break
    case (.words, .text(let text)): throw ValidationError(.detail(field), .notAList, value: text)
    case (.words, _): throw ValidationError(.detail(field), .notAList)
    case (.number, _): throw ValidationError(.detail(field), .notAWholeNumber, value: value.texts.first ?? "")
    case (.line, _), (.text, _), (.flag, _): throw ValidationError(.detail(field), .notText)
    }
  }

  private static func check(
    _ number: Int, of field: DetailField, atMost largest: Int
  ) throws(ValidationError) {
    if number < 0 { throw ValidationError(.detail(field), .negative, value: String(number)) }
    if number > largest {
      throw ValidationError(.detail(field), .above(limit: String(largest)), value: String(number))
    }
  }

  /// Throws for too many words, for one that is too long or has a control character or `|`, and for one that is given twice.
  private static func check(
    _ words: [String], of field: DetailField, atMost count: Int, characters: Int
  ) throws(ValidationError) {
    guard words.count <= count else {
      throw ValidationError(.detail(field), field == .barcodes ? .tooManyBarcodes : .tooManyTags)
    }
    if field == .barcodes { return try check(barcodes: words) }
    for (index, word) in words.enumerated() {
      let bytes = characters * ItemLimits.characterBytes
      // Most words need not be divided into characters.
      if word.utf8.count > bytes || word.utf8.count > characters && word.count > characters {
        throw ValidationError(.detail(field), .tooManyCharacters(limit: characters), value: word)
      }
      try checkWord(.detail(field), word, atMost: bytes)
      // A character of its own, also before a combining mark.
      if word.utf8.contains(ItemTags.separator) {
        throw ValidationError(.detail(field), .holdsBar, value: word)
      }
      guard !words[..<index].contains(where: { $0.utf8.elementsEqual(word.utf8) }) else {
        throw ValidationError(.detail(field), .repeated, value: word)
      }
    }
  }

  /// Throws for a text that is no barcode, and for one that is given twice in any form.
  private static func check(barcodes: [String]) throws(ValidationError) {
    var numbers: Set<String> = []
    for text in barcodes {
      let barcode = try Barcode(text).orThrow(ValidationError(.detail(.barcodes), .notABarcode, value: text))
      guard numbers.insert(barcode.number).inserted else {
        throw ValidationError(.detail(.barcodes), .repeated, value: text)
      }
    }
  }

  /// A text of one line that can be told from others where it is printed.
  static func checkWord(
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
    try check(field, text, atMost: bytes)
  }
}

extension DetailField {
  /// A number or a yes or no as options, forms and tables write it; a word for a field of words, and any other text as it is.
  package func value(of text: String) throws(ValidationError) -> DetailValue {
    switch kind {
    case .line, .text: return .text(text)
    case .words: return .list([text])
    case .number: return .number(text.isEmpty ? nil : try ItemField.detail(self).wholeNumber(text))
    case .flag:
      switch text.folded {
      case "1", "true", "yes", "y", "on", "예", "네", "はい", "ja", "oui", "sí", "si": return .flag(true)
      case "", "0", "false", "no", "n", "off", "아니요", "아니오", "いいえ", "nein", "non": return .flag(false)
      default: throw ValidationError(.detail(self), .notOneOf(["1", "0", "yes", "no"]), value: text)
      }
    }
  }
}

/// Properties that take long to look up, for most characters without that.
extension Unicode.Scalar {
  /// Whether it is of the category Cc, which never changes (Unicode, chapter 23.1).
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether it is white space.
  var isSpace: Bool { !(0x21...0x7E).contains(value) && properties.isWhitespace }

  /// Whether it is neither seen nor white space: a control or format character, a filler, blank Braille, or the null notehead.
  fileprivate var isInvisible: Bool {
    !(0x20...0x7E).contains(value)
      && (properties.isDefaultIgnorableCodePoint || [0x2800, 0x1D159].contains(value)
        || !properties.isWhitespace && [.control, .format].contains(properties.generalCategory))
  }
}

extension String {
  /// Whether a program that reads XML refuses the whole document for it (XML 1.0, 2.2).
  var holdsNoncharacter: Bool {
    utf8.contains(0xEF) && unicodeScalars.contains { $0.value == 0xFFFE || $0.value == 0xFFFF }
  }

  /// Whether nothing of it is seen, though it is not white space alone.
  var isInvisible: Bool {
    unicodeScalars.allSatisfy { $0.isInvisible || $0.isSpace }
      && unicodeScalars.contains(where: \.isInvisible)
  }
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

/// A key that finds an item of a vendor: each value belongs to one of its items at most. SKUs and barcodes are compared by their
/// codes (`ItemCode`), other values byte by byte. The raw value is the name of the column.
package enum ItemKey: String, Sendable, CaseIterable {
  case sku
  case barcode = "barcodes"
  /// The item's identity in the file or shop that it came from.
  case reference
  /// A fingerprint of the imported row that the item came from.
  case rowKey = "row_key"
}
