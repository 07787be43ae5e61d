import Console
import Foundation
import OpenMarket

extension Positional {
  static let itemID = Positional(
    name: "id", help: "The number of the item.", candidates: .lookup(Complete.Reference.itemID.rawValue))
  static let itemIDs = Positional(
    name: "id", help: "The numbers of the items.", repeats: true,
    candidates: .lookup(Complete.Reference.itemID.rawValue))
}

extension Option {
  static let title = Option(long: "title", value: "text", help: "What it is; up to 1,000 bytes.")
  static let price = Option(long: "price", value: "amount", help: "Price of one, such as 1690000 or 12.50.")
  static let currency = Option(
    long: "currency", value: "code", help: "Currency of the price (ISO 4217), such as KRW.",
    candidates: .terms(Currency.allCodes.map { Definition($0) }), environment: "MARKET_CURRENCY")
  static let discountedPrice = Option(
    long: "discounted-price", value: "amount", help: "Price after the discount.")
  static let stock = Option(long: "stock", value: "count", help: "How many there are.")
  static let description = Option(
    long: "description", value: "text", help: "Everything else about it; '-' reads standard input.")
  static let image = Option(
    long: "image", value: "file", help: "A PNG or JPEG image of up to 10 MiB; up to five of them.",
    candidates: .files, repeats: true)
}

extension Arguments {
  /// The ids that were named, each once, in the order given.
  func itemIDs(in declaration: CommandDeclaration) throws -> [Int] {
    var ids: [Int] = []
    for word in positionals {
      guard let id = Int(word), id > 0, word.utf8.allSatisfy({ (48...57).contains($0) }) else {
        throw UsageError(
          .invalidValue(word, option: "<id>", reason: "an id is a whole number from 1"), in: declaration)
      }
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  /// Those of the options that were given, as words of a shell's command line that gives them again.
  func again(_ names: [String]) -> [String] {
    names.flatMap { name in value(name).map { ["--\(name)", $0.shellQuoted] } ?? [] }
  }

  func amount(_ option: Option, _ field: ItemField) throws -> Decimal? {
    try value(option.long).map(field.amount)
  }

  func stock() throws -> Int? {
    try value(Option.stock.long).map(ItemField.stock.wholeNumber)
  }

  /// The images, each looked at before anything is sent.
  func images() throws -> [ItemImage] {
    let paths = values(Option.image.long)
    guard paths.count <= ItemLimits.images else {
      throw ValidationError(.images, .tooManyImages, value: paths[ItemLimits.images])
    }
    return try paths.map { try ItemImage(path: $0) }
  }
}
