/// The number of a product on its package: EAN-8, UPC-A, EAN-13 or GTIN-14 (GS1 General Specifications), or an ISBN.
package struct Barcode: Sendable {
  /// The digits, with the zeros before them; those of the ISBN-13 for an ISBN-10.
  package let digits: String

  /// Nil for another number of digits. Hyphens and spaces are dropped. Check digits are for scanners to verify: labels that a shop
  /// prints for itself may have none.
  package init?(_ text: String) {
    let marks = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    guard let digits = Self.digits(ofISBN10: marks) ?? (Self.isNumber(marks) ? marks : nil) else {
      return nil
    }
    self.digits = String(decoding: digits, as: UTF8.self)
  }

  /// The 14 digits that all forms of the number have in common: a UPC is its EAN-13 with 0 before it.
  package var number: String { ItemCode.code(of: digits) }

  /// The digits of a text that is a barcode, and another text as it is.
  static func normalized(_ text: String) -> String { Barcode(text)?.digits ?? text }

  /// Whether these are as many digits as a barcode has.
  fileprivate static func isNumber(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
    [8, 12, 13, 14].contains(digits.count) && digits.allSatisfy { (48...57).contains($0) }
  }

  /// The last digit behind some others: they count 3 and 1 in turn, from the end.
  private static func checkDigit(of digits: some BidirectionalCollection<UInt8>) -> UInt8 {
    let sum = zip(digits.reversed(), 0...).reduce(0) {
      $0 + Int($1.0 - 48) * ($1.1.isMultiple(of: 2) ? 3 : 1)
    }
    return UInt8(48 + (10 - sum % 10) % 10)
  }

  /// Nil for what is no ISBN-10: nine digits and a check digit, X for 10.
  private static func digits(ofISBN10 marks: [UInt8]) -> [UInt8]? {
    guard marks.count == 10, let last = marks.last, marks.dropLast().allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let sum = zip(marks.dropLast(), 1...).reduce(0) { $0 + Int($1.0 - 48) * $1.1 }
    let isValid =
      sum % 11 == 10 ? [UInt8(ascii: "X"), UInt8(ascii: "x")].contains(last) : Int(last) == 48 + sum % 11
    guard isValid else { return nil }
    let digits = Array("978".utf8) + marks.dropLast()
    return digits + [checkDigit(of: digits)]
  }
}

/// The codes by which words find items: the same for a SKU in any case, and for all forms of a barcode.
package enum ItemCode {
  /// The code of a SKU or of the digits of a barcode.
  package static func code(of text: String) -> String {
    if (8...14).contains(text.utf8.count), Barcode.isNumber(text.utf8) {
      return String(repeating: "0", count: 14 - text.utf8.count) + text
    }
    return text.folded
  }

  /// The codes that a word can mean: a barcode may have hyphens, or be an ISBN-10.
  package static func codes(of word: String) -> [String] {
    let code = code(of: word)
    guard let number = Barcode(word)?.number, number != code else { return [code] }
    return [code, number]
  }
}

extension ItemCode {
  /// The code of a title, by which a person means the same: in any case, and with any white space around and between its words.
  package static func titleCode(of title: String) -> String { words(of: title).folded }

  /// The title with one space between its words.
  static func words(of title: String) -> String {
    title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension ItemDetails {
  /// The SKU and the barcodes: no other item of the seller has one of them.
  package var codes: [String] { ([sku].compactMap(\.self) + (barcodes ?? [])).filter { !$0.isEmpty } }
}
