import Console
import Foundation
import OpenMarket
import Storefront
import SystemSupport
import Wording

/// `market config`: the settings in force, and where each was set. Its subcommands read and write one of the config file.
struct Config: Command {
  static let subcommands: [any Command.Type] = [
    SetSetting.self, GetSetting.self, UnsetSetting.self, EditConfig.self,
  ]

  static let strictness = Settings.Strictness.showingProblems

  static let declaration = CommandDeclaration(
    name: "config", synonyms: ["settings", "설정"], parent: "market", abstract: "Show or change the settings.",
    discussion: """
      Options override environment variables, variables a profile, a profile the rest of the config file, and that the \
      defaults. The config file is ~/.config/market/config ($XDG_CONFIG_HOME), with one line 'name = value' per setting: \
      \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).
      The lines below [market.shop] are the profile 'shop', which --profile shop or MARKET_PROFILE chooses. Its password file is \
      not read where an option or a variable names another server or store.
      Settings whose names begin with 'shop-' are those of the market that is served: they are in its store, and so in its \
      backups. At a server they need the key of the market.
      """,
    examples: [
      .init("market config", "Show all settings."),
      .init("MARKET_CURRENCY=KRW market config --json", "The same as data."),
      .init("market config --profile shop", "Show the settings with those of a profile."),
    ] + subcommands.flatMap { $0.declaration.examples },
    options: .wholeJSON, .noHeaders, .server, .store, .timeout, .maxTime, .cacert, .everywhere,
    runsAlone: true, subcommands: subcommands.map { $0.declaration })

  private let settings: Settings
  private let writesJSON: Bool
  private let showsHeader: Bool

  init(_ arguments: Arguments, _ settings: Settings) {
    self.settings = settings
    writesJSON = arguments[.wholeJSON]
    showsHeader = !arguments[.noHeaders]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let (console, format) = (context.console, context.format)
    // A store that cannot be opened is told by the commands that need it.
    let shop = context.isRemote ? nil : try? await context.market.settings().shop
    func stored(_ setting: Setting) -> String? { setting.ofShop.flatMap { shop?[$0] } }
    // 'config get' prints an address whole.
    func value(_ setting: Setting) -> String? {
      stored(setting) ?? settings[setting].text?.withoutQueryValues
    }
    let none = (format.isFlat ? format.text(LocalizedPhrase("none")) : "–", console.style.dim)
    let columns: [RowColumn<Setting>] = [
      RowColumn(LocalizedPhrase("SETTING")) { $0.rawValue }.field("name") { .string($0.rawValue) },
      RowColumn(
        LocalizedPhrase("VALUE"),
        runs: { setting in
          let text = stored(setting).map { String($0.sanitizedLine.prefix(60)) } ?? value(setting)
          return text.map { [($0, nil)] } ?? [none]
        }
      ).field("value") { value($0).map { .string($0) } ?? .null },
      RowColumn(
        LocalizedPhrase("FROM"),
        runs: { setting in
          let source = settings[setting].source
          let words =
            stored(setting) == nil ? origin(source, for: format) : format.text(LocalizedPhrase("market"))
          return [(words, console.style.dim)]
        }
      ).field("source") { .string(stored($0) == nil ? origin(settings[$0].source) : "market") },
    ]
    let isForPerson = !writesJSON && context.isForPerson
    if isForPerson, !format.isFlat,
      Table(Setting.allCases, in: columns, format).leastWidth() > console.columns
    {
      // Each value on a line of its own, which the terminal folds: values are shown whole.
      for setting in Setting.allCases {
        let cells = columns.map { $0.cell(of: setting).rendered }
        try console.print("\(cells[0]) \(console.style.dim("·")) \(cells[2])")
        try console.print("  " + cells[1])
      }
    } else {
      try await context.write(
        Setting.allCases, in: columns,
        as: RowOutput(fields: writesJSON ? .all : nil, names: nil, showsHeader: showsHeader),
        usual: [columns.map(\.key)])
    }
    for error in settings.problems where !context.interaction.isQuiet {
      ErrorReport(of: error, settings: settings).write(to: console, isWarning: true)
    }
    return .done
  }

