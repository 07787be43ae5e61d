import Console
import Foundation
import OpenMarket
import SystemSupport

extension CommandContext {
  /// The arguments with the id of the item in place of each name: `LAMP-1` and `2024-001` are SKUs, `sku:123` and `id:123` say
  /// which. A number is the id of an item, else a SKU. Throws the refusal of one that is both, and of a bare number of pieces.
  func replacingNames(in arguments: Arguments, of command: any Command.Type) async throws -> Arguments {
    let declaration = command.declaration
    // A look-up may read the password.
    try arguments.checkStandardInput(settings)
    let isVerb = arguments.positionals.count > 1 && declaration.verbs.contains(arguments.positionals[1])
    var words = isVerb ? arguments.positionals : try await choices(of: arguments)
    var ranges: [Int: [String]] = [:]
    var numbers: [(index: Int, digits: String, count: String)] = []
    var former: String?
    for index in words.indices.prefix(isVerb ? 1 : words.count) {
      let positional = declaration.positionals[min(index, declaration.positionals.count - 1)]
      guard positional.candidates == .items else { continue }
      // Full-width letters and long dashes are of an input method: SKUs that differ in them alone are one.
      words[index] = InputMethod.plain(words[index]).trimmingCharacters(in: .whitespaces)
      let isCounted = positional == .itemCounts
      guard let name = ItemName(words[index], isCounted: isCounted) else { continue }
      if isCounted, let former, case .number(let digits) = name.kind, name.count.isEmpty,
        digits.utf8.count < ItemName.barcodeDigits
      {
        throw ItemNameError.bareCount(digits, after: former)
      }
      former = nil
      switch name.kind {
      case .id(let digits): words[index] = digits + name.count
      case .number(let digits):
        numbers.append((index, digits, name.count))
        // A barcode that was scanned, before a number of pieces.
        if isCounted, name.count.isEmpty, digits.utf8.count >= ItemName.barcodeDigits {
          former = words[index]
        }
      case .sku(let sku):
        if name.count.isEmpty, !sku.allSatisfy(\.isNumber) { former = words[index] }
        do {
          words[index] = "\(try await itemID(ofSKU: sku))\(name.count)"
        } catch ItemNameError.unknown where ItemName.bounds(sku) != nil && positional.repeats {
          guard let (first, last) = ItemName.bounds(sku) else { continue }
          guard first <= last else { throw ItemNameError.reversedRange(sku, "\(last)-\(first)") }
          ranges[index] = try await ids(in: first...last).map { "\($0)\(name.count)" }
        } catch ItemNameError.unknown where !name.count.isEmpty {
          let whole = sku + name.count
          guard (try? await itemID(ofSKU: whole)) != nil else { throw ItemNameError.unknown(sku) }
          throw ItemNameError.countIsOfSKU(whole, sku)
        }
      }
    }
    let found = try await items(ofNumbers: numbers.map(\.digits))
    for number in numbers {
      if let id = found[number.digits] { words[number.index] = "\(id)\(number.count)" }
    }
    if words == arguments.positionals, ranges.isEmpty { return arguments }
    return arguments.replacingPositionals(with: words.indices.flatMap { ranges[$0] ?? [words[$0]] })
  }

  /// The words that name items: those of standard input for `-`, and the ids of what meets the conditions where nothing is named.
  private func choices(of arguments: Arguments) async throws -> [String] {
    var words = arguments.positionals
    guard let positional = arguments.declaration.positionals.last, positional.repeats else { return words }
    if words == ["-"], positional.candidates == .items || positional == .trashedIDs {
      words = try await namesOnInput(isCounted: positional == .itemCounts)
      guard !words.isEmpty else { throw ItemNameError.noneOnInput }
    }
    guard [.chosenItems, .itemCounts, .trashedIDs].contains(positional) else { return words }
    try arguments.refuseIDs(with: arguments.conditions)
    if words.isEmpty { return try await ids(meeting: arguments, inTrash: positional == .trashedIDs) }
    return positional == .trashedIDs ? try await idsOfTrash(words) : words
  }

  /// The ids in a range that items have.
  private func ids(in range: ClosedRange<Int>) async throws -> [Int] {
    guard range.count <= ItemName.mostOfRange else {
      throw ItemNameError.longRange("\(range.lowerBound)-\(range.upperBound)", most: ItemName.mostOfRange)
    }
    var ids: [Int] = []
    try await ExportSource(market, ExportQuery(), Array(range), password: nil).forEach { items, _ in
      ids += items.compactMap(\.id)
    }
    guard !ids.isEmpty else { throw ItemNameError.emptyRange(range) }
    return ids
  }

