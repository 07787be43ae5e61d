import Console
import OpenMarket

/// An item on its own, line by line.
extension Item {
  /// For a person who hears it: a name and a value on each line, and words where the card has colours and signs.
  func flatLines(_ presenter: Presenter) -> [String] {
    let fields: [(name: Phrase, value: Phrase)?] = [
      (Phrase("ID"), "\(id)"),
      (Phrase("Title"), Phrase(verbatim: title.sanitized)),
      (Phrase("Price"), priceWords(presenter)),
      (Phrase("Stock"), stock == 0 ? "sold out" : Phrase(verbatim: presenter.number(stock))),
      (Phrase("Added"), Phrase(verbatim: presenter.age(registrationDate))),
      images.map { (Phrase("Pictures"), $0.isEmpty ? Phrase("none") : "\($0.count)") },
      description.flatMap { $0.isEmpty ? nil : (Phrase("Description"), Phrase(verbatim: $0.indented)) },
    ]
    return fields.compactMap(\.self).map { presenter.text("\($0.name): \($0.value)") }
  }

  /// For another program: a name, a tab and a value on each line.
  func cardLines(_ presenter: Presenter) -> [String] {
    members(presenter).flatMap { name, value -> [String] in
      switch value {
      case .null: []
      case .array(let values): values.map { TSV.line([name, $0.plainText]) }
      case .string, .number, .object: [TSV.line([name, value.plainText])]
      }
    }
  }
}

extension String {
  /// Several lines of somebody else's, none of which can be taken for a field.
  fileprivate var indented: String {
    sanitizedKeepingLines.replacing(/\n(?=.)/, with: "\n  ")
  }
}
