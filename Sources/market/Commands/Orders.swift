import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// `market orders`: lists the orders of a time.
struct Orders: Command {
  static let declaration = CommandDeclaration(
    name: "orders", synonyms: ["order", "주문"], parent: "market",
    abstract: "List the orders of a day, week or month.",
    discussion: """
      An order is what one 'market sell' recorded, with a reference or without, as it was corrected; undone and void ones \
      are left out, returned ones stay. One in two currencies has a line for each. On a terminal the last lines are their sum. Without a day, week or month the orders are those of this week so far.
      """,
    examples: [
      .init("market orders", "This week so far, the newest first."),
      .init("market orders --date yesterday", "Yesterday's orders."),
      .init("market orders --month --json", "This month so far, for a program."),
    ],
    options: .date, .weekSoFar, .monthSoFar, .acceptedAll, RowOutput.options(Order.columns(.ofNames)),
    .markets, .everywhere)

  private let period: BestQuery.Time
  private let output: RowOutput

  init(_ arguments: Arguments, _ settings: Settings) throws {
    period =
      try arguments.period(week: .weekSoFar, month: .monthSoFar) ?? .init(.today, .week)
    output = try RowOutput(arguments, Order.columns(.ofNames))
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    try await context.requireOperator()
    let format = context.format
    let orders = Order.all(
      of: try await context.market.movements(of: SalesLookup(period: period), password: nil))
    try await context.write(
      orders, in: Order.columns(format), as: output, usual: Self.layouts, piped: Self.piped, enough: 24,
      empty: "No orders"
    ) { table in
      let totals = orders.map(\.sum).sums.sorted { $0.currency.code < $1.currency.code }
      return table + (orders.count == 1 ? [] : totals.map { format.text("Total: \(format.price($0))") })
    }
    return .done
  }

  private static let layouts = [
    ["reported_at", "reference", "items", "sum", "receipt"], ["reported_at", "reference", "items", "sum"],
    ["reported_at", "items", "sum"], ["items", "sum"],
  ]
  private static let piped = ["reported_at", "reference", "receipt", "items", "sum", "currency"]
}

/// The sales that one `market sell` recorded in one currency.
private struct Order {
  /// In the order in which they were recorded.
  let sales: [RecordedMovement]

  var receipt: ReceiptCode? { sales.first?.receipt }
  var reference: String? { sales.first?.movement.reference }
  var date: Date { sales.first?.movement.reportedAt ?? .distantPast }
  var sum: Price { sales.sums.first ?? Price(0, .usDollar) }

  /// The orders of sales, the newest first. An order in two currencies is one of each.
  static func all(of sales: [RecordedMovement]) -> [Order] {
    Dictionary(grouping: sales.sorted { $0.movement.id < $1.movement.id }) {
      [$0.receipt?.text, $0.movement.price.currency.code]
    }.values.map(Order.init).sorted { one, two in
      (one.date, one.sales.first?.movement.id ?? 0) > (two.date, two.sales.first?.movement.id ?? 0)
    }
  }

  static func columns(_ format: OutputFormat) -> [RowColumn<Order>] {
    [
      RowColumn(LocalizedPhrase("REFERENCE")) { $0.reference ?? "" }
        .field("reference") { .text($0.reference) },
      RowColumn(LocalizedPhrase("RECEIPT")) { $0.receipt?.text ?? "" }
        .field("receipt") { .text($0.receipt?.text) },
      RowColumn(LocalizedPhrase("ITEMS"), flexible: true) { order in
        order.sales.map { "\(format.number(-$0.movement.quantity)) × \($0.title)" }.joined(separator: ", ")
      }.field(
        "items", { .array($0.sales.map(\.json)) },
        data: { order in
          order.sales.map { "\($0.movement.itemID):\(-$0.movement.quantity)" }.joined(separator: " ")
        }),
      RowColumn(LocalizedPhrase("SUM"), .right) { format.price($0.sum) }
        .field("sum") { .number("\($0.sum.amount)") },
      RowColumn("currency", LocalizedPhrase("CURRENCY")) { .string($0.sum.currency.code) },
      RowColumn(LocalizedPhrase("SOLD")) { format.dayAndTime($0.date) }
        .field("reported_at") { .string(format.timestamp($0.date)) },
    ]
  }
}

extension RecordedMovement {
  /// The line of an order.
  fileprivate var json: JSON {
    .object([
      ("id", .number("\(movement.itemID)")), ("title", .string(title)),
      ("quantity", .number("\(-movement.quantity)")), ("unit_price", .number("\(movement.price.amount)")),
    ])
  }
}
