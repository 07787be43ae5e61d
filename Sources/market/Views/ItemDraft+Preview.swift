import Console
import OpenMarket

extension ItemDraft {
  /// The item that would be made, in lines of at most `columns` columns: names in one column, values in the other.
  func preview(images: [ItemImage], _ presenter: Presenter, _ style: Style, columns: Int) -> [String] {
    let rows = rows(images, presenter)
    let width = (rows.map(\.name.count).max() ?? 0) + 4
    return rows.flatMap { name, value in
      let label = "  " + name.prefix(1).uppercased() + name.dropFirst()
      let lines = value.sanitizedKeepingLines.wrapped(toWidth: columns, taken: width, hanging: width)
      return [style.dim(label.padded(toWidth: width)) + (lines.first ?? "")] + lines.dropFirst()
    }
  }

  /// The same for another program: a name, a tab and a value on each line.
  func previewLines(images: [ItemImage], _ presenter: Presenter) -> [String] {
    rows(images, presenter).map { TSV.line([$0.name, $0.value]) }
  }

  private func rows(_ images: [ItemImage], _ presenter: Presenter) -> [(name: String, value: String)] {
    let discount = discountedPrice.map { presenter.price(Price($0, price.currency)) }
    let rows: [(ItemField, String)] =
      [
        (.title, title), (.price, presenter.price(price)), (.discountedPrice, discount ?? ""),
        (.stock, presenter.number(stock)), (.descriptions, description),
      ] + images.map { (.images, $0.filename) }
    return rows.filter { !$0.1.isEmpty }.map { ($0.0.label, $0.1) }
  }
}
