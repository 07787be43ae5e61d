import Console
import OpenMarket

/// The conditions of lists as options.
extension ListFilter {
  static let options = OptionGroup(ItemCondition.allCases.map(\.option))
}

extension Arguments {
  /// The conditions that are given, as they are typed.
  var conditions: [String] { givenConditions.map { "--\($0.rawValue)" } }

  /// Without options that set a value: 'edit --tag' and '--currency' are conditions where no item is named.
  private var givenConditions: [ItemCondition] {
    let setting: [ItemCondition] = positionals.isEmpty ? [.offSale] : [.tag, .currency, .offSale]
    let isEdit = declaration.name == "edit"
    return ItemCondition.allCases.filter { has($0.option) && !(isEdit && setting.contains($0)) }
  }
}

extension ItemCondition {
  /// Without the environment and the configuration file, also where another option has the same name: a condition is given with the
  /// command.
  var option: OptionDeclaration {
    switch self {
    case .soldOut: flag("Only items that are sold out.")
    case .inStock: flag("Only items in stock.")
    case .below: text("count", "Only items with fewer pieces than this.")
    case .currency:
      text(
        "code", "Only items in this currency (ISO 4217).", .lookup(CompletionReference.currency.rawValue))
    case .min: text("amount", "Only items that cost at least this; what is paid counts.")
    case .max: text("amount", "Only items that cost at most this.")
    case .discounted: flag("Only items with a discount.")
    case .vendor:
      Option<String?>(
        "seller", "name", help: "Only items of this seller, by name or id.", section: .filters,
        aliases: [.init("--vendor")]
      ).declaration
    case .tag:
      Option<[String]>(
        rawValue, "tag", help: "Only items with this tag; given several times, with all of them.",
        candidates: .lookup(CompletionReference.tag.rawValue), section: .filters
      ).declaration
    case .since: text("date", "Only items that were added on this day or later.")
    case .soldSince: text("date", "Only items that were sold on this day or later.")
    case .unsoldFor: text("days", "Only items that were not sold for so many days, such as 30d.")
    case .withoutImage: flag("Only items without an image.")
    case .low: flag("Only items with a stock at or below their own '--reorder-at'.")
    case .offSale: flag("Only items off sale.")
    }
  }

  private func flag(_ help: LocalizedPhrase) -> OptionDeclaration {
    Option<Bool>(rawValue, help: help, section: .filters).declaration
  }

  private func text(
    _ value: String, _ help: LocalizedPhrase, _ candidates: Candidates? = nil
  ) -> OptionDeclaration {
    Option<String?>(rawValue, value, help: help, candidates: candidates, section: .filters).declaration
  }
}

extension OptionSection {
  /// Which items a command is about.
  static let filters = OptionSection("FILTERS", position: 1)
}

extension Arguments {
  /// The conditions that are given. Throws a `UsageError` for a value that a condition cannot have, and for two of which
  /// no item meets both.
  func filter() throws -> ListFilter {
    var filter = ListFilter()
    var named: NamedCurrency?
    for condition in givenConditions {
      let option = condition.option
      let word = "--\(option.long)"
      let texts: [String] =
        switch condition.kind {
        case .flag: ["1"]
        case .count: texts(option).map(\.typedNumber)
        case .amount:
          try texts(option).map { text in
            let amount = AmountText(text)
            try add(amount, of: word, to: &named)
            return amount.number
          }
        case .currency, .text, .words, .day, .days: texts(option)
        }
      guard let value = ListFilter.Value(texts, of: condition) else {
        let given = self.texts(option).last ?? ""
        let reason: LocalizedPhrase =
          condition.kind == .amount ? "it must be an amount, such as 12.50" : "it must be \(condition.rule)"
        throw error(.invalidValue(given, option: word, reason: reason))
      }
      filter[condition] = value
    }
    if let named { filter[.currency] = .currency(try currency(named, filter[.currency]?.currency)) }
    if filter[.soldOut] != nil, filter[.inStock] != nil {
      throw error(.conflictingOptions("--sold-out", "--in-stock"))
    }
    if case .amount(let least)? = filter[.min], case .amount(let most)? = filter[.max], least > most {
      throw error(
        .invalidValue(least.description, option: "--min", reason: "it is more than --max \(most.description)")
      )
    }
    return filter
  }

  /// The currency that amounts name, which is then a condition of its own.
  private func currency(_ named: NamedCurrency, _ chosen: Currency?) throws -> Currency {
    guard let chosen else { return try named.currency(self) }
    return try NamedCurrency(chosen: chosen).agreeing(with: named, self).candidates[0]
  }
}
