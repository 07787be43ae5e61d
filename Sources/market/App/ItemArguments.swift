import Console
import Foundation
import OpenMarket

extension Arguments {
  func required<Value>(_ option: Option<Value?>) throws -> Value {
    if let value = try self[option] { return value }
    throw error(.missingOptions([option.word]))
  }

  /// The ids on the command line, each once, in the order given. `#4` is understood as 4, and `4,5` as 4 and 5.
  func itemIDs() throws -> [Int] {
    var ids: [Int] = []
    for word in positionals {
      for id in try self.ids(in: word) where !ids.contains(id) { ids.append(id) }
    }
    if ids.count > 1, declaration.positionals.last?.repeats != true {
      throw invalid(positionals[0], "give one id")
    }
    return ids
  }

  /// Refuses ids beside options that choose items.
  ///
  /// - Parameter options: Those that were given.
  func refuseIDs(with options: [String]) throws(UsageError) {
    guard let id = positionals.first, let option = options.first else { return }
    throw error(
      .invalidValue(id, option: "<id>", reason: "'\(option)' chooses items by itself: give ids or filters"))
  }

  /// The ids of items that are named, or that met conditions.
  func chosenIDs() throws -> [Int] {
    let ids = try itemIDs()
    guard !ids.isEmpty else { throw error(.missingArgument("id")) }
    return ids
  }

  /// The ids that a word of the command line names.
  func ids(in word: String) throws(UsageError) -> [Int] {
    guard let found = Self.ids(in: word) else { throw invalid(word, .notAnID) }
    // `1,234` may be two items or one.
    if word.contains(","), let number = Int(word.typedNumber) {
      throw invalid(
        word, "write '\(number)' for one item, or '\(word.replacing(",", with: " "))' for several")
    }
    return found
  }

  private func invalid(_ word: String, _ reason: LocalizedPhrase) -> UsageError {
    error(.invalidValue(word, option: "<\(declaration.positionals.first?.name ?? "")>", reason: reason))
  }

  /// The one item of a command.
  func itemID() throws -> Int {
    guard let id = try itemIDs().first else { throw error(.missingArgument("id")) }
    return id
  }

  /// The one id of a command whose argument is no item.
  func id(otherwise reason: LocalizedPhrase = .notAnID) throws(UsageError) -> Int {
    let word = positionals.first ?? ""
    if let ids = Self.ids(in: word), ids.count == 1 { return ids[0] }
    throw invalid(word, reason)
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

  /// Whether the description is written in an editor. Throws where it is given, too, or nothing is sent.
  func editsDescription() throws(UsageError) -> Bool {
    try refuse(.editor, with: .description, .curl)
    return self[.editor]
  }

  /// The given details.
  func details() throws(ValidationError) -> ItemDetails {
    var details = ItemDetails()
    for field in DetailField.allCases {
      let texts = texts(field.option)
      switch field.kind {
      case .words: details[field] = texts.isEmpty ? nil : .list(texts)
      case .line, .text: details[field] = texts.last.map { .text($0) }
      case .number:
        if let text = texts.last { details[field] = try field.value(of: text.typedNumber) }
      case .flag: details[field] = has(field.option) ? .flag(true) : nil
      }
    }
    return details
  }
}

extension CommandContext {
  /// Throws where fields are given that a server of v1 alone would ignore.
  func requireFields(_ details: ItemDetails, cost: Decimal?) async throws {
    // Nothing is sent by `--curl`, which has no signer.
    guard signer != nil, !details.isEmpty || cost != nil, try await !market.isExtended() else { return }
    throw ClientError.unsupported(.fields)
  }

  /// Reads a description from standard input. Throws a `ValidationError` for one that is too long or not UTF-8.
  func description() throws -> String {
    let limit = ItemLimits.descriptionBytes
    return try standardInput(
      upTo: limit, tooLong: ValidationError(.descriptions, .longerThan(bytes: limit)),
      notText: ValidationError(.descriptions, .notText))
  }
}
