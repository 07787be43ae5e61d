import Foundation

/// Prices as whole numbers, for clients that read integers: rounded up, so that no item is offered below its price.
extension ItemDraft {
  /// The draft as such a client gets it. A discount that rounding makes equal to the price is left out: clients show it as a
  /// price that is reduced by nothing.
  var withWholePrices: ItemDraft {
    guard price.amount.fractionDigits > 0 || (discountedPrice?.fractionDigits ?? 0) > 0 else { return self }
    var whole = self
    whole.price = Price(price.amount.roundedUp, price.currency)
    whole.discountedPrice = discountedPrice?.roundedUp
    if whole.discountedPrice == whole.price.amount, discountedPrice != price.amount {
      whole.discountedPrice = nil
    }
    return whole
  }
}

extension ItemPatch {
  /// The patch of a client that got `present` with whole prices. An amount that it sends back as it got it leaves the exact
  /// one; beside the price, a discounted price that is the same is the exact price.
  func leavingExactPrices(of present: ItemDraft) -> ItemPatch {
    let shown = present.withWholePrices
    guard shown != present, currency == nil || currency == present.price.currency else { return self }
    var patch = self
    if amount == shown.price.amount { patch.amount = nil }
    switch discount {
    case .to(let discounted) where discounted == shown.discountedPrice: patch.discount = nil
    case .to(let discounted) where discounted == amount && patch.amount == nil:
      patch.discount = shown.discountedPrice == nil ? nil : .to(present.price.amount)
    case .to(0), .some(.none): if shown.discountedPrice == nil, patch.amount == nil { patch.discount = nil }
    case .to, nil: break
    }
    return patch
  }
}

extension Decimal {
  /// The smallest whole number that is not below it.
  fileprivate var roundedUp: Decimal {
    guard fractionDigits > 0 else { return self }
    var (amount, whole) = (self, Decimal())
    NSDecimalRound(&whole, &amount, 0, .up)
    return whole
  }
}
