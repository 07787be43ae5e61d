import Console
import Foundation
import OpenMarket
import Storefront

/// A setting of all commands: an option, an environment variable, or a line of the config file.
enum Setting: String, CaseIterable {
  case server
  case store
  case timeout
  case maxTime = "max-time"
  case cacert
  case passwordFile = "password-file"
  /// The file with the key of a market that is served elsewhere.
  case keyFile = "key-file"
  case currency
  case currencyStyle = "currency-style"
  case locale
  case color
  case images
  case perPage = "per-page"
  case sort
  /// The name of the market on its pages; `--title` is that of an item.
  case shopTitle = "shop-title"
  case shopContact = "shop-contact"
  /// A text, or the path of a file with one.
  case shopAbout = "shop-about"
  /// The path of an image.
  case shopLogo = "shop-logo"
  case shopColour = "shop-colour"

  /// The setting of the market itself, which its store has; nil for one of the config file.
  var ofShop: ShopSetting? { ShopSetting(rawValue: rawValue.replacing("-", with: "_")) }

  /// The environment variable, nil if it has none; the default value, if fixed; and a valid value, for an error that explains how to
  /// write one.
  private var declaration: (variable: String?, defaultValue: String?, example: String) {
    switch self {
    case .server: ("MARKET_SERVER", nil, "https://market.example")
    case .store: ("MARKET_STORE", nil, "market.db")
    case .timeout: (nil, "30", "30")
    case .maxTime: (nil, "600", "600")
    case .cacert: ("MARKET_CACERT", nil, "ca.pem")
    case .passwordFile: ("MARKET_PASSWORD_FILE", nil, "password")
    case .keyFile: ("MARKET_KEY_FILE", nil, "market.key")
    case .currency: ("MARKET_CURRENCY", nil, "KRW")
    case .currencyStyle: (nil, Price.CurrencyStyle.auto.rawValue, Price.CurrencyStyle.code.rawValue)
    case .locale: ("MARKET_LOCALE", nil, "ko_KR")
    case .color: (nil, ColorChoice.auto.rawValue, ColorChoice.auto.rawValue)
    case .images: ("MARKET_IMAGES", nil, ImageProtocol.blocks.rawValue)
    case .perPage: (nil, String(PageQuery.defaultSize), String(PageQuery.defaultSize))
    case .sort: (nil, PageQuery.Sort.best.rawValue, PageQuery.Sort.newest.rawValue)
    case .shopTitle: (nil, nil, "Corner Shop")
    case .shopContact: (nil, nil, "shop@market.example")
    case .shopAbout: (nil, nil, "about.txt")
    case .shopLogo: (nil, nil, "logo.png")
    case .shopColour: (nil, nil, "#0b6148")
    }
  }

  var variable: String? { declaration.variable }
  var defaultValue: String? { declaration.defaultValue }
  var example: String { declaration.example }

  /// Describes the defect of a value as a clause; nil if the value is valid.
  func problem(with value: String) -> LocalizedPhrase? {
    switch self {
    case .server: ServerAddress.problem(with: value)
    case .store, .cacert, .passwordFile, .keyFile:
      value.isEmpty
        ? .mustNotBeEmpty
        : self == .store ? Self.problem(withStore: value) : nil
    case .maxTime:
      Double(value).map { $0 > 0 && $0 <= 86_400 } == true
        ? nil : "it must be a number of seconds above 0, up to 86,400"
    case .timeout:
      Double(value).map { $0 > 0 && $0 <= 3_600 } == true
        ? nil : "it must be a number of seconds above 0, up to 3,600"
    case .currency:
      if let currency = Currency(value) {
        currency.kind.problem
      } else {
        "it must be a code that ISO 4217 lists, such as KRW"
      }
    case .currencyStyle: Self.problem(value, Price.CurrencyStyle.allCases.map(\.rawValue))
    case .locale: Locale.named(value)?.isKnown == true ? nil : "it must be a locale, such as ko_KR"
    case .color: Self.problem(value, ColorChoice.allCases.map(\.rawValue))
    case .images:
      // Protocols of earlier releases, which now mean 'auto'.
      ["iterm", "sixel"].contains(value) ? nil : Self.problem(value, Self.imageChoices)
    case .perPage:
      Int(value).map { (1...PageQuery.largestSize).contains($0) } == true
        ? nil : .wholeNumber(in: 1...PageQuery.largestSize)
    case .sort: Self.problem(value, PageQuery.Sort.allCases.map(\.rawValue))
    case .shopTitle, .shopContact: ShopDetails.problem(with: value)
    case .shopAbout:
      !value.isEmpty && ShopSetting.allows(value)
        ? nil
        : "it must be a text of up to \(ShopSetting.aboutBytes >> 10) KiB, or the path of a file with one"
    case .shopLogo: value.isEmpty ? .mustNotBeEmpty : nil
    case .shopColour: ShopColour(value) == nil ? "it must be a colour such as #0b6148" : nil
    }
  }

  private static func problem(withStore value: String) -> LocalizedPhrase? {
    do throws(PostgresAddress.Defect) {
      if try PostgresAddress(value) != nil { return nil }
    } catch .password {
      return "it must not have a password, which other users can see: use a password file (PGPASSFILE)"
    } catch .port {
      return "its port must be a whole number from 1 to 65535"
    } catch .item(let name, let words) {
      return words.isEmpty
        ? "its '\(name)' must be a whole number"
        : "its '\(name)' must be one of: \(words.joined(separator: ", "))"
    } catch {
      return "it must be the address of a database, such as postgres://host/market"
    }
    // The address of a database in another form, which would be the path of a file, and may have a password.
    let isOther =
      value.prefixMatch(of: /(?i)postgres(ql)?:|\s*(host|hostaddr|port|dbname|user|password|service)\s*=/)
      != nil
    return isOther || StoreLocation(value) == nil
      ? "it must be the path of a file, ':memory:', or the address of a database, such as postgres://host/market"
      : nil
  }

  static let imageChoices = ["auto"] + ImageProtocol.allCases.map(\.rawValue)

  private static func problem(_ value: String, _ choices: [String]) -> LocalizedPhrase? {
    choices.contains(value) ? nil : "choose from \(choices.joined(separator: ", "))"
  }
}

/// A value that a setting cannot have, wherever it was set.
struct SettingError: ReportableError, Equatable {
  let setting: Setting
  let value: String
  let source: Settings.Source
  /// The defect of the value, as a clause.
  let problem: LocalizedPhrase

  var message: LocalizedPhrase {
    "Invalid value '\(value.withoutCredentials.shortened)' for '\(name)': \(problem)"
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch source {
    case .option, .fallback: "For example: '--\(setting.rawValue) \(setting.example)'"
    case .variable(let name): "Unset \(name), or set it to a valid value"
    case .file(let path, let line), .profile(_, let path, let line):
      "Correct line \(line) of the config file '\(path)'"
    }
  }

  /// The setting as it is spelled where it was set.
  private var name: String {
    switch source {
    case .option, .fallback: "--\(setting.rawValue)"
    case .variable(let name): name
    case .file, .profile: setting.rawValue
    }
  }
}
