import Console
import Foundation
import OpenMarket

/// The settings in force: option, then variable, then config file, then default, and for each where it came from.
struct Settings {
  enum Source: Equatable {
    case option
    case variable(String)
    case file(String)
    case fallback
  }

  struct Value: Equatable {
    /// Nil where nothing is set and there is no default.
    let text: String?
    let source: Source
  }

  let directories: Directories
  private let environment: [String: String]
  private var values: [Setting: Value] = [:]

  /// - Parameter isForgiving: What is wrong counts as not set, so that help is given also to who has a wrong setting.
  init(_ arguments: Arguments, environment: [String: String], isForgiving: Bool = false) throws {
    self.environment = environment
    directories = Directories(environment: environment)
    if !isForgiving, arguments.flag(Option.server.long), arguments.flag(Option.store.long) {
      throw UsageError(.conflictingOptions("--server", "--store"))
    }
    let file =
      isForgiving
      ? (try? ConfigFile(path: directories.configFile)) ?? ConfigFile()
      : try ConfigFile(path: directories.configFile)
    // The locale first: it says which currency is the default.
    for setting in [.locale] + Setting.allCases.filter({ $0 != .locale }) {
      let value = value(of: setting, arguments, file)
      values[setting] = value
      guard let text = value.text, let problem = problem(with: text, of: setting, from: value.source) else {
        continue
      }
      guard isForgiving else {
        throw SettingError(
          setting: setting, value: text.withoutCredentials, source: value.source, problem: problem)
      }
      values[setting] = Value(text: fallback(for: setting), source: .fallback)
    }
  }

  /// What is wrong with a value, as a clause; nil when nothing is.
  private func problem(with text: String, of setting: Setting, from source: Source) -> LocalizedPhrase? {
    if let problem = setting.problem(with: text) { return problem }
    // A folder that is missing is most likely misspelled; only the default one is made.
    guard setting == .store, source != .fallback, case .file(let path)? = StoreLocation(text) else {
      return nil
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      return "there is no folder '\(folder)'"
    }
    return nil
  }

  /// The settings in the same surroundings for another command line; what is wrong counts as not set.
  func read(again arguments: Arguments) throws -> Settings {
    try Settings(arguments, environment: environment, isForgiving: true)
  }

  subscript(setting: Setting) -> Value {
    values[setting] ?? Value(text: nil, source: .fallback)
  }

  private func value(of setting: Setting, _ arguments: Arguments, _ file: ConfigFile) -> Value {
    if let text = arguments.value(setting.rawValue) { return Value(text: text, source: .option) }
    if let name = setting.variable, let text = environment[name], !text.isEmpty {
      return Value(text: text, source: .variable(name))
    }
    if let text = file.values[setting] { return Value(text: text, source: .file(directories.configFile)) }
    return Value(text: fallback(for: setting), source: .fallback)
  }

  private func fallback(for setting: Setting) -> String? {
    switch setting {
    case .store: directories.storeFile
    case .currency:
      locale(for: .money).currency.flatMap { Currency($0.identifier) }?.code ?? Currency.usDollar.code
    default: setting.defaultValue
    }
  }
}

extension Settings {
  /// Which market is meant: the one that the nearest word names.
  enum Place: Equatable {
    case embedded(StoreLocation)
    case server(URL)
  }

  var place: Place {
    let server = self[.server]
    guard let address = server.text.flatMap(ServerAddress.url),
      !isNearer(self[.store].source, than: server.source)
    else {
      return .embedded(store)
    }
    return .server(address)
  }

  /// The store of the embedded market.
  var store: StoreLocation {
    self[.store].text.flatMap { StoreLocation($0) } ?? .file(directories.storeFile)
  }

  private func isNearer(_ one: Source, than other: Source) -> Bool {
    rank(one) < rank(other)
  }

  private func rank(_ source: Source) -> Int {
    switch source {
    case .option: 0
    case .variable: 1
    case .file: 2
    case .fallback: 3
    }
  }

  var timeout: Duration { .milliseconds(Int((self[.timeout].text.flatMap(Double.init) ?? 30) * 1_000)) }
  var currency: Currency { self[.currency].text.flatMap { Currency($0) } ?? .usDollar }
  var currencyStyle: Price.CurrencyStyle {
    self[.currencyStyle].text.flatMap(Price.CurrencyStyle.init) ?? .code
  }
  /// How images are drawn; nil to find out what the terminal draws.
  var images: ImageProtocol? { self[.images].text.flatMap(ImageProtocol.init) }
  var perPage: Int { self[.perPage].text.flatMap { Int($0) } ?? PageQuery.defaultSize }
  var sort: PageQuery.Sort { self[.sort].text.flatMap(PageQuery.Sort.init) ?? .oldest }

  /// How amounts and dates are written.
  func locale(for category: Locale.Category) -> Locale {
    .forCategory(category, environment: environment, override: self[.locale].text)
  }

  /// The same, if an option, a setting or a variable names it; nil for the default.
  func chosenLocale(for category: Locale.Category) -> Locale? {
    .chosen(for: category, environment: environment, override: self[.locale].text)
  }
}

/// A value that a setting cannot have, wherever it was set.
struct SettingError: Error, Equatable {
  let setting: Setting
  let value: String
  let source: Settings.Source
  let problem: LocalizedPhrase
}
