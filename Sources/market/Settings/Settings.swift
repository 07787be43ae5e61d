import Console
import Foundation
import HTTP
import OpenMarket

/// The settings in force: option, then variable, then profile, then config file, then default, each with where it was set.
struct Settings {
  enum Source: Equatable {
    case option
    /// The name of an environment variable.
    case variable(String)
    /// A line of a profile of the config file, counted from 1.
    case profile(String, file: String, line: Int)
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
    /// Only invalid options; other mistakes count as not set and are in `problems`: for the command that shows the
    /// settings.
    case showingProblems
    /// As `showingProblems`, and the profile that an option names may be new: for commands that write the config file.
    case changing
    /// None; a mistake counts as not set. For help, which is needed most when something is wrong.
    case forgiving
  }

  /// A profile that is chosen, with where it was.
  struct ChosenProfile: Equatable {
    let name: String
    /// An option or a variable.
    let source: Source
  }

  /// The variable that chooses a profile, in place of `--profile`.
  static let profileVariable = "MARKET_PROFILE"

  let directories: Directories
  /// The profile in force; nil for none.
  private(set) var profile: ChosenProfile?
  /// The defects of the config file and of variables.
  private(set) var problems: [any ReportableError] = []
  /// Whether requests, responses and the causes of errors are written to stderr.
  let isVerbose: Bool
  /// The folder with the exchanges of which one answers each request; nil for a market.
  let replay: String?
  private let environment: [String: String]
  private let config: Result<ConfigFile, CommandFailure>
  private var values: [Setting: Value] = [:]

  /// - Parameters:
  ///   - config: The config file, read once for the whole run.
  ///   - environment: The variables of the process.
  init(
    _ arguments: Arguments, _ config: Result<ConfigFile, CommandFailure>, environment: [String: String],
    strictness: Strictness = .strict
  ) throws {
    self.environment = environment
    self.config = config
    directories = Directories(environment: environment)
    isVerbose = Self.isVerbose(arguments[.verbose], environment)
    replay = arguments[.replay]
    if strictness != .forgiving, arguments.has(.server), arguments.has(.store) {
      throw UsageError(.conflictingOptions("--server", "--store"))
    }
    let file = strictness == .forgiving ? try? config.get() : try config.get()
    problems = file?.problems.map(\.error) ?? []
    if strictness == .strict, let first = problems.first { throw first }
    profile = try chosenProfile(arguments, file, strictness)
    for setting in Setting.allCases {
      guard let value = value(of: setting, arguments, file: file), let text = value.text else { continue }
      // The order was checked as the command's own: reviews have others.
      let isChecked = setting == .sort && value.source == .option
      guard !isChecked, let problem = problem(with: text, of: setting) else {
        values[setting] = value
        continue
      }
      let error = SettingError(setting: setting, value: text, source: value.source, problem: problem)
      let isError = value.source == .option || strictness == .strict
      if isError, strictness != .forgiving { throw error }
      problems.append(error)
    }
  }

  /// The profile that an option or a variable chooses. Throws where there is none of that name and the mistake stops the command;
  /// else it is one of the problems.
  private mutating func chosenProfile(
    _ arguments: Arguments, _ file: ConfigFile?, _ strictness: Strictness
  ) throws -> ChosenProfile? {
    guard let chosen = ChosenProfile(arguments[.profile], environment) else { return nil }
    if file?.profile(named: chosen.name) != nil { return chosen }
    if strictness == .changing, chosen.source == .option {
      guard ConfigSection.isName(chosen.name) else { throw CommandFailure.unknownProfile(chosen, of: self) }
      return chosen
    }
    let error = CommandFailure.unknownProfile(chosen, of: self)
    if strictness == .strict || strictness != .forgiving && chosen.source == .option { throw error }
    problems.append(error)
    return nil
  }

  /// Whether a profile has a setting of its own, in force or not.
  func isSet(_ setting: Setting, inProfile name: String) -> Bool {
    (try? config.get())?.profile(named: name)?.values[setting] != nil
  }

  /// The names of all profiles.
  var profiles: [String] { (try? config.get())?.profiles.map(\.name) ?? [] }

  /// The listening sockets that a service manager has passed to this process.
  var passedSockets: [Int32] { PassedSockets.descriptors(in: environment) }

  /// Whether causes are reported: `--verbose`, or MARKET_DEBUG that is not empty.
  static func isVerbose(_ flag: Bool, _ environment: [String: String]) -> Bool {
    flag || !(environment["MARKET_DEBUG"] ?? "").isEmpty
  }

  /// Describes the defect of a value as a clause; nil if the value is valid.
  func problem(with text: String, of setting: Setting) -> LocalizedPhrase? {
    if let problem = setting.problem(with: text) { return problem }
    if setting == .cacert { return CertificateFile.problem(with: text) }
    // A missing folder is most likely misspelled; only the default one is created.
    guard setting == .store, case .file(let path)? = StoreLocation(text) else {
      return nil
    }
    let folder = path.parentFolder.isEmpty ? "." : path.parentFolder
    return folder.fileType == S_IFDIR
      ? nil : "there is no folder '\(URL(filePath: path).deletingLastPathComponent().path)'"
  }

