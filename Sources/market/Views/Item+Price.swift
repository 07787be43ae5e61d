import Console
import OpenMarket

extension Item {
  /// The price in runs: `KRW 50,000 → KRW 45,000 (−10%)`, the old one struck through in colour output.
  ///
  /// - Parameter showsOldPrice: False for `KRW 45,000 (−10%)`.
  func priceRuns(
    _ format: OutputFormat, _ style: Style, showsOldPrice: Bool = true
  ) -> [Cell.Run] {
    guard let discountedPrice, discountedPrice != price else { return [(format.price(price), nil)] }
    let oldPrice: [Cell.Run] = [
      (format.price(price), { style.dim(style.strikethrough($0)) }),
      (" → ", style.dim),
    ]
    return (showsOldPrice ? oldPrice : []) + [
      (format.price(discountedPrice), style.bold),
      (discountPercent.map { " (−\($0)%)" } ?? "", style.magenta),
    ]
  }

  /// The price in words: `KRW 45,000, was KRW 50,000, 10% off`.
  func priceWords(_ format: OutputFormat) -> LocalizedPhrase {
    let before = format.price(price)
    guard let discountedPrice, discountedPrice != price else { return LocalizedPhrase(verbatim: before) }
    let now = format.price(discountedPrice)
    guard let discountPercent else { return "\(now), was \(before)" }
    return "\(now), was \(before), \(discountPercent)% off"
  }

  /// The price on one line.
  func priceText(_ format: OutputFormat, _ style: Style) -> String {
    guard !format.isAccessible else { return format.text(priceWords(format)) }
    return priceRuns(format, style).painted
  }
}
