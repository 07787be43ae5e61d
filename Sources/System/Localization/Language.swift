package import Foundation

/// A language of messages. English phrases are in the code; any other language is a table from English phrases, with `%1` and so
/// on for values, to its own. A phrase that the table lacks is shown in English.
package struct Language: Sendable {
  /// The language of the literals in the code.
  package static let english = Language([:])

  /// The identifier of a locale of the language.
  private let locale: String
  private let sentences: [String: String]
  /// The answers that mean yes, in lower case; `y` and `yes` do in every language.
  private let affirmations: Set<String>
  /// Whether quotation marks around values are those of running text, and not those of a terminal.
  package var hasRoundQuotes = false

  package init(_ sentences: [String: String], locale: String = "en_US", affirmations: Set<String> = []) {
    (self.sentences, self.locale, self.affirmations) = (sentences, locale, affirmations)
  }

  /// The language of a catalog, whose header has the identifier of its locale (`Language`), and the answers that mean yes in lower
  /// case (`X-Yes`, with spaces between them).
  package init(_ catalog: MessageCatalog) {
    self.init(
      Dictionary(catalog.entries.map { ($0.phrase, $0.sentence) }) { first, _ in first },
      locale: catalog.header["Language"] ?? "en_US",
      affirmations: Set(catalog.header["X-Yes"]?.split(separator: " ").map(String.init) ?? []))
  }

  /// The phrase in this language, with its values.
  package func text(_ phrase: LocalizedPhrase) -> String {
    phrase.text(by: sentences, hasRoundQuotes: hasRoundQuotes)
  }

  /// The locale for text that Foundation makes, such as relative dates: `other`, unless that has another language than this
  /// one.
  package func locale(like other: Locale) -> Locale {
    let own = Locale(identifier: locale)
    return other.language.languageCode == own.language.languageCode ? other : own
  }

  /// Whether an answer to a prompt means yes.
  package func means(yes answer: String) -> Bool {
    let answer = answer.lowercased()
    return ["y", "yes"].contains(answer) || affirmations.contains(answer)
  }
}

extension Locale {
  /// A category with an environment variable for its locale (POSIX, XBD 8.2, Internationalization Variables).
  package enum Category: String, Sendable {
    case money = "LC_MONETARY"
    case time = "LC_TIME"
    case messages = "LC_MESSAGES"
  }

  /// The locale for a category: the first non-empty one of `override` (from the command line), `LC_ALL`, the category's
  /// variable and `LANG`. `C`, `POSIX` and invalid names mean en_US. Foundation on Linux reads none of these.
  package static func forCategory(
    _ category: Category, environment: [String: String], override: String? = nil
  ) -> Locale {
    chosen(for: category, environment: environment, override: override) ?? Locale(identifier: "en_US")
  }

  /// The locale that is set for a category; nil where none is set, or the value names no locale.
  package static func chosen(
    for category: Category, environment: [String: String], override: String? = nil
  ) -> Locale? {
    chosenIdentifier(for: category, environment: environment, override: override).map {
      Locale(identifier: $0)
    }
  }

  /// The identifier of the same, without Foundation's data of the locale, which takes time to load.
  package static func chosenIdentifier(
    for category: Category, environment: [String: String], override: String? = nil
  ) -> String? {
    [override, environment["LC_ALL"], environment[category.rawValue], environment["LANG"]]
      .compactMap(\.self).first { !$0.isEmpty }.flatMap(identifier)
  }

  /// Parses `ko_KR.UTF-8`, `sr_RS@latin` (the modifier is ignored), `zh-Hant-TW` and `de`: a language of two or three
  /// letters, a script of four, a region of two letters or three digits (RFC 5646, 2.1). Nil for `C`, `POSIX` and
  /// anything else.
  package static func named(_ name: String) -> Locale? {
    identifier(name).map { Locale(identifier: $0) }
  }

  /// Whether its language and region are those of ISO 639 and ISO 3166, or of UN M.49.
  package var isKnown: Bool {
    language.languageCode?.isISOLanguage == true
      && region.map { $0.isISORegion || $0.identifier.allSatisfy(\.isNumber) } ?? true
  }

  private static func identifier(_ name: String) -> String? {
    let core = name.prefix { $0 != "." && $0 != "@" }
    var rest = core.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }[...]
    guard let language = rest.popFirst(), 2...3 ~= language.count, language.isLetters else { return nil }
    var parts = [language.lowercased()]
    if let script = rest.first, script.count == 4, script.isLetters {
      parts.append(script.capitalized)
      rest.removeFirst()
    }
    if let region = rest.popFirst() {
      guard region.count == 2 && region.isLetters || region.count == 3 && region.isDigits else { return nil }
      parts.append(region.uppercased())
    }
    guard rest.isEmpty else { return nil }
    return parts.joined(separator: "_")
  }
}

extension Substring {
  fileprivate var isLetters: Bool { allSatisfy { $0.isASCII && $0.isLetter } }
  fileprivate var isDigits: Bool { allSatisfy { $0.isASCII && $0.isNumber } }
}