  /// The ids of all items that meet the conditions of a command line; none where it has no conditions.
  private func ids(meeting arguments: Arguments, inTrash: Bool) async throws -> [String] {
    let query = ExportQuery(filter: try arguments.filter())
    guard !query.filter.isEmpty else { return [] }
    // A server finds items off sale for its operator.
    if query.filter[.offSale] != nil { _ = try await isOperator() }
    var ids: [String] = []
    if inTrash {
      ids = try await trashedItems(query.filter).map { String($0.id) }
    } else {
      try await ExportSource(market, query, password: nil).forEach { items, _ in
        ids += items.compactMap { $0.id.map { "id:\($0)" } }
        guard ids.count <= ItemName.mostOfRange else { throw ItemNameError.tooMany(ItemName.mostOfRange) }
      }
    }
    guard !ids.isEmpty else { throw ItemNameError.noneMeets }
    return ids
  }

  /// Words that name deleted items, with ids in place of SKUs and ranges.
  private func idsOfTrash(_ words: [String]) async throws -> [String] {
    let names = words.map { ItemName($0, isCounted: false)?.kind }
    guard names.contains(where: { if case .sku = $0 { true } else { false } }) else { return words }
    let items = try await trashedItems()
    return try zip(words, names).flatMap { word, name in
      guard case .sku(let sku) = name else { return [word] }
      let alike = items.filter { $0.sku?.lowercased() == sku.lowercased() }
      let exact = alike.filter { $0.sku == sku }
      let found = (exact.isEmpty ? alike : exact).map(\.id)
      if found.count > 1 { throw ItemNameError.several(sku, found.sorted()) }
      if let id = found.first { return [String(id)] }
      guard let (first, last) = ItemName.bounds(word) else { throw ClientError.notInTrash(sku) }
      guard first <= last else { throw ItemNameError.reversedRange(word, "\(last)-\(first)") }
      let ids = items.map(\.id).filter((first...last).contains).sorted()
      guard !ids.isEmpty else { throw ClientError.notInTrash(word) }
      return ids.map(String.init)
    }
  }

  /// The error that an item is among the last in the trash, in place of the one that there is none; to the operator, who may list
  /// them. One request: a mistake costs no more with a large trash.
  func explained(_ error: any ReportableError) async -> any ReportableError {
    let isNamed: (TrashedItem) -> Bool
    switch error {
    case ClientError.noSuchItem(let id): isNamed = { $0.id == id }
    case ItemNameError.unknown(let sku): isNamed = { $0.sku?.lowercased() == sku.lowercased() }
    default: return error
    }
    guard (try? await isOperator()) == true else { return error }
    var (quick, found) = (self, TrashedItem?.none)
    quick.market = market.withoutRetries
    try? await quick.trash(from: 1, size: PageQuery.largestSize, all: false) {
      found = $0.items.first(where: isNamed)
    }
    guard let id = found?.id else { return error }
    return CommandFailure(
      "Item \(id) is in the trash", .notFound, help: "Bring it back: 'market trash restore \(id)'")
  }

