import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

extension Language {
  static let korean = Language(
    Korean.tables, locale: "ko_KR", affirmations: Korean.affirmations)

  /// - Parameter identifier: That of a locale; nil for the default.
  private init(localeIdentifier identifier: String?) {
    self = identifier?.prefix(while: { $0 != "_" }) == "ko" ? .korean : .english
  }

  /// The language of a command line, before it is parsed, so that errors in it are translated too. The order is that of
  /// `Settings`; an invalid locale counts as not set.
  init(for words: [String], environment: [String: String], config: Result<ConfigFile, ConfigFileError>) {
    let profile = Settings.ChosenProfile(Self.value(of: Option<String?>.market.word, in: words), environment)
    let locale =
      Self.value(of: OptionGroup.locale.word, in: words)
      ?? environment["MARKET_LOCALE"].flatMap { $0.isEmpty ? nil : $0 }
      ?? (try? config.get())?.value(of: .locale, inProfile: profile?.name)?.text
    self.init(
      localeIdentifier: Locale.chosenIdentifier(for: .messages, environment: environment, override: locale))
  }

  private static func value(of option: String, in words: [String]) -> String? {
    let words = words.prefix { $0 != "--" }
    guard let index = words.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else {
      return nil
    }
    return words[index] == option
      ? words[(index + 1)...].first : String(words[index].dropFirst(option.count + 1))
  }
}

extension OutputFormat {
  /// Short facts in lines of at most `width` columns, which end between two facts.
  func facts(_ facts: [LocalizedPhrase?], width: Int) -> [String] {
    texts(facts).flowing(toWidth: width, separator: separator)
  }
}
