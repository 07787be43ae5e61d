import Console
import OpenMarket

extension CommandContext {
  /// The arguments with the id of the item in place of each SKU: `LAMP-1`, and `sku:123` where the SKU looks like a number.
  /// Words that can be ids alone are left as they are.
  func replacingSKUs(in arguments: Arguments, of command: any Command.Type) async throws -> Arguments {
    let declaration = command.declaration
    var words = arguments.positionals
    let isVerb = words.count > 1 && declaration.verbs.contains(words[1])
    for index in words.indices.prefix(isVerb ? 1 : words.count) {
      let positional = declaration.positionals[min(index, declaration.positionals.count - 1)]
      guard positional.candidates == .lookup(CompletionReference.itemID.rawValue) else { continue }
      let isCounted = positional == .itemCounts
      if let name = ItemName(words[index], isCounted: isCounted) {
        words[index] = "\(try await itemID(ofSKU: name.sku))\(name.count)"
      } else if let name = ItemName(barcode: words[index], isCounted: isCounted),
        let id = try await itemID(ofBarcode: name.sku)
      {
        words[index] = "\(id)\(name.count)"
      }
    }
    return words == arguments.positionals ? arguments : arguments.replacingPositionals(with: words)
  }

  /// The id of the item whose SKU is a number; nil where an item has the number as its id, or none has it, and at a market that
  /// cannot say so.
  private func itemID(ofBarcode number: String) async throws -> Int? {
    do {
      if let id = Int(number), try await market.export(ExportQuery(.ids([id]))).first != nil { return nil }
      return try await itemID(ofSKU: number)
    } catch ItemNameError.unknown {
      return nil
    } catch ClientError.unsupported {
      return nil
    }
  }

  /// The id of the person's own item with a SKU, else of the only one: two sellers of a market may have the same SKU.
  private func itemID(ofSKU sku: String) async throws -> Int {
    let query = ExportQuery(.skus([sku]))
    if let password = try await knownPassword(),
      let own = try await market.export(query, password: password).first?.id
    {
      return own
    }
    let ids = try await market.export(query).compactMap(\.id)
    guard let id = ids.first else { throw ItemNameError.unknown(sku) }
    guard ids.count == 1 else { throw ItemNameError.several(sku, ids) }
    return id
  }
}

/// A word of a command line that names an item by its SKU.
private struct ItemName {
  let sku: String
  /// The number of pieces with the colon before it, as in `LAMP-1:2`; empty without one.
  var count = ""

  /// Fewer digits are an id: a look-up of each would be a request more.
  private static let barcodeDigits = 5

  /// A number that is long enough for a barcode (GS1); nil for another word.
  init?(barcode word: String, isCounted: Bool) {
    let (name, count) = Self.parts(of: word, isCounted: isCounted)
    guard name.utf8.count >= Self.barcodeDigits, name.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    (sku, self.count) = (String(name), count)
  }

  /// The name, and the number of pieces with the colon before it.
  private static func parts(of word: String, isCounted: Bool) -> (name: Substring, count: String) {
    let name = word[...]
    if isCounted, let colon = name.lastIndex(of: ":"), colon != name.startIndex,
      case let digits = name[colon...].dropFirst(), !digits.isEmpty, name[..<colon] != "sku",
      digits.utf8.allSatisfy({ (48...57).contains($0) })
    {
      return (name[..<colon], String(name[colon...]))
    }
    return (name, "")
  }

  /// Nil for a word that is an id, or looks like one.
  init?(_ word: String, isCounted: Bool) {
    var (name, count) = Self.parts(of: word, isCounted: isCounted)
    if name.hasPrefix("sku:") {
      name = name.dropFirst(4)
    } else if name.contains(",") || name.contains("://")
      || name.allSatisfy({ $0.isNumber || Self.signs.contains($0) })
    {
      // A list with a mistake in it, an address, or a number.
      return nil
    }
    (sku, self.count) = (String(name), count)
    do { try ValidDraft.check(.text(sku), of: .sku) } catch { return nil }
  }

  /// Characters beside the digits of ids and of mistyped ones: `#7`, `1.5`, `-1`.
  private static let signs: Set<Character> = ["#", ".", "+", "-", ":"]
}

/// A SKU that does not name one item.
enum ItemNameError: ReportableError, Equatable {
  case unknown(String)
  case several(String, [Int])

  var message: LocalizedPhrase {
    switch self {
    case .unknown(let sku): "No item has the SKU '\(sku.sanitized)'"
    case .several(let sku, let ids): "Several items have the SKU '\(sku.sanitized)': \(Self.list(ids))"
    }
  }

  private static func list(_ ids: [Int]) -> String {
    ids.prefix(10).map(String.init).joined(separator: ", ") + (ids.count > 10 ? ", …" : "")
  }

  var exitCode: ExitCode {
    switch self {
    case .unknown: .notFound
    case .several: .usage
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .unknown: "Find it with 'market search', or give its id"
    case .several: "Give the id of one, or the password of yours with '--password-file <file>'"
    }
  }
}
