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

  /// The given details.
  func details() -> ItemDetails {
    var details = ItemDetails()
    for field in DetailField.allCases {
      let texts = values(field.option.long)
      switch field.kind {
      case .words: details[field] = texts.isEmpty ? nil : .list(texts)
      case .line, .text: details[field] = texts.last.map { .text($0) }
      }
    }
    return details
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
  /// Notes which of these a market has not stored, as servers that have no such fields.
  func noteUnstored(_ details: ItemDetails, in item: Item) {
    let names = DetailField.published.filter { field in
      details[field].map { $0 != item.details[field] ?? field.empty } ?? false
    }.map { format.text($0.name) }
    if !names.isEmpty { note("This market did not store: \(names.joined(separator: ", "))") }
  }

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