  /// The names on standard input, one a line: the id, SKU or barcode of an object, else the text before a tab, where lists write
  /// other columns.
  ///
  /// - Parameter isCounted: Whether a name may have a number of pieces.
  private func namesOnInput(isCounted: Bool) async throws -> [String] {
    struct Named: Decodable {
      let id: Int?
      // The id of a movement or a review is not the item's.
      let itemID: Int?
      let sku: String?
      let barcode: String?
      let quantity: Int?

      private enum CodingKeys: String, CodingKey {
        case id
        case itemID = "item_id"
        case sku, barcode, quantity
      }
    }
    let data = try console.input.contents(upTo: ItemName.inputBytes, tooLong: ItemNameError.longInput)
    var names: [String] = []
    for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      guard !text.isEmpty else { continue }
      // The first column is empty, such as that of SKUs of an item without one.
      guard line.first != UInt8(ascii: "\t") else { throw ItemNameError.unnamed(line: index + 1) }
      guard text.hasPrefix("{") else {
        names.append(try await name(on: InputMethod.plain(text.prefix { $0 != "\t" }), isCounted: isCounted))
        continue
      }
      let named = try? JSON.decode(Named.self, from: Data(line))
      // The number of an item, and no pieces of that of the line before.
      guard
        let name = (named?.itemID ?? named?.id).map({ isCounted ? "id:\($0)" : "\($0)" })
          ?? (named?.sku ?? named?.barcode).map({ "sku:" + $0 })
      else { throw ItemNameError.unnamed(line: index + 1) }
      names.append(name + (named?.quantity.flatMap { isCounted ? ":\($0)" : nil } ?? ""))
    }
    return names
  }

  /// The name on a line: all of it where that is a SKU, else its first word. Throws the refusal of a bare number of pieces.
  private func name(on line: String, isCounted: Bool) async throws -> String {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count > 1 else { return words.joined() }
    if let whole = ItemName(line, isCounted: isCounted), case .sku(let sku) = whole.kind {
      do {
        return "id:\(try await itemID(ofSKU: sku))\(whole.count)"
      } catch ItemNameError.unknown {} catch ClientError.unsupported {}
    }
    if isCounted, words[1].utf8.count < ItemName.barcodeDigits, Int(words[1]) != nil {
      throw ItemNameError.bareCount(words[1], after: words[0])
    }
    return words[0]
  }

  func itemID(named word: String) async throws -> Int {
    switch ItemName(word, isCounted: false)?.kind {
    case .id(let digits): return Int(digits) ?? 0
    case .number(let digits): return try await items(ofNumbers: [digits])[digits] ?? Int(digits) ?? 0
    case .sku(let sku): return try await itemID(ofSKU: sku)
    case nil: throw ItemNameError.unknown(word)
    }
  }

  /// The items of which numbers are the SKU or barcode and not the id; none at a market that cannot say so.
  private func items(ofNumbers numbers: [String]) async throws -> [String: Int] {
    // At a server a look-up is a request more, and what was seen is read without one: fewer digits are an id there.
    let all = Set(numbers.filter { !isRemote || $0.utf8.count >= ItemName.lookedUpDigits }).sorted()
    var found: [String: Int] = [:]
    do {
      // A number has two codes at most.
      for start in stride(from: 0, to: all.count, by: BatchLimits.items / 2) {
        let part = Array(all[start..<min(start + BatchLimits.items / 2, all.count)])
        found.merge(try await items(ofSomeNumbers: part)) { $1 }
      }
    } catch ClientError.unsupported {}
    return found
  }

  /// Throws `ItemNameError.unknown` for a barcode that is no item's, nor an id.
  private func items(ofSomeNumbers numbers: [String]) async throws -> [String: Int] {
    func ids(_ password: String? = nil) async throws -> [String: [Int]] {
      var ids: [String: [Int]] = [:]
      for item in try await market.export(
        ExportQuery(.skus(numbers.flatMap(ItemName.codes))), password: password)
      {
        for code in Set(item.details.codes.map(ItemCode.code)) {
          ids[code, default: []] += [item.id].compactMap(\.self)
        }
      }
      let found = numbers.map { ($0, Set(ItemName.codes(of: $0).flatMap { ids[$0] ?? [] }).sorted()) }
      return Dictionary(uniqueKeysWithValues: found.filter { !$0.1.isEmpty })
    }
    let isOperator = try await isOperator()
    let password = isOperator ? nil : try await knownPassword()
    // At a server the caller's own items count, where it is known which these are.
    let others = password == nil ? try await ids() : [:]
    var own = password == nil ? [:] : try await ids(password)
    if isOperator, !others.isEmpty {
      let mine = try await self.own(Set(others.values.joined()))
      own = others.mapValues { $0.filter(mine.contains) }.filter { !$0.value.isEmpty }
    }
    let named = numbers.filter { own[$0] != nil || others[$0] != nil || Barcode($0) != nil }
    guard !named.isEmpty else { return [:] }
    let present = Set(
      try await market.export(ExportQuery(.ids(named.compactMap { Int($0) }))).compactMap(\.id))
    var found: [String: Int] = [:]
    for number in named {
      let item = Int(number) ?? 0
      if let id = own[number]?.first {
        guard id != item else { continue }
        guard present.contains(item) else {
          found[number] = id
          continue
        }
        if try await self.own([item]).contains(item) { throw ItemNameError.idAndSKU(number, of: id) }
      } else if !present.contains(item) {
        guard let ids = others[number] else {
          guard try await self.own([item]).isEmpty else { continue }
          throw ItemNameError.unknown(number)
        }
        guard ids.count == 1 else { throw ItemNameError.several(number, ids) }
        found[number] = ids[0]
      }
    }
    return found
  }

  /// Which of some items are the person's own: to the operator those without a password, and with the one that is given or stored.
  private func own(_ ids: Set<Int>) async throws -> Set<Int> {
    var password = try passwords.givenPassword()?.text
    if password == nil { password = try await storedPassword() }
    var found: Set<Int> = []
    for password in [try await isOperator() ? "" : nil, password].compactMap(\.self) {
      let items = try await market.export(ExportQuery(.ids(ids.sorted()), isOwn: true), password: password)
      found.formUnion(items.compactMap(\.id))
    }
    return found
  }

  /// The id of the person's own item with a SKU or barcode, else of the only one: two sellers of a market may have the same.
  func itemID(ofSKU sku: String) async throws -> Int {
    let query = ExportQuery(.skus([sku]))
    var ids: [Int] = []
    let isOperator = try await isOperator()
    do {
      if !isOperator, let password = try await knownPassword() {
        ids = try await market.export(query, password: password).compactMap(\.id)
      }
      if ids.isEmpty { ids = try await market.export(query).compactMap(\.id) }
    } catch ClientError.unsupported(.batches) {
      throw ClientError.unsupported(.codes)
    }
    if isOperator, ids.count > 1 {
      let mine = try await own(Set(ids))
      if !mine.isEmpty { ids = mine.sorted() }
    }
    guard let id = ids.first else { throw ItemNameError.unknown(sku) }
    guard ids.count == 1 else { throw ItemNameError.several(sku, ids) }
    return id
  }
}

