import Console
import OpenMarket

/// Recognizes the English sentence that a market gives as the reason of an error, so that it is shown in the language of the
/// run.
enum ServerReason {
  /// The phrase of a reason; the reason as it is where no sentence is known.
  static func phrase(_ reason: String) -> LocalizedPhrase {
    // Servers may send anything: the comparison with each sentence takes as long as the reason.
    guard reason.utf8.count <= longest else { return LocalizedPhrase(verbatim: reason) }
    if reason == "title is missing" || reason == "title '' is empty" {
      return ValidationError(.title, .missing).message
    }
    for sentence in sentences {
      guard let values = sentence.values(in: reason) else { continue }
      return LocalizedPhrase(key: sentence.key, values: values.map(value))
    }
    return LocalizedPhrase(verbatim: reason)
  }

  /// Most bytes of a reason that is recognized.
  private static let longest = 2_000

  /// A value of a sentence: a field and its value, `cost '1.5'`, a clause, or text.
  private static func value(_ text: Substring) -> LocalizedPhrase.Value {
    if let clause = clauses.first(where: { $0.english == text }) { return .phrase(clause) }
    let word = text.prefix { $0 != " " }
    let field = ItemField(rawValue: String(word))
    guard let name = field?.name ?? ReviewField(rawValue: String(word))?.name else {
      return .text(String(text))
    }
    if word.endIndex == text.endIndex { return .phrase(name) }
    let rest = text[word.endIndex...]
    guard rest.hasPrefix(" '"), rest.hasSuffix("'") else { return .text(String(text)) }
    return .phrase("\(field?.nameOfOne ?? name)\(String(rest))")
  }

  private static let clauses = ImageDefect.allCases.map(\.clause)

  /// The sentences, those with more words first: `a is above the price 'b'` is also `a is above b`.
  private static let sentences: [Sentence] = (ofValues + ofLedger + ofMarket)
    .map { Sentence(key: $0.key) }.sorted { $0.length > $1.length }

  private static let ofValues: [LocalizedPhrase] = {
    let rules: [ValidationError.Rule] = [
      .missing, .empty, .notText, .notStars, .longerThan(bytes: 0), .tooManyCharacters(limit: 0),
      .holdsControlCharacter, .holdsUnprintable,
      .holdsNoncharacter, .invisible, .holdsBar,
      .surroundedBySpace, .tooManyTags, .tooManyBarcodes, .notABarcode, .notAList, .notANumber,
      .notAWholeNumber,
      .negative, .zero, .notATime,
      .notOneOf([]), .above(limit: ""), .tooManyDecimals(currency: "", digits: 0),
      .tooManyDecimals(currency: "", digits: 1), .abovePrice(""), .notInISO4217, .notAnImage,
      .broken(.badHeader), .unreadable, .repeated, .looksLike(""),
    ]
    return rules.map { ValidationError(.title, $0).sentence(about: LocalizedPhrase("Title")) }
  }()

  /// Reasons of a line of a batch: those of a movement have codes.
  private static let ofLedger: [LocalizedPhrase] =
    [
      LedgerRefusal.notEnough(item: 0, stock: 0, quantity: 0), .aboveLimit(item: 0),
      .stockMoved(item: 0, expected: 0, stock: 0), .amountTooLarge(item: 0),
    ].map(\.message)

  /// Reasons of the market itself.
  private static let ofMarket: [LocalizedPhrase] =
    [
      "\("") is taken by another item", "Another item has this \("")", "Wrong password",
      "The number of images must be 5 or less", "The item has changed since it was read",
      "The item has changed since it was read: its stock is \("")",
      "This Idempotency-Key was used for something else",
      "What was added under this Idempotency-Key, item \(""), was deleted",
      "What was written under this Idempotency-Key, review \(""), was deleted",
      "receipt '\("")' is of no sale of this item", "Review \("") has an answer already",
      "There is no review \("")", "This market may only be read", "Too many reviews: try again in \("") s",
      "Too many wrong passwords: try again in \("") s",
      "Too many requests are waiting: try again in a moment",
      "Too much was uploaded from this network: try again in \("") s",
      "The search takes too long: use more or longer words",
      "The list takes too long: use other conditions",
      "Adding up the sales takes too long: use fewer days",
      "The identifier or the secret is wrong: 'market seller add' makes them for this server",
      "'\("")' is in the future",
    ] + StoreError.Kind.allCases.map(\.sentence)
}

/// A sentence with `%1` and so on for its values.
private struct Sentence: Sendable {
  let key: String
  /// The texts around the values; one more than there are values.
  private let texts: [String]
  /// The positions of the values in the key, from 1, in their order.
  private let numbers: [Int]

  /// How many bytes are not of values.
  var length: Int { texts.reduce(0) { $0 + $1.utf8.count } }

  init(key: String) {
    self.key = key
    var (texts, numbers) = ([""], [Int]())
    var rest = key[...]
    while let percent = rest.firstIndex(of: "%") {
      texts[texts.count - 1] += rest[..<percent]
      rest = rest[percent...].dropFirst()
      let digits = rest.prefix(while: \.isNumber)
      if let number = Int(digits) {
        numbers.append(number)
        texts.append("")
      } else {
        texts[texts.count - 1] += "%"
      }
      rest = rest[digits.endIndex...].drop { digits.isEmpty && $0 == "%" }
    }
    texts[texts.count - 1] += rest
    (self.texts, self.numbers) = (texts, numbers)
  }

  /// The values of the sentence in a text; nil for another text.
  func values(in text: String) -> [Substring]? {
    guard let first = texts.first, let last = texts.last, text.hasPrefix(first) else { return nil }
    guard !numbers.isEmpty else { return text == first ? [] : nil }
    var rest = text.dropFirst(first.count)
    var found: [Int: Substring] = [:]
    for (number, next) in zip(numbers, texts.dropFirst()).dropLast() {
      guard let range = rest.firstRange(of: next) else { return nil }
      found[number] = rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
    }
    guard let number = numbers.last, rest.hasSuffix(last) else { return nil }
    found[number] = rest.dropLast(last.count)
    return numbers.sorted().compactMap { found[$0] }
  }
}