  /// Where a value was set, for a person; without a format for a program, with the path of the config file and the line of the
  /// profile, which would double the width of the table.
  private func origin(_ source: Settings.Source, for format: OutputFormat? = nil) -> String {
    func word(_ phrase: LocalizedPhrase) -> String { format?.text(phrase) ?? phrase.english }
    return switch source {
    case .option: word(LocalizedPhrase("option"))
    case .variable(let name): name
    case .profile(let name, let path, _):
      format?.text("profile \(name)") ?? "\(path) \(ConfigSection.line(of: name))"
    case .file(let path, _): format?.text("config file") ?? path
    case .fallback: word(LocalizedPhrase("default"))
    }
  }
}

/// `market config set NAME VALUE`: writes a setting to the config file.
private struct SetSetting: Command {
  static let strictness = Settings.Strictness.changing

  static let declaration = CommandDeclaration(
    name: "set", parent: "market config", abstract: "Write a setting to the config file; comments stay.",
    discussion: """
      Settings whose names begin with 'shop-' are written to the market itself. shop-about takes a text or the path of a text \
      file, and shop-logo the path of a PNG or JPEG image.
      """,
    examples: [
      .init("market config set currency KRW", "Add new items in won."),
      .init("market config set shop-contact shop@market.example", "Where buyers ask about items."),
      .init(
        "market config set server https://market.example --profile shop", "Write it to the profile 'shop'."),
    ],
    positionals: [.setting, Positional(name: "value", help: "The new value.")],
    options: .markets, .dryRun, .everywhere)

  private let setting: Setting
  private let value: String

  init(_ arguments: Arguments, _ settings: Settings) throws {
    setting = try arguments.setting()
    let value = arguments.positionals.dropFirst().first?.trimmingCharacters(in: .whitespaces) ?? ""
    let contact = setting == .shopContact ? ShopDetails.contact(value) : value
    self.value = contact ?? value
    let problem: LocalizedPhrase? =
      value.contains(where: \.isNewline) && setting != .shopAbout
      ? "it must be one line"
      : settings.problem(with: value, of: setting) ?? (contact == nil ? ShopDetails.contactProblem : nil)
    if let problem { throw arguments.error(.invalidValue(value, option: setting.rawValue, reason: problem)) }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try await context.write(setting, value, in: Self.declaration)
  }
}

/// `market config get NAME`: prints the value of a setting that is in force.
private struct GetSetting: Command {
  static let strictness = Settings.Strictness.showingProblems

  static let declaration = CommandDeclaration(
    name: "get", parent: "market config", abstract: "Print the value of a setting.",
    examples: [.init("market config get currency", "The currency of new items.")],
    positionals: [.setting], options: .markets, .everywhere)

  private let setting: Setting

  init(_ arguments: Arguments, _ settings: Settings) throws { setting = try arguments.setting() }

  func run(_ context: CommandContext) async throws -> ExitCode {
    var text = context.settings[setting].text
    if let shop = setting.ofShop {
      try await context.requireOperator()
      text = try await context.market.settings().shop?[shop] ?? text
    }
    guard let text else { return .notFound }
    try context.console.print(text.sanitized)
    return .done
  }
}

/// `market config unset NAME`: removes a setting from the config file.
private struct UnsetSetting: Command {
  static let strictness = Settings.Strictness.showingProblems

  static let declaration = CommandDeclaration(
    name: "unset", parent: "market config", abstract: "Remove a setting from the config file; comments stay.",
    examples: [.init("market config unset currency", "The currency of the locale again.")],
    positionals: [.setting], options: .markets, .dryRun, .everywhere)

  private let setting: Setting

  init(_ arguments: Arguments, _ settings: Settings) throws { setting = try arguments.setting() }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try await context.write(setting, nil, in: Self.declaration)
  }
}

