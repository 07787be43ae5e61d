import Console
import Foundation
import HTTP
import OpenMarket

/// The settings in force: option, then variable, then config file, then default, each with where it was set.
struct Settings {
  enum Source: Equatable {
    case option
    /// The name of an environment variable.
    case variable(String)
    /// A line of the config file, counted from 1.
    case file(String, line: Int)
    /// The default.
    case fallback
  }

  struct Value: Equatable {
    /// Nil if nothing is set and there is no default.
    let text: String?
    let source: Source
  }

  /// Which mistakes in the settings stop a command.
  enum Strictness {
    /// All of them.
    case strict
    /// All but unknown names in the config file, which are in `unknown`: for the command that shows the settings.
    case showingUnknown
    /// None; a mistake counts as not set. For help, which is needed most when something is wrong.
    case forgiving
  }

  let directories: Directories
  /// The lines of the config file that set something unknown.
  let unknown: [ConfigFileError]
  /// Whether requests, responses and the causes of errors are written to stderr.
  let isVerbose: Bool
  private let environment: [String: String]
  private let config: Result<ConfigFile, ConfigFileError>
  private var values: [Setting: Value] = [:]

  /// - Parameters:
  ///   - config: The config file, read once for the whole run.
  ///   - environment: The variables of the process.
  init(
    _ arguments: Arguments, _ config: Result<ConfigFile, ConfigFileError>, environment: [String: String],
    _ strictness: Strictness = .strict
  ) throws {
    self.environment = environment
    self.config = config
    directories = Directories(environment: environment)
    isVerbose = Self.isVerbose(arguments.flag(Option.verbose.long), environment)
    if strictness != .forgiving, arguments.flag(Option.server.long), arguments.flag(Option.store.long) {
      throw UsageError(.conflictingOptions("--server", "--store"))
    }
    let file = strictness == .forgiving ? try? config.get() : try config.get()
    unknown = file?.unknown ?? []
    if strictness == .strict, let first = unknown.first { throw first }
    for setting in Setting.allCases {
      guard let value = value(of: setting, arguments, file), let text = value.text else { continue }
      guard let problem = problem(with: text, of: setting) else {
        values[setting] = value
        continue
      }
      guard strictness == .forgiving else {
        throw SettingError(setting, value: text, source: value.source, problem: problem)
      }
    }
  }

  /// The listening sockets that a service manager has passed to this process.
  var passedSockets: [Int32] { PassedSockets.descriptors(in: environment) }

  /// Whether causes are reported: `--verbose`, or MARKET_DEBUG that is not empty.
  static func isVerbose(_ flag: Bool, _ environment: [String: String]) -> Bool {
    flag || !(environment["MARKET_DEBUG"] ?? "").isEmpty
  }

  /// What is wrong with a value, as a clause; nil if it is valid.
  private func problem(with text: String, of setting: Setting) -> LocalizedPhrase? {
    if let problem = setting.problem(with: text) { return problem }
    // A missing folder is most likely misspelled; only the default one is created.
    guard setting == .store, case .file(let path)? = StoreLocation(text) else {
      return nil
    }
    return Self.isInFolder(path)
      ? nil : "there is no folder '\(URL(filePath: path).deletingLastPathComponent().path)'"
  }

  /// Whether the folder that a path is in exists.
  private static func isInFolder(_ path: String) -> Bool {
    let name = path.reversed().drop { $0 == "/" }.prefix { $0 != "/" }
    let folder = path[..<name.endIndex.base]
    var status = stat()
    return stat(folder.isEmpty ? "." : String(folder), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The settings in the same environment for another command line; a mistake counts as not set.
  func read(again arguments: Arguments) throws -> Settings {
    try Settings(arguments, config, environment: environment, .forgiving)
  }

  subscript(setting: Setting) -> Value {
    values[setting] ?? Value(text: fallback(for: setting), source: .fallback)
  }

  /// The value that is set; nil for the default.
  private func value(of setting: Setting, _ arguments: Arguments, _ file: ConfigFile?) -> Value? {
    if let text = arguments.value(setting.rawValue) { return Value(text: text, source: .option) }
    if let name = setting.variable, let text = environment[name], !text.isEmpty {
      return Value(text: text, source: .variable(name))
    }
    if let file, let value = file.values[setting] {
      return Value(text: value.text, source: .file(file.path, line: value.line))
    }
    return nil
  }

  /// The default of a setting, computed when it is read: the currency needs Foundation's data of the locale.
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
  /// Where the market is: the one that is set by the source with the highest precedence.
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

  /// How long a server may take.
  var limits: ClientLimits {
    let seconds = { (setting: Setting) in
      self[setting].text.flatMap(Double.init).map { Duration.milliseconds(Int($0 * 1_000)) }
    }
    let standard = ClientLimits()
    return ClientLimits(idle: seconds(.timeout) ?? standard.idle, whole: seconds(.maxTime) ?? standard.whole)
  }
  var currency: Currency { self[.currency].text.flatMap { Currency($0) } ?? .usDollar }
  var currencyStyle: Price.CurrencyStyle {
    self[.currencyStyle].text.flatMap(Price.CurrencyStyle.init) ?? .code
  }
  /// How images are drawn; nil to ask the terminal.
  var images: ImageProtocol? { self[.images].text.flatMap(ImageProtocol.init) }
  var perPage: Int { self[.perPage].text.flatMap { Int($0) } ?? PageQuery.defaultSize }
  var sort: PageQuery.Sort { self[.sort].text.flatMap(PageQuery.Sort.init) ?? .oldest }

  /// The locale for amounts, dates or messages.
  func locale(for category: Locale.Category) -> Locale {
    .forCategory(category, environment: environment, override: self[.locale].text)
  }

  /// The same, if an option, a setting or a variable names it; nil for the default.
  func chosenLocale(for category: Locale.Category) -> Locale? {
    .chosen(for: category, environment: environment, override: self[.locale].text)
  }
}

/// A value that a setting cannot have, wherever it was set.
struct SettingError: ReportableError, Equatable {
  let setting: Setting
  /// Cut to what a line can show, and without a password.
  let value: String
  let source: Settings.Source
  /// What is wrong with the value, as a clause.
  let problem: LocalizedPhrase

  init(_ setting: Setting, value: String, source: Settings.Source, problem: LocalizedPhrase) {
    self.setting = setting
    self.value = value.withoutCredentials.truncated(toWidth: 60)
    self.source = source
    self.problem = problem
  }

  var message: LocalizedPhrase { "Invalid value '\(value.shortened)' for '\(name)': \(problem)" }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch source {
    case .option, .fallback: "For example: '--\(setting.rawValue) \(setting.example)'"
    case .variable(let name): "Unset \(name), or set it to a valid value"
    case .file(let path, let line): "Correct line \(line) of the config file '\(path)'"
    }
  }

  /// The setting as it is spelled where it was set.
  private var name: String {
    switch source {
    case .option, .fallback: "--\(setting.rawValue)"
    case .variable(let name): name
    case .file: setting.rawValue
    }
  }
}
