package import Foundation

/// Changes to an item; nil leaves a field as it is.
package struct ItemPatch: Sendable, Equatable {
  package enum Discount: Sendable, Equatable {
    /// 0 is none, but for an item that has it: a discount can be of all of a price, and forms send back what they got.
    case to(Decimal)
    case none
  }

  package var title: String?
  package var description: String?
  package var amount: Decimal?
  package var currency: Currency?
  package var discount: Discount?
  package var stock: Int?
  /// The cost of one piece of the stock; private.
  package var cost: Decimal?
  /// The images that replace all present ones.
  package var images: [ItemImage]?
  /// An empty value removes the present one.
  package var details: ItemDetails

  package init(
    title: String? = nil, description: String? = nil, amount: Decimal? = nil, currency: Currency? = nil,
    discount: Discount? = nil, stock: Int? = nil, images: [ItemImage]? = nil, sku: String? = nil,
    tags: [String]? = nil, note: String? = nil
  ) {
    self.title = title
    self.description = description
    self.amount = amount
    self.currency = currency
    self.discount = discount
    self.stock = stock
    self.images = images
    details = ItemDetails(sku: sku, tags: tags, note: note)
  }

  /// Whether it changes nothing.
  package var isEmpty: Bool { self == ItemPatch() }

  /// The draft with this patch's fields in place of its own, for validation as a whole: a valid price may be below the
  /// present discounted price.
  package func applied(to draft: ItemDraft) -> ItemDraft {
    var changed = draft
    changed.title = title ?? draft.title
    changed.description = description ?? draft.description
    changed.price = Price(amount ?? draft.price.amount, currency ?? draft.price.currency)
    changed.stock = stock ?? draft.stock
    changed.cost = cost ?? draft.cost
    switch discount {
    case .to(let amount):
      changed.discountedPrice = amount == 0 && draft.discountedPrice != 0 ? nil : amount
    case .some(.none): changed.discountedPrice = nil
    case nil: break
    }
    changed.details = details.applied(to: draft.details)
    if details.offSale == nil { changed.goOnSale(after: draft) }
    return changed
  }
}