/// A word of a command line that names an item.
struct ItemName {
  enum Kind {
    /// The digits of an id.
    case id(String)
    case sku(String)
    /// An id as lists show it, else a SKU.
    case number(String)
  }

  let kind: Kind
  /// The number of pieces with the colon before it, as in `LAMP-1:2`; empty without one.
  let count: String

  /// The fewest digits that a server is asked for.
  static let lookedUpDigits = 5

  /// Digits of the shortest barcode (EAN-8): a number of pieces has fewer.
  static let barcodeDigits = 8

  /// Most ids of a range, and bytes of names on standard input.
  static let mostOfRange = 1_000_000
  static let inputBytes = 64 << 20

  /// The ends of a range such as `4-9`, in the order in which they stand; nil for other words.
  static func bounds(_ word: String) -> (first: Int, last: Int)? {
    guard let match = word.wholeMatch(of: /([1-9][0-9]*)-([1-9][0-9]*)/), let first = Int(match.1),
      let last = Int(match.2)
    else { return nil }
    return (first, last)
  }

  /// Nil for a list of ids, an address, a number that no id can be, and a word that is no SKU.
  init?(_ word: String, isCounted: Bool) {
    var (name, count) = Self.parts(of: word, isCounted: isCounted)
    self.count = count
    let prefix = name.prefix { $0 != ":" }.lowercased()
    if prefix == "id", let id = Int(name.dropFirst(3)), id > 0 {
      kind = .id(String(id))
      return
    }
    if prefix == "sku", name.contains(":") {
      name = name.dropFirst(4)
    } else if name.contains(",") || name.contains("://") {
      return nil
    } else if let id = Int(name), id > 0, name == String(id) {
      kind = .number(String(name))
      return
    } else if name.allSatisfy({ $0.isNumber || Self.signs.contains($0) }), !Self.isNumericSKU(name) {
      return nil
    }
    kind = .sku(String(name))
    do { try ValidDraft.check(.text(String(name)), of: .sku) } catch { return nil }
  }

  /// The codes that a number can mean: sheets drop the zero of a UPC.
  static func codes(of number: String) -> [String] {
    ItemCode.codes(of: number) + (number.utf8.count == 11 ? ItemCode.codes(of: "0" + number) : [])
  }

  /// Characters beside the digits of ids and of mistyped ones: `#7`, `1.5`, `-1`.
  private static let signs: Set<Character> = ["#", ".", "+", "-", ":"]

  /// Zeros before a number are those of a barcode, and hyphens within one those of a SKU: `00123`, `2024-001`.
  private static func isNumericSKU(_ name: Substring) -> Bool {
    name.wholeMatch(of: /0+[1-9][0-9]*|[0-9]+(-[0-9]+)+/) != nil
  }

