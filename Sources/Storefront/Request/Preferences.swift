import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The choices of a reader: in the query of a request they are new, and a cookie then remembers them.
struct Preferences: Sendable, Equatable {
  enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case korean = "ko"

    /// The name of the language in itself.
    var name: String { self == .english ? "English" : "한국어" }
  }

  private static let english = Locale(identifier: "en_US")
  private static let korean = Locale(identifier: "ko_KR")

  enum View: String, CaseIterable, Sendable {
    case grid
    case list
  }

  /// Whether a list loads more rows by itself.
  enum Scroll: String, CaseIterable, Sendable {
    case on
    case off
  }

  private(set) var language: Language
  /// Whether the address names the language: then it is that of the page in this language alone.
  let isLanguageNamed: Bool
  private(set) var view: View
  private(set) var scroll: Scroll
  /// The cookies that remember what the request has chosen.
  private(set) var cookies: [String] = []

  init(_ request: HTTPRequest) {
    let cookies = request.cookies
    let query = request.queryItems
    var remembered: [String] = []
    func value<Choice: RawRepresentable<String>>(_ name: String, else other: Choice) -> Choice {
      if let chosen = query.last(where: { $0.name == name })?.value.flatMap(Choice.init) {
        remembered.append("\(name)=\(chosen.rawValue); Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly")
        return chosen
      }
      return cookies.first { $0.name == name }.flatMap { Choice(rawValue: $0.value) } ?? other
    }
    language = value("lang", else: request.preferredLanguage)
    isLanguageNamed = !remembered.isEmpty
    view = value("view", else: .grid)
    scroll = value("scroll", else: .on)
    self.cookies = remembered
  }

  /// Weeks are those of ISO 8601, which begin on Monday.
  private static let region = Locale(identifier: "en_GB")

  /// How the reader is written to.
  func format(timeZone: TimeZone?, now: Date) -> OutputFormat {
    let locale = language == .english ? Self.english : Self.korean
    var words: SystemSupport.Language = language == .english ? .english : .korean
    words.hasRoundQuotes = true
    return OutputFormat(
      language: words, isAccessible: false, words: locale, money: locale,
      time: locale, region: Self.region, timeZone: timeZone, currencyStyle: .auto, now: now)
  }

  static let queryNames = ["lang", "view", "scroll"]

  /// The request fields that the choices come from.
  static let varying = "Accept-Language, Cookie, Accept-Encoding"
}

extension HTTPRequest {
  /// The cookies (RFC 6265 §5.4).
  var cookies: [(name: String, value: String)] {
    headers.values(for: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let halves = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return halves.count == 2 ? (halves[0], halves[1]) : nil
    }
  }

  /// The language that the client prefers of those that pages have (RFC 9110 §12.5.4); English where it names none.
  fileprivate var preferredLanguage: Preferences.Language {
    headers.accepted(.acceptLanguage)
      .compactMap { Preferences.Language(rawValue: String($0.prefix { $0 != "-" })) }.first ?? .english
  }
}
