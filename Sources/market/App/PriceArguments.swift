import Console
import Foundation
import OpenMarket

/// The prices on a command line, and their currency.
///
/// Accepts the notations of sheets and forms (`CellAmount`): `1690000`, `1,690,000`, `10,00`, `₩1690000`, `KRW 1690000`.
struct PriceArguments {
  let price: Decimal?
  let discountedPrice: Decimal?
  /// The currency that `--currency` or an amount names; nil if neither names one.
  private let named: NamedCurrency?
  private let arguments: Arguments

  /// The change of the discount by `--discounted-price`; nil without it.
  var discount: ItemPatch.Discount? {
    discountedPrice.map { $0 == 0 ? ItemPatch.Discount.none : .to($0) }
  }
  /// Whether `--currency` or an amount names a currency.
  var namesCurrency: Bool { named != nil }
  /// Whether no more than a sign that several currencies share, such as `$`, names the currency.
  var hasSharedSign: Bool { named.map { $0.candidates.count > 1 } ?? false }

  /// - Parameters:
  ///   - chosen: That of `--currency`.
  ///   - item: The currency of the item, which says what a point before three digits is.
  ///   - isProvisional: Whether the item is not known yet: this is read again.
  init(
    _ arguments: Arguments, currency chosen: Currency?, of item: Currency? = nil, isProvisional: Bool = false
  ) throws {
    var named = chosen.map(NamedCurrency.init(chosen:))
    func amount(_ option: Option<AmountText?>, _ field: ItemField) throws -> Decimal? {
      guard let parts = try arguments[option] else { return nil }
      let (text, word) = (parts.text, option.word)
      try arguments.add(parts, of: word, to: &named)
      if named != nil || !isProvisional,
        let ambiguity = parts.ambiguity(in: named?.candidates.first ?? item)
      {
        throw arguments.error(.invalidValue(text, option: word, reason: ambiguity))
      }
      do throws(ValidationError) {
        return try field.amount(parts.number(in: named?.candidates.first ?? item))
      } catch {
        // The message shows the value as it was given.
        throw ValidationError(field, error.rule, value: text)
      }
    }
    price = try amount(.price, .price)
    discountedPrice = try amount(.discountedPrice, .discountedPrice)
    self.named = named
    self.arguments = arguments
  }

  /// The currency that `--currency` or an amount names; nil if none is named.
  ///
  /// - Parameter preferred: The currencies of a sign that several currencies share; the first that has the sign counts.
  /// - Throws: A `UsageError` if none of them has it.
  func currency(preferring preferred: [Currency]) throws -> Currency? {
    try named?.currency(preferring: preferred, arguments)
  }
}

/// The currencies that an argument may mean: one by its code, or those that share its sign.
struct NamedCurrency {
  let candidates: [Currency]
  let argument: String
  /// As it is typed.
  let option: String

  /// The one currency, or the first of the preferred ones that is among several. Throws a `UsageError` if none is.
  func currency(preferring preferred: [Currency] = [], _ arguments: Arguments) throws -> Currency {
    if candidates.count == 1 { return candidates[0] }
    if let currency = preferred.first(where: candidates.contains) { return currency }
    throw arguments.error(
      .invalidValue(
        argument, option: option,
        reason: "several currencies have this sign; name one with '--currency <code>'"))
  }

  /// The currencies that another argument may mean too. Throws a `UsageError` about it where there is none.
  func agreeing(with other: NamedCurrency, _ arguments: Arguments) throws -> NamedCurrency {
    let common = candidates.filter(other.candidates.contains)
    if !common.isEmpty { return NamedCurrency(candidates: common, argument: argument, option: option) }
    let source = "\(option) \(argument)"
    let reason: LocalizedPhrase =
      if candidates.count > 1 {
        "'\(source)' is in another currency"
      } else if other.candidates.count > 1 {
        "its sign is not that of \(candidates[0].code), the currency of '\(source)'"
      } else {
        "its currency is \(other.candidates[0].code), but '\(source)' is in \(candidates[0].code)"
      }
    throw arguments.error(.invalidValue(other.argument, option: other.option, reason: reason))
  }
}

/// The number and the currency in the text of an amount.
struct AmountText: Sendable {
  /// As it was given.
  let text: String
  /// The digits, without grouping and currency.
  let number: String
  /// The currencies that the text may name: one for a code, several for a shared sign, none without a code or sign.
  let currencies: [Currency]
  /// Why the text is ambiguous, as a clause; nil if it is not ambiguous.
  let problem: LocalizedPhrase?

