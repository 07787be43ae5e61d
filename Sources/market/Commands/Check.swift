import Console
import OpenMarket

/// `market check`: checks the store.
struct Check: Command {
  static let declaration = CommandDeclaration(
    name: "check", parent: "market", abstract: "Check the store and its ledger.",
    discussion: """
      Reads the whole store: that the file is sound, that the stock of each item is the sum of its movements, and that \
      totals are those of the sales, ratings those of the reviews, SKUs those of the item's seller, and counts those of \
      the items. Nothing is changed. Where something is wrong, each finding is a line, and the exit code is 1.
      """,
    examples: [.init("market check --store shop.db", "Check a store, also one that is being served.")],
    options: .store, .refusedServer, .everywhere)

  private let location: StoreLocation

  init(_ arguments: Arguments, _ settings: Settings) throws {
    location = try settings.store(of: Self.declaration)
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    guard let (counts, findings) = try await StoreCheck(at: location).findings() else {
      context.note("No store at '\(location.description.sanitized)' yet")
      return .done
    }
    for finding in findings { try context.console.print(context.format.text(finding.text)) }
    guard findings.isEmpty else { return .failed }
    let number = context.format.number
    let items: LocalizedPhrase = counts.items == 1 ? "1 item" : "\(number(counts.items)) items"
    let movements: LocalizedPhrase =
      counts.movements == 1 ? "1 movement" : "\(number(counts.movements)) movements"
    try context.console.print(context.format.text("The store is sound: \(items), \(movements)"))
    return .done
  }
}

extension StoreCheck.Finding {
  var text: LocalizedPhrase {
    switch self {
    case .damage(let words): "Damaged: \(words.sanitizedLine)"
    case .value(let place):
      "Table '\(place.table)', row '\((place.row ?? "").shortened)': the value of '\(place.column)' is damaged"
    case .stock(let id, let stock, let movements):
      "Item \(id): the stock is \(stock), its movements add up to \(movements)"
    case .running(let movement): "Entry \(movement): its stock is not the sum of the entries up to it"
    case .total(let item, let period, let currency):
      "Item \(item): the total of \(period) in \(currency) is not that of its sales"
    case .uncountable(let item):
      "Item \(item): its sales add up to more than the market can count; 'market purge --sales-of \(item)' forgets them"
    case .ledger(let item): "Item \(item): the numbers of its movements are wrong"
    case .sale(let number): "Sale \(number): what it says is not what its movements add up to"
    case .vendorTotal(let vendor, let day, let currency):
      "Vendor \(vendor): the total of \(day.description) in \(currency) is not that of its sales"
    case .rating(let item): "Item \(item): the rating is not that of its reviews"
    case .mark(let review): "Review \(review): the mark of a verified purchase is not that of its sale"
    case .seller(let item): "Item \(item): its SKU and its keys are those of another seller"
    case .count(let items):
      "Items \(items.lowerBound) to \(items.upperBound): their number, by which pages are found, is wrong"
    case .withoutImage(let item): "Item \(item): '--without-image' does not find it, or finds it by mistake"
    case .ratedCount(let items):
      "Items \(items.lowerBound) to \(items.upperBound): the number of those with ratings is wrong"
    }
  }
}