  /// The name, and the number of pieces with the colon before it.
  private static func parts(of word: String, isCounted: Bool) -> (name: Substring, count: String) {
    let name = word[...]
    if isCounted, let colon = name.lastIndex(of: ":"), colon != name.startIndex,
      case let digits = name[colon...].dropFirst(), !digits.isEmpty,
      !["sku", "id"].contains(name[..<colon].lowercased()), digits.utf8.allSatisfy({ (48...57).contains($0) })
    {
      return (name[..<colon], String(name[colon...]))
    }
    return (name, "")
  }
}

/// A name that does not name one item.
enum ItemNameError: ReportableError, Equatable {
  case unknown(String)
  case several(String, [Int])
  /// A number that is an item's id, and the SKU of another one.
  case idAndSKU(String, of: Int)
  /// A number after a SKU, which may be that of the pieces or another item.
  case bareCount(String, after: String)
  /// A SKU that ends as in a number of pieces, and what stands before that.
  case countIsOfSKU(String, String)
  /// A range of more ids than are looked up.
  case longRange(String, most: Int)
  /// A range of ids that no items have.
  case emptyRange(ClosedRange<Int>)
  /// A range that begins with the higher id, and as it is meant.
  case reversedRange(String, String)
  /// Standard input that names nothing, an object without a name, or more than is read.
  case noneOnInput
  /// Conditions that no item meets, or more than are looked up.
  case noneMeets
  case tooMany(Int)
  case unnamed(line: Int)
  case longInput

  var message: LocalizedPhrase {
    switch self {
    case .unknown(let number) where Int(number).map(String.init) == number:
      "No item has the id, SKU or barcode '\(number)'"
    case .unknown(let sku): "No item has the SKU or barcode '\(sku.sanitized)'"
    case .emptyRange(let range): "No items from \(range.lowerBound) to \(range.upperBound)"
    case .several(let sku, let ids):
      "Several items have the SKU or barcode '\(sku.sanitized)': \(Self.list(ids))"
    case .idAndSKU(let number, let id): "'\(number)' is the id of an item, and the SKU of item \(id)"
    case .bareCount(let number, let sku): "'\(number)' after '\(sku.sanitizedLine)' may be pieces or an item"
    case .reversedRange(let word, _), .countIsOfSKU(_, let word): Self.unknown(word).message
    case .longRange(let word, let most): "The range '\(word)' has more than \(grouped: most) ids"
    case .noneOnInput: "Standard input names no items"
    case .noneMeets: "No items meet these filters"
    case .tooMany(let most): "More than \(grouped: most) items meet these filters"
    case .unnamed(let line): "Line \(line) of standard input has no 'id', 'sku' or 'barcode'"
    case .longInput: "Standard input is longer than 64 MiB"
    }
  }

  private static func list(_ ids: [Int]) -> String {
    ids.prefix(10).map(String.init).joined(separator: ", ") + (ids.count > 10 ? ", …" : "")
  }

  var exitCode: ExitCode {
    switch self {
    case .unknown, .countIsOfSKU, .emptyRange, .noneMeets: .notFound
    default: .usage
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch self {
    case .unknown: "Find it with 'market list <word>', or give its id"
    case .several:
      if case .embedded = settings?.place {
        "Give the id of one"
      } else {
        "Give the id of one, or the password of yours with '--password-file <file>'"
      }
    case .idAndSKU(let number, _): "Write id:\(number) or sku:\(number)"
    case .longRange, .longInput, .tooMany: "Name fewer items at once"
    case .emptyRange, .noneMeets: nil
    case .reversedRange(_, let range): "A range begins with the lower id: '\(range)'"
    case .noneOnInput, .unnamed:
      "Write an id or SKU on each line, as 'market list' does, or a JSON object with 'id', 'sku' or 'barcode'"
    case .countIsOfSKU(let sku, _): "1 piece of '\(sku.sanitized)': \(sku.sanitizedLine.shellQuoted):1"
    case .bareCount("1", let word):
      "1 piece: \(word.sanitizedLine.shellQuoted):1. Item 1 as well: \(word.sanitizedLine.shellQuoted) 1:1"
    case .bareCount(let number, let word):
      "\(number) pieces: \(word.sanitizedLine.shellQuoted):\(number). Item \(number) as well: \(word.sanitizedLine.shellQuoted) \(number):1"
    }
  }
}
