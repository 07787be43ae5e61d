import Console

extension Option<String?> {
  /// Chooses a profile.
  static var market: Self {
    .init(
      "market", "profile", help: "Use the settings of this profile of the config file.",
      candidates: .lookup(CompletionReference.profile.rawValue), environment: Settings.profileVariable,
      section: .market)
  }
}

extension CommandContext {
  /// Notes that a variable names a market in the place of that of the profile which the person has chosen.
  func noteOverriddenProfile() {
    guard let profile = settings.profile, profile.source == .option else { return }
    for setting in [Setting.server, .store] {
      guard case .variable(let variable) = settings[setting].source,
        settings.isSet(setting, inProfile: profile.name)
      else { continue }
      note("\(variable) is set, and has precedence over the profile '\(profile.name)'")
    }
  }
}
