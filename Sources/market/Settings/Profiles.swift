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

extension CommandFailure {
  /// No profile has the name that is chosen.
  static func unknownProfile(_ chosen: Settings.ChosenProfile, of settings: Settings) -> CommandFailure {
    let (name, names) = (chosen.name.withoutCredentials.shortened, settings.profiles)
    let (isName, path) = (ConfigSection.isName(chosen.name), settings.directories.configFile)
    let message: LocalizedPhrase =
      switch (chosen.source, isName) {
      case (.variable(let variable), false):
        "\(variable) is '\(name)', which cannot be the name of a profile"
      case (_, false): "'\(name)' cannot be the name of a profile"
      case (.variable(let variable), true):
        "\(variable) names the profile '\(name)', which the config file '\(path)' does not have"
      case (_, true): "The config file '\(path)' has no profile '\(name)'"
      }
    let list = names.joined(separator: ", ")
    let help: LocalizedPhrase =
      if !isName {
        "A name has letters, digits, '-' and '_', up to 40"
      } else if names.isEmpty {
        "Add one with 'market config set server <url> --profile \(chosen.name)', or with 'market config edit'"
      } else if let nearest = nearest(to: chosen.name, among: names) {
        "Did you mean '\(nearest)'? Choose from \(list)"
      } else {
        "Choose from \(list)"
      }
    return CommandFailure(message, .usage, help: help)
  }
}