  /// The settings in the same environment for another command line; a mistake counts as not set.
  func read(again arguments: Arguments) throws -> Settings {
    try Settings(arguments, config, environment: environment, strictness: .forgiving)
  }

  subscript(setting: Setting) -> Value {
    values[setting] ?? Value(text: fallback(for: setting), source: .fallback)
  }

  /// The value that is set; nil for the default.
  private func value(of setting: Setting, _ arguments: Arguments, file: ConfigFile?) -> Value? {
    if let text = arguments[.of(setting)] { return Value(text: text, source: .option) }
    if let name = setting.variable, let text = environment[name], !text.isEmpty {
      return Value(text: text, source: .variable(name))
    }
    if let name = profile?.name, let file, let value = file.profile(named: name)?.values[setting],
      ![.passwordFile, .keyFile].contains(setting) || !isElsewhere(arguments, file.profile(named: name))
    {
      return Value(text: value.text, source: .profile(name, file: file.path, line: value.line))
    }
    if let file, let value = file.values[setting] {
      return Value(text: value.text, source: .file(file.path, line: value.line))
    }
    return nil
  }

  /// Whether an option or a variable names a market in the place of the profile's, for which its password is not.
  private func isElsewhere(_ arguments: Arguments, _ profile: ConfigFile.Profile?) -> Bool {
    let places: [Setting] = [.server, .store]
    guard places.contains(where: { profile?.values[$0] != nil }) else { return false }
    return places.contains { setting in
      arguments[.of(setting)] != nil
        || setting.variable.map { !(environment[$0] ?? "").isEmpty } ?? false
    }
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

    /// The store or the address, as files of the state folder name it: a path is absolute.
    var origin: String {
      switch self {
      case .embedded(.file(let path)): URL(filePath: path).standardizedFileURL.path
      case .embedded(let store): store.name
      case .server: name
      }
    }

    /// The store or the address, for messages.
    var name: String {
      switch self {
      case .embedded(let store): store.description
      case .server(let url): url.absoluteString
      }
    }
  }

  var place: Place {
    let server = self[.server]
    if replay != nil, let address = ServerAddress.url(server.text ?? "http://127.0.0.1:8080") {
      return .server(address)
    }
    guard let address = server.text.flatMap(ServerAddress.url),
      rank(self[.store].source) >= rank(server.source)
    else {
      return .embedded(store)
    }
    return .server(address)
  }

  /// The store of the embedded market.
  var store: StoreLocation {
    self[.store].text.flatMap { StoreLocation($0) } ?? .file(directories.storeFile)
  }

  private func rank(_ source: Source) -> Int {
    switch source {
    case .option: 0
    case .variable: 1
    case .profile: 2
    case .file: 3
    case .fallback: 4
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

  /// The limits for the images of a table, each from an unknown server: the size limit of an image, and two minutes.
  var imageLimits: ClientLimits {
    var limits = limits
    limits.bodySize = ItemLimits.imageBytes
    limits.whole = min(limits.whole ?? .seconds(120), .seconds(120))
    return limits
  }
  var currency: Currency { self[.currency].text.flatMap { Currency($0) } ?? .usDollar }
  var currencyStyle: Price.CurrencyStyle {
    self[.currencyStyle].text.flatMap(Price.CurrencyStyle.init) ?? .auto
  }
  /// How images are drawn; nil to ask the terminal.
  var images: ImageProtocol? { self[.images].text.flatMap(ImageProtocol.init) }
  var perPage: Int { self[.perPage].text.flatMap { Int($0) } ?? PageQuery.defaultSize }
  var sort: PageQuery.Sort { self[.sort].text.flatMap(PageQuery.Sort.init) ?? .best }

  /// The locale for amounts, dates or messages.
  func locale(for category: Locale.Category) -> Locale {
    .forCategory(category, environment: environment, override: self[.locale].text)
  }

  /// The locale that an option, a setting or a variable names; nil for the default.
  func chosenLocale(for category: Locale.Category) -> Locale? {
    .chosen(for: category, environment: environment, override: self[.locale].text)
  }
}

/// The folders of the program's files, by the XDG Base Directory Specification on every system. A variable that is not an
/// absolute path is ignored, as the specification asks.
struct Directories {
  let config: String
  let data: String
  let state: String
  let cache: String

  var configFile: String { config + "/config" }
  var storeFile: String { data + "/market.db" }
  var secrets: String { data + "/passwords" }
  var reviewSecrets: String { secrets + "/reviews" }
  var searches: String { state + "/searches" }
  var drafts: String { state + "/drafts" }
  var pendingWrites: String { state + "/pending" }
  var responses: String { cache + "/responses" }

  init(environment: [String: String]) {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    func folder(_ variable: String, _ fallback: String) -> String {
      let base = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + fallback
      return base + "/market"
    }
    config = folder("XDG_CONFIG_HOME", "/.config")
    data = folder("XDG_DATA_HOME", "/.local/share")
    state = folder("XDG_STATE_HOME", "/.local/state")
    cache = folder("XDG_CACHE_HOME", "/.cache")
  }
}
