import Console
import Foundation
import OpenMarket

extension Arguments {
  /// The ids on the command line, each once, in the order given. `#4` is understood as 4, and `4,5` as 4 and 5.
  func itemIDs(in declaration: CommandDeclaration) throws -> [Int] {
    var ids: [Int] = []
    for word in positionals {
      guard let found = Self.ids(in: word) else {
        throw UsageError(
          .invalidValue(word, option: "<id>", reason: "an id is a whole number from 1"), in: declaration)
      }
      // `1,234` may be two items or one.
      if let number = word.withoutGrouping {
        throw UsageError(
          .invalidValue(
            word, option: "<id>",
            reason: "write '\(number)' for one item, or '\(word.replacing(",", with: " "))' for several"),
          in: declaration)
      }
      for id in found where !ids.contains(id) { ids.append(id) }
    }
    if ids.count > 1, declaration.positionals.last?.repeats != true {
      throw UsageError(
        .invalidValue(positionals[0], option: "<id>", reason: "give one id"), in: declaration)
    }
    return ids
  }

  /// The ids that a word names: `4`, `#4`, `4,5`; nil for other words.
  static func ids(in word: String) -> [Int]? {
    // "4, 5" is two words, the first of which ends in a comma.
    let list = word.hasSuffix(",") ? word.dropLast() : word[...]
    let parts = list.split(separator: ",", omittingEmptySubsequences: false)
    let ids = parts.compactMap { part -> Int? in
      let digits = part.hasPrefix("#") ? part.dropFirst() : part
      guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let id = Int(digits), id > 0 else {
        return nil
      }
      return id
    }
    return ids.count == parts.count ? ids : nil
  }

  /// The given ones of these options, as words of a shell command line that gives them again.
  func again(_ names: [String]) -> [String] {
    names.flatMap { name in value(name).map { ["--\(name)", $0.shellQuoted] } ?? [] }
  }

  func stock() throws -> Int? {
    try value(Option.stock.long).map { try ItemField.stock.wholeNumber($0.withoutGrouping ?? $0) }
  }

  /// Throws where two options would read standard input, which has one content.
  func checkStandardInput(_ settings: Settings, in declaration: CommandDeclaration) throws {
    let readers =
      (value(Option.description.long) == "-" ? ["--description -"] : [])
      + values(Option.image.long).filter { $0 == "-" }.map { _ in "--image -" }
      + (settings[.passwordFile].text == "-" ? ["--password-file -"] : [])
    if readers.count > 1 { throw UsageError(.conflictingOptions(readers[0], readers[1]), in: declaration) }
  }
}

extension CommandContext {
  /// Reads a description from standard input, without the line end after it.
  ///
  /// Throws a `ValidationError` for one that is too long or not UTF-8.
  func description() throws -> String {
    let limit = ItemLimits.descriptionBytes
    let data: Data
    do {
      // The final line end, up to two bytes, does not count.
      data = try console.input.readAll(limit: limit + 2)
    } catch {
      guard case .inputTooLong = error else { throw error }
      throw ValidationError(.descriptions, .longerThan(bytes: limit))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ValidationError(.descriptions, .notText)
    }
    return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
  }
}

/// The prices on a command line, and their currency.
///
/// Accepts the usual notations of an amount that are unambiguous: `1690000`, `1,690,000`, `₩1690000`,
/// `KRW 1690000`.
struct PriceArguments {
  let price: Decimal?
  let discountedPrice: Decimal?
  /// The currency that `--currency` or an amount names; nil if none is named.
  let currency: Currency?
  /// Whether no more than a sign that several currencies share names the currency.
  let isCurrencyAssumed: Bool

