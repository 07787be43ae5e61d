import OpenMarket

/// The values of a draft, field by field; empty for a field without a value.
extension ItemDraft {
  typealias Fields = [(field: ItemField, text: String)]

  /// The values for a person.
  func words(_ format: OutputFormat) -> Fields {
    [
      (.title, title), (.price, format.price(price)),
      (.discountedPrice, discountedPrice.map { format.price(Price($0, price.currency)) } ?? ""),
      (.stock, format.number(stock)),
    ] + details(isPrivate: false, joinedBy: ", ") + [(.descriptions, description)]
      + details(isPrivate: true, joinedBy: ", ")
  }

  /// The values for another program, alike in every locale.
  var data: Fields {
    [
      (.title, title), (.price, "\(price.amount)"), (.discountedPrice, discountedPrice.map { "\($0)" } ?? ""),
      (.currency, price.currency.code), (.stock, String(stock)),
    ] + details(isPrivate: false, joinedBy: "|") + [(.descriptions, description)]
      + details(isPrivate: true, joinedBy: "|")
  }

  private func details(isPrivate: Bool, joinedBy separator: String) -> Fields {
    DetailField.allCases.filter { $0.isPrivate == isPrivate }
      .map { (.detail($0), details[$0]?.texts.joined(separator: separator) ?? "") }
  }
}

extension Item {
  /// The values that the seller has set, without those that no response has.
  var draft: ItemDraft {
    var draft = ItemDraft(
      title: title, description: description ?? "", price: price, discountedPrice: discountedPrice?.amount,
      stock: stock)
    draft.details = details
    return draft
  }
}

extension ItemField {
  /// The field's name in data, as in `--json`.
  var key: String { self == .images ? "images" : rawValue }
}
