import OpenMarket

/// What a seller says of an item, field by field; empty where nothing is said.
extension ItemDraft {
  typealias Fields = [(field: ItemField, text: String)]

  /// For a person.
  func words(_ format: OutputFormat) -> Fields {
    [
      (.title, title), (.price, format.price(price)),
      (.discountedPrice, discountedPrice.map { format.price(Price($0, price.currency)) } ?? ""),
      (.stock, format.number(stock)), (.descriptions, description),
    ]
  }

  /// For another program: the same in every locale.
  var data: Fields {
    [
      (.title, title), (.price, "\(price.amount)"), (.discountedPrice, discountedPrice.map { "\($0)" } ?? ""),
      (.currency, price.currency.code), (.stock, String(stock)), (.descriptions, description),
    ]
  }
}

extension Item {
  /// What the item's seller says of it.
  var draft: ItemDraft {
    ItemDraft(
      title: title, description: description ?? "", price: price, discountedPrice: discountedPrice?.amount,
      stock: stock)
  }
}

extension ItemField {
  /// What the field is called in data: as in `--json`.
  var key: String { self == .images ? "images" : rawValue }
}
