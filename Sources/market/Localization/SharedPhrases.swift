import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// Sentences that several errors and commands have in common.
extension LocalizedPhrase {
  static let checkPath: LocalizedPhrase = "Check the path"
  static let checkPermissions: LocalizedPhrase = "Check its permissions"
  static let checkAddress: LocalizedPhrase = "Check the address; 'market config' shows where it is set"
  static let tryLater: LocalizedPhrase = "Try again later"
  static let showCause: LocalizedPhrase = "Run the command again with '--verbose' to see the cause"
  static let saveAsUTF8: LocalizedPhrase = "Save it as UTF-8"
  static let passRightPassword: LocalizedPhrase =
    "Pass the right one with '--password-file <file>' or MARKET_PASSWORD"
  static let nothingChanged: LocalizedPhrase = "Nothing was changed."
  static let nothingDeleted: LocalizedPhrase = "Nothing was deleted."
  static let dryRun: LocalizedPhrase = "Dry run, nothing changed."
  static let notAnID: LocalizedPhrase = "an id is a whole number from 1"
  static let mustNotBeEmpty: LocalizedPhrase = "it must not be empty"
  static let unreadable: LocalizedPhrase = "it cannot be read"

  static let chooseAnotherFile: LocalizedPhrase = "Choose another path, or replace the file with '--force'"
  static let checkFolder: LocalizedPhrase = "Check the permissions of the folder, and the space on its disk"
  static let unsupportedAddress: LocalizedPhrase = "its address is not supported"
  static let missingLibrary: LocalizedPhrase = "libcurl is not installed"
  static let requestFailed: LocalizedPhrase = "the request failed unexpectedly"

  static func exists(_ path: String) -> LocalizedPhrase { "The file '\(path.sanitized)' already exists" }
  static func unwritable(_ path: String) -> LocalizedPhrase {
    "The file '\(path.sanitized)' cannot be written"
  }
  static func notFetched(_ image: String, _ error: ImageFetchError) -> LocalizedPhrase {
    "The image '\(image.withoutCredentials)' cannot be fetched: \(error.clause)"
  }
  static func makePrivate(_ path: String) -> LocalizedPhrase {
    "Make it private: chmod 600 \(path.shellQuoted)"
  }
  static func didYouMean(_ word: String) -> LocalizedPhrase { "Did you mean '\(word)'?" }
  static func socketNotPermitted(_ path: String) -> LocalizedPhrase {
    "Permission denied for the socket '\(path)'"
  }
  static func nothingOnPage(_ number: String) -> LocalizedPhrase { "Nothing on page \(number)" }
  static func requestFailed(_ server: String) -> LocalizedPhrase {
    "The request to '\(server)' failed unexpectedly"
  }
}

extension Language {
  /// - Parameter identifier: That of a locale; nil for the default.
  private init(localeIdentifier identifier: String?) {
    self = identifier?.prefix(while: { $0 != "_" }) == "ko" ? .korean : .english
  }

  /// The language of a command line, before it is parsed, so that errors in it are translated too. The order is that of
  /// `Settings`; an invalid locale counts as not set.
  init(for words: [String], environment: [String: String], config: Result<ConfigFile, CommandFailure>) {
    let profile = Settings.ChosenProfile(Self.value(of: .profile, in: words), environment)
    let locale =
      Self.value(of: .locale, in: words)
      ?? environment["MARKET_LOCALE"].flatMap { $0.isEmpty ? nil : $0 }
      ?? (try? config.get())?.value(of: .locale, inProfile: profile?.name)?.text
    self.init(
      localeIdentifier: Locale.chosenIdentifier(for: .messages, environment: environment, override: locale))
  }

  private static func value(of option: Option<String?>, in words: [String]) -> String? {
    let words = words.prefix { $0 != "--" }
    for (word, next) in zip(words, words.dropFirst().map { $0 } + [nil]) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if option.declaration.words.contains(parts[0]) { return parts.count == 2 ? parts[1] : next }
    }
    return nil
  }
}

extension OutputFormat {
  /// Names and values for a screen reader, a line each.
  func labelled(_ fields: [(name: LocalizedPhrase, value: LocalizedPhrase)?]) -> [String] {
    fields.compactMap { $0.map { text("\($0.name): \($0.value)") } }
  }

  func items(_ count: Int) -> LocalizedPhrase { count == 1 ? "1 item" : "\(number(count)) items" }

  func movements(_ count: Int) -> LocalizedPhrase {
    count == 1 ? "1 movement" : "\(number(count)) movements"
  }

  /// Short facts in lines of at most `width` columns, which end between two facts.
  func facts(_ facts: [LocalizedPhrase?], width: Int) -> [String] {
    texts(facts).flowing(toWidth: width, separator: separator)
  }
}

extension ItemField {
  /// The option that sets the field, without its dashes.
  var option: String {
    switch self {
    case .descriptions: OptionGroup.description.declaration.long
    case .password: OptionGroup.passwordFile.declaration.long
    case .images: OptionGroup.image.declaration.long
    case .detail(let field): field.option.long
    default: rawValue.replacing("_", with: "-")
    }
  }
}

extension DetailField {
  /// The name of the field above its column.
  var header: LocalizedPhrase {
    switch self {
    case .sku: LocalizedPhrase("SKU")
    case .tags: LocalizedPhrase("TAGS")
    case .note: LocalizedPhrase("NOTE")
    case .reorderAt: "REORDER AT"
    case .offSale: "OFF SALE"
    case .barcodes: LocalizedPhrase("BARCODES")
    }
  }

  /// The field and its value in the facts of an item.
  func fact(_ value: String) -> LocalizedPhrase {
    switch self {
    case .sku: "SKU \(value)"
    case .tags: "tags \(value)"
    case .note: "note \(value)"
    case .reorderAt: "reorder at \(value)"
    case .offSale: "off sale"
    case .barcodes: "barcodes \(value)"
    }
  }
}

extension DetailValue {
  /// The value for a person, on one line.
  func words(_ format: OutputFormat) -> String {
    switch self {
    case .text, .list: texts.joined(separator: ", ")
    case .number(let number): number.map(format.number) ?? ""
    case .flag(let isSet): isSet ? format.text(LocalizedPhrase("yes")) : ""
    }
  }
}
