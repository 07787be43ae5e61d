import Console

extension Settings.ChosenProfile {
  /// The profile that an option, or else the variable, names; nil for none.
  init?(_ option: String?, _ environment: [String: String]) {
    let variable = Settings.profileVariable
    if let option {
      self.init(name: option, source: .option)
    } else if let name = environment[variable], !name.isEmpty {
      self.init(name: name, source: .variable(variable))
    } else {
      return nil
    }
  }
}

/// No profile has the name that is chosen.
struct UnknownProfile: ReportableError, Equatable {
  let chosen: Settings.ChosenProfile
  /// The profiles that there are.
  let names: [String]
  let path: String

  init(_ chosen: Settings.ChosenProfile, of settings: Settings) {
    self.chosen = chosen
    names = settings.profiles
    path = settings.directories.configFile
  }

  var message: LocalizedPhrase {
    let name = chosen.name.withoutCredentials.shortened
    return switch (chosen.source, ConfigSection.isName(chosen.name)) {
    case (.variable(let variable), false): "\(variable) is '\(name)', which cannot be the name of a profile"
    case (_, false): "'\(name)' cannot be the name of a profile"
    case (.variable(let variable), true):
      "\(variable) names the profile '\(name)', which the config file '\(path)' does not have"
    case (_, true): "The config file '\(path)' has no profile '\(name)'"
    }
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    guard ConfigSection.isName(chosen.name) else {
      return "A name has letters, digits, '-' and '_', up to 40"
    }
    guard !names.isEmpty else {
      return
        "Add one with 'market config set server <url> --profile \(chosen.name)', or with 'market config edit'"
    }
    let list = names.joined(separator: ", ")
    return if let nearest = nearest(to: chosen.name, among: names) {
      "Did you mean '\(nearest)'? Choose from \(list)"
    } else {
      "Choose from \(list)"
    }
  }
}
