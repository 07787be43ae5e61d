import Foundation

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
  var searches: String { state + "/searches" }
  var answers: String { cache + "/answers" }

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
