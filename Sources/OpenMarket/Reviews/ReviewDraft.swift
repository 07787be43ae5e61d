package import SystemSupport

/// The contents of a review, valid by the rules of a market.
package struct ReviewDraft: Sendable, Equatable {
  package let stars: Stars
  package let text: String
  package let author: String?
  /// The code of the receipt of a sale; nil without one.
  package let receipt: String?
  /// The texts that were not given: a change of an existing review leaves them as they are.
  let left: Set<ReviewField>

  /// Throws the first rule that a value breaks.
  ///
  /// - Parameters:
  ///   - text: Nil where it is not given, as an empty text.
  ///   - author: Nil where it is not given; spaces alone are no name.
  package init(
    stars: Int, text: String? = nil, author: String? = nil, receipt: String? = nil
  ) throws(ReviewValidationError) {
    self.stars = try Stars(rawValue: stars)
      .orThrow(ReviewValidationError(.stars, .notStars, value: String(stars)))
    self.text = text ?? ""
    left = Set((text == nil ? [.text] : []) + (author == nil ? [.author] : []))
    self.author = author.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    self.receipt = receipt
    try ReviewField.text.check(self.text, atMost: ReviewLimits.text)
    if let author = self.author { try ReviewField.author.check(author, atMost: ReviewLimits.author) }
    if let receipt {
      if receipt.isEmpty { throw ReviewValidationError(.receipt, .empty) }
      try ReviewField.receipt.check(receipt, atMost: ReviewLimits.receipt)
    }
  }
}

/// The limits of reviews, in characters as JSON counts them (RFC 8259 §1: Unicode code points).
package enum ReviewLimits {
  package static let text = 5_000
  package static let author = 100
  package static let receipt = 64
  /// The operator's reason for a removal.
  package static let reason = 1_000
}

/// A field of a review. The raw value is its key in JSON.
package enum ReviewField: String, Sendable, CaseIterable {
  case stars
  case text
  case author
  case receipt
  case answer
  case reason

  /// Throws for a text that is too long, has a character that XML cannot carry, or no visible one.
  func check(_ text: String, atMost limit: Int) throws(ReviewValidationError) {
    // Bytes first: they are known without a look at the text.
    if text.utf8.count > limit, text.unicodeScalars.count > limit {
      throw ReviewValidationError(self, .tooManyCharacters(limit: limit), value: text)
    }
    if text.utf8.contains(0) { throw ReviewValidationError(self, .holdsControlCharacter, value: text) }
    if text.holdsNoncharacter { throw ReviewValidationError(self, .holdsNoncharacter, value: text) }
    if text.isInvisible { throw ReviewValidationError(self, .invisible, value: text) }
  }

  /// Throws for a text that is empty or that `check` refuses.
  package func checkGiven(_ text: String, atMost limit: Int = ReviewLimits.text) throws(ReviewValidationError)
  {
    if text.allSatisfy(\.isWhitespace) { throw ReviewValidationError(self, .empty) }
    try check(text, atMost: limit)
  }
}

/// An invalid value of a field of a review: the field, the value and the rule that it breaks.
package struct ReviewValidationError: Error, Sendable, Equatable {
  package typealias Rule = ValidationError.Rule

  package let field: ReviewField
  package let rule: Rule
  /// The beginning of the given value; nil where there is none to show.
  package let value: String?

  package init(_ field: ReviewField, _ rule: Rule, value: String? = nil) {
    self.field = field
    self.rule = rule
    self.value = value.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(60))) }
  }

  /// The sentence in the body of an API's error.
  var reason: String {
    sentence(about: LocalizedPhrase(verbatim: value.map { "\(field.rawValue) '\($0)'" } ?? field.rawValue))
      .english
  }

  /// The sentence that says which rule the value breaks.
  ///
  /// - Parameter subject: Names the field and the value.
  package func sentence(about subject: LocalizedPhrase) -> LocalizedPhrase { rule.sentence(about: subject) }
}

extension ReviewDraft {
  /// The texts that tell a review of an item from others.
  package func texts(ofItem item: Int) -> [String] {
    ["\(item)", "\(stars.rawValue)", receipt ?? "", author ?? "", text]
  }
}