  init(_ text: String) {
    let given = TypedLine.unquoted(text)
    self.text = given
    if let amount = try? CellAmount(typed: given) {
      (number, currencies) = ("\(amount.number.amount)", amount.currencies)
    } else {
      (number, currencies) = (given.plainCell, [])
    }
    problem = currencies.first.flatMap { $0.kind == .money ? nil : $0.kind.problem }
  }

  /// The two numbers that a point before three digits can mean, as a clause, in a currency with decimals and where none is known: `1690`
  /// and `1.69` for `1.690`. `1.125` is what it says: it cannot be written shorter.
  func ambiguity(in currency: Currency? = nil) -> LocalizedPhrase? {
    let plain = text.plainCell
    guard (currencies.first ?? currency)?.minorDigits != 0, plain.last(where: \.isNumber) == "0",
      CellNumber.evidence(in: plain) == .separator(.point),
      let group = try? CellAmount(text, decimalSign: .comma)
    else { return nil }
    return "it can be read as \("\(group.number.amount)") or \(number); write it like one of them"
  }

  /// The number in a currency that the text does not name.
  func number(in currency: Currency?) -> String {
    guard currencies.isEmpty, let amount = try? CellAmount(typed: text, in: currency) else { return number }
    return "\(amount.number.amount)"
  }
}

extension Arguments {
  /// Adds the currency that an amount may name, with which those before it have to agree.
  func add(_ amount: AmountText, of option: String, to named: inout NamedCurrency?) throws {
    let text = amount.text
    if let problem = amount.problem { throw error(.invalidValue(text, option: option, reason: problem)) }
    guard !amount.currencies.isEmpty else { return }
    let own = NamedCurrency(candidates: amount.currencies, argument: text, option: option)
    named = try named?.agreeing(with: own, self) ?? own
  }

  /// An amount in the currency of an item. It may name that one, which also says what a point before three digits is.
  ///
  /// - Parameter currency: That of the item; nil where it is not known.
  func amount(_ option: Option<AmountText?>, _ field: ItemField, of currency: Currency? = nil) throws
    -> Decimal?
  {
    guard let given = try self[option] else { return nil }
    let isOther = !given.currencies.isEmpty && currency.map(given.currencies.contains) != true
    let reason: LocalizedPhrase? =
      isOther
      ? "it is in the currency of the item; write it without one" : given.ambiguity(in: currency)
    if let reason { throw error(.invalidValue(given.text, option: option.word, reason: reason)) }
    return try field.amount(given.number(in: currency))
  }

  /// Whether no more than the currency of an item says which amount is meant, or whether it is one.
  func needsCurrency(_ option: Option<AmountText?>) throws -> Bool {
    try self[option].map { !$0.currencies.isEmpty || $0.ambiguity() != nil } ?? false
  }
}

extension Option<AmountText?> {
  init(amount long: String, help: LocalizedPhrase) {
    self.init(long, "amount", help: help) { AmountText($0.text) }
  }
}

extension Currency.Kind {
  /// Why a price cannot use a code of this kind, as a clause; nil for money.
  var problem: LocalizedPhrase? {
    switch self {
    case .money: nil
    case .fund: "ISO 4217 lists it as a fund code, not as a currency"
    case .metal: "ISO 4217 lists it as a precious metal, not as a currency"
    case .unitOfAccount: "ISO 4217 lists it as a unit of account, not as a currency"
    case .test: "ISO 4217 reserves it for tests"
    case .noCurrency: "ISO 4217 defines it as 'no currency'"
    }
  }
}

extension String {
  /// A number as a person types it, `1,690,000`, `10,5`, `１２`, in digits and a point; another text as it is, and a number with a point
  /// before three digits, which a sheet would ask about.
  var typedNumber: String {
    // A count as sheets write it.
    if let count = wholeMatch(of: /([+-]?\d+)\.0{1,2}/) { return String(count.1) }
    guard !utf8.allSatisfy({ (45...57).contains($0) }), let amount = try? CellAmount(typed: self),
      amount.currencies.isEmpty
    else { return self }
    return "\(amount.number.amount)"
  }
}

extension NamedCurrency {
  init(chosen: Currency) {
    self.init(candidates: [chosen], argument: chosen.code, option: "--currency")
  }
}
