import Console
import Foundation

extension Language {
  static let korean = Language(
    Korean.tables, locale: Locale(identifier: "ko_KR"), affirmations: Korean.affirmations)

  init(_ locale: Locale) {
    self = locale.language.languageCode == .korean ? .korean : .english
  }

  /// The language to speak to whoever typed these words, before it is known whether they mean anything: what is wrong
  /// with them is told in it too. The order is that of `Settings`; what is wrong counts as not set.
  init(for words: [String], environment: [String: String]) {
    let locale =
      Self.locale(in: words)
      ?? environment["MARKET_LOCALE"].flatMap { $0.isEmpty ? nil : $0 }
      ?? (try? ConfigFile(path: Directories(environment: environment).configFile))?.values[.locale]
    self.init(.forCategory(.messages, environment: environment, override: locale))
  }

  private static func locale(in words: [String]) -> String? {
    let option = "--" + Option.locale.long
    let words = words.prefix { $0 != "--" }
    guard let index = words.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else {
      return nil
    }
    return words[index] == option
      ? words[(index + 1)...].first : String(words[index].dropFirst(option.count + 1))
  }
}
