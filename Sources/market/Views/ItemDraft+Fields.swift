import OpenMarket

/// The values of a draft, field by field; empty for a field without a value.
extension ItemDraft {
  typealias Fields = [(field: ItemField, text: String)]

  /// The values for a person.
  func words(_ format: OutputFormat) -> Fields {
    [
      (.title, title), (.price, format.price(price)),
      (.discountedPrice, discountedPrice.map { format.price(Price($0, price.currency)) } ?? ""),
      (.stock, format.number(stock)), (.sku, sku ?? ""), (.tags, tags.joined(separator: ", ")),
      (.descriptions, description), (.note, note ?? ""),
    ]
  }

  /// The values for another program, alike in every locale.
  var data: Fields {
    [
      (.title, title), (.price, "\(price.amount)"), (.discountedPrice, discountedPrice.map { "\($0)" } ?? ""),
      (.currency, price.currency.code), (.stock, String(stock)), (.sku, sku ?? ""),
      (.tags, tags.joined(separator: "|")), (.descriptions, description), (.note, note ?? ""),
    ]
  }
}

extension Item {
  /// The values that the seller has set, without the note, which no response has.
  var draft: ItemDraft {
    ItemDraft(
      title: title, description: description ?? "", price: price, discountedPrice: discountedPrice?.amount,
      stock: stock, sku: sku, tags: tags)
  }
}

extension ItemField {
  /// The field's name in data, as in `--json`.
  var key: String { self == .images ? "images" : rawValue }
}
