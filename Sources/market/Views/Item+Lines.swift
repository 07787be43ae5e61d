import Console
import OpenMarket

/// An item on its own, line by line.
extension Item {
  /// For a person who hears it: a name and a value on each line, and words where the card has colours and signs.
  func flatLines(_ format: OutputFormat) -> [String] {
    let fields: [(name: LocalizedPhrase, value: LocalizedPhrase)?] = [
      (LocalizedPhrase("ID"), "\(id)"),
      (LocalizedPhrase("Title"), LocalizedPhrase(verbatim: title.sanitized)),
      (LocalizedPhrase("Price"), priceWords(format)),
      (LocalizedPhrase("Stock"), stock == 0 ? "sold out" : LocalizedPhrase(verbatim: format.number(stock))),
      (LocalizedPhrase("Added"), LocalizedPhrase(verbatim: format.age(registrationDate))),
      images.map { (LocalizedPhrase("Images"), $0.isEmpty ? LocalizedPhrase("none") : "\($0.count)") },
      description.flatMap {
        $0.isEmpty ? nil : (LocalizedPhrase("Description"), LocalizedPhrase(verbatim: $0.indented))
      },
    ]
    return fields.compactMap(\.self).map { format.text("\($0.name): \($0.value)") }
  }

  /// For another program: a name, a tab and a value on each line.
  func cardLines(_ format: OutputFormat) -> [String] {
    members(format).flatMap { name, value -> [String] in
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