extension CommandContext {
  /// Writes a setting, or removes it where the value is nil, and says where.
  fileprivate func write(
    _ setting: Setting, _ value: String?, in command: CommandDeclaration
  ) async throws -> ExitCode {
    let name = setting.rawValue
    if let shop = setting.ofShop {
      let change = try value.map { try shop.change(to: $0, in: command) } ?? SettingsChange(shop: [shop: ""])
      try await requireOperator()
      // Removing a setting makes no store.
      if value != nil || hasStore { _ = try await market.change(change, isPlan: isDryRun) }
      let place = settings.place.name
      return try report(
        value == nil
          ? "\(name) is not set in the market \(place)" : "\(name) is set in the market \(place)", of: name,
        value)
    }
    let (path, profile) = (settings.directories.configFile, writtenProfile)
    if !isDryRun { try await ConfigFile.change(setting, to: value, inProfile: profile, in: path) }
    let (file, text) = (path.sanitized, value?.withoutCredentials.sanitized)
    let words: LocalizedPhrase =
      switch (text, profile) {
      case (let text?, let profile?): "\(name) = \(text), in the profile '\(profile)' of '\(file)'"
      case (let text?, nil): "\(name) = \(text), in '\(file)'"
      case (nil, let profile?): "\(name) is not set in the profile '\(profile)' of '\(file)'"
      case (nil, nil): "\(name) is not set in '\(file)'"
      }
    let code = try report(words, of: name, text)
    noteNearerSource(of: setting)
    return code
  }

  /// Says what is set now, or would be in a dry run.
  private func report(_ words: LocalizedPhrase, of name: String, _ value: String?) throws -> ExitCode {
    if try !isPlanned(words, orLine: [name, value ?? ""]) { note(words) }
    return .done
  }

  /// The profile that a person names to be written; nil for the settings that belong to none.
  fileprivate var writtenProfile: String? {
    settings.profile?.source == .option ? settings.profile?.name : nil
  }

  /// Notes that a variable, or the profile that a variable chooses, has precedence over what was written.
  fileprivate func noteNearerSource(of setting: Setting) {
    switch settings[setting].source {
    case .variable(let name): note("\(name) is set, and has precedence")
    case .profile(let name, _, _) where name != writtenProfile:
      note("The profile '\(name)' is chosen by \(Settings.profileVariable), and has precedence")
    case .option, .profile, .file, .fallback: break
    }
  }
}

extension Positional {
  fileprivate static let setting = Positional(
    name: "setting", help: "Name of a setting.",
    candidates: .terms(Setting.allCases.map { Definition($0.rawValue) }))
}

extension Arguments {
  /// The setting that the first argument names.
  fileprivate func setting() throws -> Setting {
    let name = positionals.first ?? ""
    if let setting = Setting(rawValue: name) { return setting }
    throw error(.notAChoice(name, option: "<setting>", choices: Setting.allCases.map(\.rawValue)))
  }
}

extension ShopSetting {
  /// The change to a value: of a text about the market or a logo the contents of the file that is named.
  fileprivate func change(to value: String, in command: CommandDeclaration) throws -> SettingsChange {
    func invalid(_ setting: Setting, _ reason: LocalizedPhrase) -> UsageError {
      UsageError(.invalidValue(value, option: setting.rawValue, reason: reason), in: command)
    }
    switch self {
    case .logo:
      guard let bytes = try? ItemImage(path: value).bytes(),
        case let change = SettingsChange(logo: bytes), (try? change.validate()) != nil
      else {
        let limit = Self.logoBytes >> 10
        throw invalid(.shopLogo, "it must be the path of a PNG or JPEG image of up to \(limit) KiB")
      }
      return change
    // A word that is a path, mistyped, is no text about a shop; an address is.
    case .about
    where value.fileType != nil
      || value.wholeMatch(of: /(?!\w+:\/\/)(\S*\/\S*|\S+\.(txt|md))/.ignoresCase()) != nil:
      let file = try? BoundedFile.contents(ofPath: value, limit: Self.aboutBytes)
      guard let text = file.flatMap({ $0 }).flatMap({ String(validating: $0, as: UTF8.self) }),
        Self.allows(text)
      else {
        let limit = Self.aboutBytes >> 10
        throw invalid(.shopAbout, "it must be a text, or a file of text of up to \(limit) KiB")
      }
      return SettingsChange(shop: [self: text.trimmingCharacters(in: .whitespacesAndNewlines)])
    case .about, .title, .contact, .colour: return SettingsChange(shop: [self: value])
    }
  }
}
