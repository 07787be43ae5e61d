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
      func shown(_ value: String) -> String {
        value.isEmpty ? "none" : value.sanitized.truncated(toWidth: room)
      }
      return "  " + style.dim(name.padded(toWidth: width)) + "  "
        + style.dim(shown(change.before)) + " → " + style.bold(shown(change.after))
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
}
