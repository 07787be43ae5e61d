package import SystemSupport

/// An invalid value of a field: the field, the value and the rule that it breaks.
package struct ValidationError: Error, Sendable, Equatable {
  package enum Rule: Sendable, Equatable {
    case missing
    case empty
    case notText
    case longerThan(bytes: Int)
    case tooManyCharacters(limit: Int)
    case holdsControlCharacter
    case holdsUnprintable
    /// U+FFFE or U+FFFF.
    case holdsNoncharacter
    case invisible
    case holdsBar
    case surroundedBySpace
    case tooManyTags
    case tooManyBarcodes
    case notABarcode
    case notAList
    case notANumber
    case notAWholeNumber
    case negative
    case zero
    case notATime
    case notStars
    case notOneOf([String])
    case above(limit: String)
    case tooManyDecimals(currency: String, digits: Int)
    case abovePrice(String)
    case notInISO4217
    case inOtherCurrency
    case tooManyImages
    /// The images of the request, together.
    case tooLongToCheck
    case notAnImage
    case broken(ImageDefect)
    case unreadable
    case repeated
    /// The existing name that could be taken for it.
    case looksLike(String)
  }

  package let field: ItemField
  /// The given value, cut when long; nil where there is none to show, or where it is a secret.
  package let value: String?
  package let rule: Rule

  package init(_ field: ItemField, _ rule: Rule, value: String? = nil) {
    self.field = field
    self.value = value?.cut(60)
    self.rule = rule
  }

  /// The sentence in the body of an API's error, with the part or key named as in that API.
  package func reason(calling name: String) -> String {
    // The original servers' sentence, which clients compare.
    if rule == .tooManyImages { return "The number of images must be 5 or less" }
    return sentence(about: LocalizedPhrase(verbatim: value.map { "\(name) '\($0)'" } ?? name)).english
  }

  /// The sentence that says which rule the value breaks.
  ///
  /// - Parameter subject: Names the field and the value.
  package func sentence(about subject: LocalizedPhrase) -> LocalizedPhrase { rule.sentence(about: subject) }
}

extension ValidationError.Rule {
  /// The sentence that says that a value breaks the rule.
  func sentence(about subject: LocalizedPhrase) -> LocalizedPhrase {
    switch self {
    case .missing: "\(subject) is missing"
    case .empty: "\(subject) is empty"
    case .notText: "\(subject) is not valid UTF-8 text"
    case .longerThan(let bytes): "\(subject) is longer than \(grouped: bytes) bytes"
    case .tooManyCharacters(let limit): "\(subject) is longer than \(grouped: limit) characters"
    case .holdsControlCharacter: "\(subject) contains a NUL character"
    case .holdsUnprintable: "\(subject) contains a control character"
    case .holdsNoncharacter: "\(subject) contains U+FFFE or U+FFFF, which XML cannot carry"
    case .invisible: "\(subject) has no visible character"
    case .holdsBar: "\(subject) contains a '|'"
    case .surroundedBySpace: "\(subject) begins or ends with white space"
    case .tooManyTags: "Too many tags: an item can have at most \(ItemLimits.tags)"
    case .tooManyBarcodes: "Too many barcodes: an item can have at most \(ItemLimits.barcodes)"
    case .notABarcode:
      "\(subject) is no barcode: not 8, 12, 13 or 14 digits, and no ISBN"
    case .notAList: "\(subject) is not a JSON array of strings"
    case .notANumber: "\(subject) is not a number: write it like 1690000 or 12.50"
    case .notAWholeNumber: "\(subject) is not a whole number"
    case .negative: "\(subject) is negative"
    case .zero: "\(subject) is not at least 1"
    case .notATime: "\(subject) is not a time: write it like 2026-11-20T18:30"
    case .notStars: "\(subject) is not a whole number from 1 to 5"
    case .notOneOf(let choices): "\(subject) is none of \(choices.joined(separator: ", "))"
    case .above(let limit): "\(subject) is above \(limit)"
    case .tooManyDecimals(let currency, digits: 0): "\(subject) has more decimals than \(currency) has (none)"
    case .tooManyDecimals(let currency, let digits):
      "\(subject) has more decimals than \(currency) has (\(digits))"
    case .abovePrice(let price): "\(subject) is above the price '\(price)'"
    case .notInISO4217: "\(subject) is not a currency that ISO 4217 lists"
    case .inOtherCurrency: "\(subject) is in another currency"
    case .tooManyImages: "Too many images: an item can have at most \(ItemLimits.images)"
    case .tooLongToCheck: "The images of this request take too long to check: send fewer at once"
    case .notAnImage: "\(subject) is neither a PNG nor a JPEG image"
    case .broken(let defect): "\(subject) is broken: \(defect.clause)"
    case .unreadable: "\(subject) cannot be read"
    case .repeated: "\(subject) is given twice"
    case .looksLike(let other): "\(subject) looks like '\(other.cut(60))'"
    }
  }
}

extension String {
  /// The first characters of a text that is longer. Counts scalars: one character may be a letter with a megabyte of combining marks.
  func cut(_ count: Int) -> String {
    guard utf8.count > count, unicodeScalars.count > count else { return self }
    return String(unicodeScalars.prefix(count - 1)) + "…"
  }
}
