import Console
import Foundation
import OpenMarket

/// The change that a command makes to each of its items.
struct ItemChange {
  let prices: PriceArguments
  let price: PriceChange?
  let discount: PriceChange?
  let removesDiscount: Bool
  /// The cost of one piece of the stock.
  let cost: Decimal?
  /// Changed prices become multiples of it; nil for the unit of their currency.
  let multiple: Decimal?
  let stock: StockChange?
  let description: String?
  /// New values; empty for those that are removed.
  let details: ItemDetails
  let addedTags: [String]
  let removedTags: [String]

  /// The options that change several items.
  static let options = OptionGroup(of: Self.round, Self.discount, Self.addTag, Self.removeTag)
  static let round = Option<AmountText?>(
    amount: "round", help: "Round changed prices to multiples of this; without it to the currency's unit.")
  static let discount = Option<PriceChange?>(
    "discount", "amount", help: "Set the discount: 20% of the price, or an amount off."
  ) { try PriceChange(discount: $0) }
  static let addTag = Option<[String]>(
    "add-tag", "tag", help: "Add this tag, beside those that are there.",
    candidates: .lookup(CompletionReference.tag.rawValue))
  static let removeTag = Option<[String]>(
    "remove-tag", "tag", help: "Remove this tag.", candidates: .lookup(CompletionReference.tag.rawValue))

  static let noDiscount = Option<Bool>("no-discount", help: "Remove the discount.")
  /// `--stock` for an item that has a stock already.
  static let stockChange = Option<StockChange?>(
    "stock", "count", help: "Counted quantity in stock; +3 or -1 adds to it."
  ) { try StockChange($0) }
  static let was = Option<Int?>(
    "was", "count", help: "Change nothing unless the stock is this before."
  ) { try Int($0, .stock) }

  /// - Parameter setsChosen: Whether `--tag` and `--currency` set values; otherwise they choose items.
  init(_ arguments: Arguments, setsChosen: Bool, currency: Currency?) throws {
    let given = arguments.texts(OptionGroup.price.declaration).last
    price = try given.flatMap { try PriceChange($0, arguments) }
    prices = try PriceArguments(
      price == nil ? arguments : arguments.without(OptionGroup.price.declaration), currency: currency)
    discount = try arguments[Self.discount]
    removesDiscount = arguments[Self.noDiscount]
    cost = try arguments.amount(.cost, .cost)
    try arguments.allowOne(of: Self.discount, .discountedPrice, Self.noDiscount)
    multiple = try arguments.amount(Self.round, .price)
    if let multiple {
      guard multiple > 0 else {
        throw arguments.error(
          .invalidValue("\(multiple)", option: Self.round.word, reason: "it must be more than 0"))
      }
      guard price != nil || discount != nil else {
        throw arguments.error(
          .invalidValue(
            "\(multiple)", option: Self.round.word,
            reason: "it rounds what '--price +5%' or '--discount 20%' change"))
      }
    }
    stock = try arguments[Self.stockChange]
    description = arguments[.description]
    details = try (setsChosen ? arguments : arguments.without(DetailField.tags.option)).detailChanges()
    addedTags = arguments[Self.addTag]
    removedTags = arguments[Self.removeTag]
    if setsChosen,
      let tags = arguments.given(DetailField.tags.removal).first ?? (details.tags == nil ? nil : "--tag"),
      let other = arguments.given(Self.addTag, Self.removeTag).first
    {
      throw arguments.error(.conflictingOptions(tags, other))
    }
  }

  var isEmpty: Bool {
    price == nil && prices.price == nil && prices.discountedPrice == nil && discount == nil
      && !removesDiscount && cost == nil
      && stock == nil && description == nil && details.isEmpty && addedTags.isEmpty && removedTags.isEmpty
  }

  /// Whether prices are rounded, which is then said.
  var rounds: Bool { price != nil || discount != nil }

  /// The draft with the change. Throws the `ValidationError` of a value that an item cannot have.
  ///
  /// - Parameter named: The currency of the given amounts; nil for that of the item.
  func applied(to present: ItemDraft, named: Currency?) throws(ValidationError) -> ItemDraft {
    var draft = present
    let currency = named ?? present.price.currency
    draft.price = Price(prices.price ?? present.price.amount, currency)
    if let price {
      draft.price = Price(rounded(price.applied(to: present.price.amount), currency), currency)
      draft.discountedPrice = try present.discountedPrice.flatMap { discounted throws(ValidationError) in
        let amount = rounded(price.applied(to: discounted), currency)
        if amount == draft.price.amount { return nil }
        return discounted == 0 ? 0 : try Self.discounted(amount)
      }
    }
    if let amount = prices.discountedPrice { draft.discountedPrice = amount == 0 ? nil : amount }
    if let discount {
      draft.discountedPrice = try Self.discounted(
        rounded(discount.applied(to: draft.price.amount), currency))
    }
    if removesDiscount { draft.discountedPrice = nil }
    if let cost { draft.cost = cost }
    if let stock { draft.stock = stock.count ?? present.stock + (stock.adjustment ?? 0) }
    if let description { draft.description = description }
    draft.details = details.applied(to: present.details)
    var tags = draft.details.tags ?? []
    for tag in addedTags where !tags.contains(tag) { tags.append(tag) }
    tags.removeAll { removedTags.contains($0) }
    draft.details.tags = tags.isEmpty ? nil : tags
    return try ValidDraft(draft).draft
  }