  /// - Parameter fallback: The currency of a sign that several currencies share, such as `$`, if it is one of them.
  init(
    _ arguments: Arguments, currency chosen: Currency?, fallback: Currency?,
    in declaration: CommandDeclaration
  ) throws {
    var named = chosen.map { (currency: $0, by: "--currency \($0.code)") }
    var isAssumed = false
    func amount(_ option: Option, _ field: ItemField) throws -> Decimal? {
      guard let text = arguments.value(option.long) else { return nil }
      let parts = AmountText(text)
      if let problem = parts.problem {
        throw UsageError(.invalidValue(text, option: "--\(option.long)", reason: problem), in: declaration)
      }
      if !parts.currencies.isEmpty {
        let candidates = parts.currencies
        if let named, !candidates.contains(named.currency) {
          throw Self.conflict(text, option, candidates, with: named, in: declaration)
        }
        let preferred = [named?.currency, fallback].compactMap(\.self).first(where: candidates.contains)
        guard let currency = preferred ?? (candidates.count == 1 ? candidates.first : nil) else {
          throw UsageError(
            .invalidValue(
              text, option: "--\(option.long)",
              reason: "several currencies have this sign; name one with '--currency <code>'"),
            in: declaration)
        }
        if named == nil { isAssumed = candidates.count > 1 }
        named = named ?? (currency, "--\(option.long) \(text)")
      }
      do throws(ValidationError) {
        return try field.amount(parts.number)
      } catch {
        // The message shows the value as it was given.
        throw ValidationError(field, error.rule, value: text)
      }
    }
    price = try amount(.price, .price)
    discountedPrice = try amount(.discountedPrice, .discountedPrice)
    currency = named?.currency
    isCurrencyAssumed = isAssumed
  }

  /// The error of an amount in another currency than the one named before.
  private static func conflict(
    _ text: String, _ option: Option, _ candidates: [Currency], with named: (currency: Currency, by: String),
    in declaration: CommandDeclaration
  ) -> UsageError {
    let reason: LocalizedPhrase =
      candidates.count == 1
      ? "its currency is \(candidates[0].code), but '\(named.by)' is in \(named.currency.code)"
      : "its sign is not that of \(named.currency.code), the currency of '\(named.by)'"
    return UsageError(.invalidValue(text, option: "--\(option.long)", reason: reason), in: declaration)
  }
}

/// The number and the currency in the text of an amount.
private struct AmountText {
  /// The digits, without grouping and currency.
  let number: String
  /// The currencies that the text may name: one for a code, several for a shared sign, none without a code or sign.
  let currencies: [Currency]
  /// Why the text is ambiguous, as a clause; nil if it is not ambiguous.
  let problem: LocalizedPhrase?

  init(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    var (digits, currencies) = (text, [Currency]())
    if let match = text.wholeMatch(of: /([A-Za-z]{3}) *([0-9].*)/), let currency = Currency(match.1) {
      (digits, currencies) = (String(match.2), [currency])
    } else if let match = text.wholeMatch(of: /(.*[0-9]) *([A-Za-z]{3})/), let currency = Currency(match.2) {
      (digits, currencies) = (String(match.1), [currency])
    } else if let first = text.first, let codes = Self.signs[first] {
      (digits, currencies) = (text.dropFirst().trimmingCharacters(in: .whitespaces), codes)
    } else if let last = text.last, let codes = Self.signs[last] {
      (digits, currencies) = (text.dropLast().trimmingCharacters(in: .whitespaces), codes)
    }
    number = digits.withoutGrouping ?? digits
    self.currencies = currencies
    let isDecimalComma = digits.wholeMatch(of: /-?[0-9]+,[0-9]{1,2}/) != nil
    problem =
      if let currency = currencies.first, currency.kind != .money {
        currency.kind.problem
      } else if isDecimalComma {
        "decimals follow a point: write '\(digits.replacing(",", with: "."))'"
      } else {
        nil
      }
  }

  /// The signs of currencies, and the currencies that use them.
  private static let signs: [Character: [Currency]] = [
    "₩": ["KRW"], "원": ["KRW"], "€": ["EUR"], "£": ["GBP", "EGP", "FKP", "GIP", "SHP"], "₹": ["INR"],
    "¥": ["JPY", "CNY"], "円": ["JPY"], "₫": ["VND"], "฿": ["THB"], "₱": ["PHP"], "₺": ["TRY"],
    "$": ["USD", "AUD", "CAD", "CLP", "COP", "HKD", "MXN", "NZD", "SGD", "TWD"],
  ].mapValues { codes in codes.compactMap { Currency($0) } }
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
  /// A number without the commas between its groups of three digits, `1,690,000`; nil if there are no commas, or if a
  /// group does not have three digits, as in `12,50`.
  var withoutGrouping: String? {
    wholeMatch(of: /-?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?/) == nil ? nil : replacing(",", with: "")
  }
}
