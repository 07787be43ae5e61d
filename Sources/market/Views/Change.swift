import Console
import OpenMarket

/// What is different about one field of an item.
struct Change: Equatable {
  let name: String
  let before: String
  let after: String

  /// One line each, the names in a column: `Price  KRW 10 → KRW 9`.
  static func lines(_ changes: [Change], _ style: Style, columns: Int) -> [String] {
    let width = changes.map(\.name.count).max() ?? 0
    return changes.map { change in
      let name = change.name.prefix(1).uppercased() + change.name.dropFirst()
      let room = max(8, (columns - width - 7) / 2)
      return "  " + style.dim(name.padded(toWidth: width)) + "  "
        + style.dim(change.before.sanitized.truncated(toWidth: room)) + " → "
        + style.bold(change.after.sanitized.truncated(toWidth: room))
    }
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

extension ItemDraft {
  /// - Parameter images: How many new pictures there are; nil when they stay.
  func changes(from item: Item, images: Int?, _ presenter: Presenter) -> [Change] {
    let old = item.draft
    func discount(_ draft: ItemDraft) -> String {
      draft.discountedPrice.map { presenter.price(Price($0, draft.price.currency)) } ?? "none"
    }
    var changes = [
      Change(name: "title", before: old.title, after: title),
      Change(name: "price", before: presenter.price(old.price), after: presenter.price(price)),
      Change(name: "discounted price", before: discount(old), after: discount(self)),
      Change(name: "stock", before: presenter.number(old.stock), after: presenter.number(stock)),
      Change(name: "description", before: old.description, after: description),
    ].filter { $0.before != $0.after }
    if let images {
      changes.append(Change(name: "pictures", before: "\(item.images?.count ?? 0)", after: "\(images) new"))
    }
    return changes
  }

  /// The item that would be made, a name, a tab and a value on each line.
  func preview(images: [ItemImage], _ presenter: Presenter) -> [String] {
    let rows =
      [
        ("title", title), ("price", presenter.price(price)),
        ("discounted_price", discountedPrice.map { presenter.price(Price($0, price.currency)) } ?? ""),
        ("stock", presenter.number(stock)), ("descriptions", description),
      ] + images.map { ("images", $0.filename) }
    return rows.filter { !$0.1.isEmpty }.map { TSV.line([$0.0, $0.1]) }
  }
}
