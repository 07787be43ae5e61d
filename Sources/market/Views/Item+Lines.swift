import Console
import OpenMarket
import Wording

/// An item in lines of text.
extension Item {
  /// The names of the fields of a row, for the documentation.
  static let columns = [
    LocalizedPhrase("id"), LocalizedPhrase("title"), LocalizedPhrase("currency"), LocalizedPhrase("price"),
    "discounted price", LocalizedPhrase("stock"),
    LocalizedPhrase("date"),
  ]

  /// The fields of a row for other programs; the discounted price is empty if there is none.
  func fields(_ format: OutputFormat) -> [String] {
    [
      String(id), title, price.currency.code, "\(price.amount)", discountedPrice.map { "\($0.amount)" } ?? "",
      String(stock), format.timestamp(registrationDate),
    ]
  }

  /// For a screen reader: a name and a value on each line, and words in place of colours and signs.
  ///
  /// - Parameters:
  ///   - verified: How many ratings are of verified purchases; nil if that is not known.
  ///   - cost: The last known cost of a piece.
  func flatLines(_ format: OutputFormat, verified: Int? = nil, cost: Price? = nil) -> [String] {
    let fields: [(name: LocalizedPhrase, value: LocalizedPhrase)?] = [
      (LocalizedPhrase("ID"), "\(id)"),
      (LocalizedPhrase("Title"), LocalizedPhrase(verbatim: title.sanitizedLine)),
      (LocalizedPhrase("Price"), priceWords(format)),
      (LocalizedPhrase("Stock"), stock == 0 ? "sold out" : LocalizedPhrase(verbatim: format.number(stock))),
      (LocalizedPhrase("Added"), LocalizedPhrase(verbatim: format.age(registrationDate))),
      rating.map {
        (
          LocalizedPhrase("Rating"),
          $0.mean == nil ? LocalizedPhrase("none") : $0.words(format, verified: verified)
        )
      },
    ]
    let details = DetailField.published.map { field -> (name: LocalizedPhrase, value: LocalizedPhrase)? in
      self.details[field].map {
        (field.name, LocalizedPhrase(verbatim: $0.words(format).sanitizedLine))
      }
    }
    let contents: [(name: LocalizedPhrase, value: LocalizedPhrase)?] = [
      images.map {
        (LocalizedPhrase("Images"), $0.isEmpty ? LocalizedPhrase("none") : "\($0.count)")
      },
      description.flatMap {
        $0.isEmpty ? nil : (LocalizedPhrase("Description"), LocalizedPhrase(verbatim: $0.indented))
      },
    ]
    let costs = [cost.map { (LocalizedPhrase("Cost"), LocalizedPhrase(verbatim: format.price($0))) }]
    return (fields + details + costs + contents).compactMap(\.self).map {
      format.text("\($0.name): \($0.value)")
    }
  }

  /// For other programs: a name, a tab and a value on each line; none for a field without a value.
  func cardLines(_ format: OutputFormat) -> [String] {
    members(format).flatMap { name, value -> [String] in
      switch value {
      case .null, .truth(false): []
      case .array(let values): values.map { TSV.line([name, $0.plainText]) }
      case let value: [TSV.line([name, value.plainText])]
      }
    }
  }
}

extension String {
  /// A text of several lines, indented so that none of them looks like a field.
  fileprivate var indented: String {
    sanitizedKeepingLines.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { index, line in index == 0 || line.isEmpty ? line : "  " + line }.joined(separator: "\n")
  }
}

extension Item {
  /// The price in runs: `KRW 50,000 → KRW 45,000 (−10%)`, the old one struck through in colour output.
  ///
  /// - Parameter showsOldPrice: False for `KRW 45,000 (−10%)`.
  func priceRuns(
    _ format: OutputFormat, _ style: Style, showsOldPrice: Bool = true
  ) -> [Cell.Run] {
    guard let discountedPrice, discountedPrice != price else { return [(format.price(price), nil)] }
    let oldPrice: [Cell.Run] = [
      (format.price(price), { style.dim(style.strikethrough($0)) }),
      (" → ", style.dim),
    ]
    return (showsOldPrice ? oldPrice : []) + [
      (format.price(discountedPrice), style.bold),
      (discountPercent.map { " (−\($0)%)" } ?? "", style.magenta),
    ]
  }

  /// The price on one line.
  func priceText(_ format: OutputFormat, _ style: Style) -> String {
    guard !format.isAccessible else { return format.text(priceWords(format)) }
    return priceRuns(format, style).painted
  }
}
