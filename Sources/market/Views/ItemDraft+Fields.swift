import Console
import OpenMarket
import Wording

/// The values of a draft, field by field; empty for a field without a value.
extension ItemDraft {
  typealias Fields = [(field: ItemField, text: String)]

  /// The values for a person.
  func words(_ format: OutputFormat) -> Fields {
    [
      (.title, title), (.price, format.price(price)),
      (.discountedPrice, discountedPrice.map { format.price(Price($0, price.currency)) } ?? ""),
      (.stock, format.number(stock)),
    ] + details(isPrivate: false) { $0.words(format) } + [(.descriptions, description)]
      + details(isPrivate: true) { $0.words(format) }
  }

  /// The values for another program, alike in every locale.
  var data: Fields {
    [
      (.title, title), (.price, "\(price.amount)"), (.discountedPrice, discountedPrice.map { "\($0)" } ?? ""),
      (.currency, price.currency.code), (.stock, String(stock)),
    ] + details(isPrivate: false) { $0.texts.joined(separator: "|") } + [(.descriptions, description)]
      + details(isPrivate: true) { $0.texts.joined(separator: "|") }
  }

  private func details(isPrivate: Bool, as text: (DetailValue) -> String) -> Fields {
    DetailField.allCases.filter { $0.isPrivate == isPrivate }
      .map { (.detail($0), details[$0].map(text) ?? "") }
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

extension ItemDraft {
  /// The item that would be added, in lines of at most `columns` columns: names in one column, values in the other.
  func preview(images: [ItemImage], _ format: OutputFormat, style: Style, columns: Int) -> [String] {
    let cost = cost.map { format.price(Price($0, price.currency)) }
    let rows = rows(words(format), cost: cost, images: images)
    let width = (rows.map { format.text($0.field.name).displayWidth }.max() ?? 0) + 4
    if format.isAccessible {
      return rows.map { field, text in format.text("\(field.name): \(text.sanitized)") }
    }
    return rows.flatMap { field, text in
      let label = "  " + format.text(field.name)
      let lines = text.sanitizedKeepingLines.wrapped(toWidth: columns, taken: width, hanging: width)
      return [style.dim(label.padded(toWidth: width)) + (lines.first ?? "")] + lines.dropFirst()
    }
  }

  /// The item that would be added, for another program: a name, a tab and a value on each line.
  func previewLines(images: [ItemImage]) -> [String] {
    rows(data, cost: cost.map { "\($0)" }, images: images).map { TSV.line([$0.field.key, $0.text]) }
  }

  /// - Parameter cost: That of a piece; nil for none.
  private func rows(_ fields: Fields, cost: String?, images: [ItemImage]) -> Fields {
    fields.filter { !$0.text.isEmpty } + (cost.map { [(.cost, $0)] } ?? [])
      + images.map { (.images, $0.filename) }
  }
}
