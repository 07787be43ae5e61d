package import Foundation

extension Locale {
  /// What a locale is asked for: POSIX lets people choose one for each (XBD 8.2, Internationalization Variables).
  package enum Category: String, Sendable {
    case money = "LC_MONETARY"
    case time = "LC_TIME"
    case messages = "LC_MESSAGES"
  }

  /// The locale for a category: the first that is set and not empty of `override` (the person's word on the
  /// command line), `LC_ALL`, the category's own variable and `LANG`. What names no locale, and `C` and `POSIX`,
  /// mean plain English. Foundation on Linux reads none of these.
  package static func forCategory(
    _ category: Category, environment: [String: String], override: String? = nil
  ) -> Locale {
    chosen(for: category, environment: environment, override: override) ?? Locale(identifier: "en_US")
  }

  /// The same; nil where none is set, or what is set names no locale.
  package static func chosen(
    for category: Category, environment: [String: String], override: String? = nil
  ) -> Locale? {
    [override, environment["LC_ALL"], environment[category.rawValue], environment["LANG"]]
      .compactMap(\.self).first { !$0.isEmpty }.flatMap(named)
  }

  /// Reads `ko_KR.UTF-8`, `sr_RS@latin` (the modifier is not looked at), `zh-Hant-TW` and `de`. Nil for `C`,
  /// `POSIX` and what has the shape of no locale: language of two or three letters, script of four, region of two
  /// letters or three digits (RFC 5646, 2.1).
  package static func named(_ name: String) -> Locale? {
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
    return Locale(identifier: parts.joined(separator: "_"))
  }
}

extension Substring {
  fileprivate var isLetters: Bool { allSatisfy { $0.isASCII && $0.isLetter } }
  fileprivate var isDigits: Bool { allSatisfy { $0.isASCII && $0.isNumber } }
}
