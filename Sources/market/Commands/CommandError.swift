import Console
import OpenMarket

/// A refusal of what is done at the store itself alone.
enum CommandError: ReportableError, Equatable {
  case costsThroughServer
  case removalThroughServer
  /// A server looks for a sale among those of one item.
  case saleThroughServer
  case noSuchSale(SoughtSales)

  var message: LocalizedPhrase {
    switch self {
    case .costsThroughServer: "Costs are private: a server does not send them"
    case .removalThroughServer: "Reviews are removed at the store itself, not through a server"
    case .saleThroughServer: "A server finds a sale by its item only"
    case .noSuchSale(let sales):
      switch (sales.receipt, sales.reference, sales.item) {
      case (let receipt?, _, _): "No sale has the receipt '\(receipt.text)'"
      case (_, let reference, let item?):
        "No sale of item \(item) has the reference '\((reference ?? "").sanitizedLine)'"
      case (_, let reference, nil): "No sale has the reference '\((reference ?? "").sanitizedLine)'"
      }
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .costsThroughServer: .refused
    case .removalThroughServer, .saleThroughServer: .usage
    case .noSuchSale: .notFound
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .costsThroughServer: "Run the command at the store itself, with '--store <file>'"
    case .saleThroughServer: "Name the item: 'market history <id> --reference <text>'"
    case .noSuchSale: "Run 'market history <id>' to see the sales of an item"
    case .removalThroughServer: "Run it where the store is, without MARKET_SERVER: '--store <file>'"
    }
  }
}
