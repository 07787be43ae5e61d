import Foundation
import OpenMarket
import Tables

extension CellAmount {
  init(
    _ cell: String, _ options: RowOptions, decimalSign: CellNumber.DecimalSign
  ) throws(CellNumber.Defect) {
    let text = options.backslashSign.map(cell.replacingLeadingBackslash) ?? cell
    try self.init(text, decimalSign: decimalSign)
  }
}

extension String {
  /// A cell of an amount with a sign of a currency in place of a `\` before it: `\1,000`, `-\1,000`.
  func replacingLeadingBackslash(with sign: Character) -> String {
    guard let first = firstIndex(where: { !$0.isWhitespace && $0 != "-" }), self[first] == "\\" else {
      return self
    }
    return self[..<first] + String(sign) + self[index(after: first)...]
  }
}

extension Currency {
  /// The currencies that a number format of a workbook shows beside a number: `"₩"#,##0`, `[$€-2] #,##0.00`, `[$$-C09]#,##0`,
  /// `#,##0"원"`, `[$KRW] 0`. Empty where there is none, or two contradict each other; nil where a word or a sign is no
  /// currency.
  static func named(inNumberFormat code: String) -> [Currency]? {
    var found: [Currency]?
    for (name, locale) in texts(inNumberFormat: code) {
      // A backslash is the sign of the won and of the yen in the encodings of their countries.
      var named = name == "\\" ? ["KRW", "JPY"].compactMap { Currency($0) } : Self.named(name)
      let place = Locale(inNumberFormat: locale)
      let currency = place?.currency.flatMap { Currency($0.identifier) }
      if let currency, place?.currencySymbol?.letters == name.letters {
        named = [currency]
      } else if !locale.isEmpty, let candidates = named, candidates.count > 1 {
        // The sign of the dollar is that of currencies that are rarer, too.
        guard let currency, name == "$" || candidates.contains(currency) else { return nil }
        named = [currency]
      }
      guard let named else { return nil }
      found = found.map { $0.filter(named.contains) } ?? named
    }
    return found ?? []
  }

  /// The words and signs that a number format shows beside a number, each with its locale, which is empty for none.
  fileprivate static func texts(inNumberFormat code: String) -> [(name: String, locale: Substring)] {
    var texts: [(String, Substring)] = []
    // A section without a digit is a text that is shown in the place of some numbers: `#,##0;-#,##0;"free"`.
    let sections = code.split(separator: ";").filter {
      $0.contains("eneral") || $0.contains { "0#?".contains($0) }
    }
    var rest = sections.joined(separator: ";")[...]
    while let character = rest.popFirst() {
      var (text, locale) = ("", Substring())
      switch character {
      case "\"":
        text = String(rest.prefix { $0 != "\"" })
        rest = rest.dropFirst(text.count + 1)
      case "[":
        let inside = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inside.count + 1)
        // `[$€-2]`: a sign and a locale. Others are colours and conditions.
        if inside.first == "$" {
          text = String(inside.dropFirst().prefix { $0 != "-" })
          locale = inside.dropFirst(text.count + 2)
        }
      case "\\": text = rest.popFirst().map { String($0) } ?? ""
      case "_", "*": rest = rest.dropFirst()
      default: text = signs[character] == nil ? "" : String(character)
      }
      let name = text.plainCell
      // Signs of accounting: `-`, `(`.
      guard name.contains(where: { $0.isLetter || $0.isCurrencySymbol || $0 == "\\" }) else { continue }
      texts.append((name, locale))
    }
    return texts
  }
}

extension Locale {
  /// The locale of a number format: a hexadecimal number (MS-LCID, 2.2), with a calendar and digits above its 16 bits, or in newer
  /// workbooks a name (BCP 47), `en-AU`. Nil for none.
  fileprivate init?(inNumberFormat text: Substring) {
    let number = Int(text, radix: 16)
    guard let name = number.map({ Self.identifier(fromWindowsLocaleCode: $0 & 0xFFFF) }) ?? String(text),
      name.contains(where: { "-_".contains($0) })
    else { return nil }
    self.init(identifier: name)
  }
}

extension String {
  /// A sign of a currency as it is compared: `лв.` as `лв`.
  fileprivate var letters: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter { $0 != "." && $0.properties.generalCategory != .format })
    )
    .uppercased()
  }
}

extension TableRow {
  /// The cells as texts, those of amounts with what their number formats show beside them: `USD 9000`, `12.5 Foo`. A text file
  /// has no formats, and without them the amounts would be others.
  ///
  /// - Parameter columns: Those of the table; nil for one of another shop, whose formats are not read.
  func texts(showingAmountsOf columns: ColumnMap?) -> [String] {
    var texts = texts
    for entry in columns?.entries ?? [] where [.price, .discountedPrice, .cost].contains(entry.column) {
      guard let code = numberFormats[entry.position], texts.indices.contains(entry.position) else { continue }
      if let named = Currency.named(inNumberFormat: code), named.count < 2 {
        texts[entry.position] = (named.map(\.code) + [texts[entry.position]]).joined(separator: " ")
        continue
      }
      // A sign with a locale that names no currency must not become the sign of another one.
      var names: [String] = []
      for (name, locale) in Currency.texts(inNumberFormat: code) {
        let name = locale.isEmpty ? name : "\(name)-\(locale)"
        if !names.contains(name) { names.append(name) }
      }
      texts[entry.position] = ([texts[entry.position]] + names).joined(separator: " ")
    }
    return texts
  }
}