  /// A discounted price that was computed. Throws the `ValidationError` of 0, which means none where it is given.
  private static func discounted(_ amount: Decimal) throws(ValidationError) -> Decimal {
    guard amount != 0 else { throw ValidationError(.discountedPrice, .zero) }
    return amount
  }

  /// To the nearest multiple, a half up. An amount of which that would leave nothing is rounded to the currency's unit.
  private func rounded(_ amount: Decimal, _ currency: Currency) -> Decimal {
    func rounded(to unit: Decimal) -> Decimal {
      var (quotient, whole) = (amount / unit, Decimal())
      NSDecimalRound(&whole, &quotient, 0, .plain)
      return whole * unit
    }
    let inMultiples = multiple.map { rounded(to: $0) } ?? 0
    return inMultiples == 0 ? currency.rounded(amount) : inMultiples
  }
}

/// A change of a price by what it is: `+5%`, `-500`.
struct PriceChange: Equatable {
  /// The factor of the price, 1.05 for `+5%`; nil for a change by an amount.
  private let factor: Decimal?
  private let amount: Decimal

  /// Nil for an absolute amount. Throws a `UsageError` for a sign without a number.
  init?(_ text: String, _ arguments: Arguments) throws {
    guard let sign = text.first, "+-".contains(sign) else {
      guard text.hasSuffix("%") else { return nil }
      throw arguments.error(
        .invalidValue(
          text, option: "--price", reason: "a change in per cent begins with a sign, such as '+5%'"))
    }
    let isPercent = text.hasSuffix("%")
    let digits = String(text.dropFirst().prefix(text.count - (isPercent ? 2 : 1)))
    guard let number = Decimal(exactly: digits.typedNumber), number > 0,
      number < 1_000_000_000_000_000,
      !(isPercent && (number > 10_000 || sign == "-" && number > 100))
    else {
      throw arguments.error(
        .invalidValue(text, option: "--price", reason: "a change is such as '+5%', '-500' or '+0.50'"))
    }
    let signed = sign == "-" ? -number : number
    factor = isPercent ? 1 + signed / 100 : nil
    amount = signed
  }

  func applied(to price: Decimal) -> Decimal { factor.map { price * $0 } ?? price + amount }
}

extension PriceChange {
  /// A discount: `20%` of the price, or an amount.
  init(discount given: GivenOption) throws {
    let isPercent = given.text.hasSuffix("%")
    let digits = isPercent ? String(given.text.dropLast()) : given.text
    guard let number = Decimal(exactly: digits.typedNumber), number > 0,
      !isPercent || number <= 100
    else {
      throw given.invalid(given.text, "a discount is such as '20%' or '500'")
    }
    (factor, amount) = (isPercent ? 1 - number / 100 : nil, -number)
  }
}

/// A new stock: as a count, or with a sign as what is added to the present one.
struct StockChange {
  let text: String
  private(set) var count: Int?
  private(set) var adjustment: Int?

  init(_ given: GivenOption) throws {
    text = given.text
    guard let sign = text.first, "+-".contains(sign) else {
      count = try Int(given, .stock)
      return
    }
    let digits = String(text.dropFirst())
    if let reason = AmountText(digits).ambiguity() { throw given.invalid(text, reason) }
    do throws(ValidationError) {
      let number = try ItemField.stock.wholeNumber(digits.typedNumber)
      if number < 0 { throw ValidationError(.stock, .notAWholeNumber) }
      if number == 0 { throw ValidationError(.stock, .zero) }
      if number > ItemLimits.stock { throw ValidationError(.stock, .above(limit: String(ItemLimits.stock))) }
      adjustment = sign == "-" ? -number : number
    } catch {
      throw ValidationError(.stock, error.rule, value: text)
    }
  }
}

extension Arguments {
  /// The new details; empty for those that an option `--no-…` removes.
  func detailChanges() throws -> ItemDetails {
    var details = try self.details()
    for field in DetailField.allCases {
      if case .text("")? = details[field] { throw ValidationError(.detail(field), .empty, value: "") }
      guard self[field.removal] else { continue }
      guard details[field] == nil else {
        throw error(.conflictingOptions("--\(field.option.long)", field.removal.word))
      }
      details[field] = field.empty
    }
    return details
  }
}
