import Console
import Foundation
import HTTP
import OpenMarket

/// Everything outside the program that a run of it can touch, so that a test can be the outside.
struct Surroundings {
  var environment: [String: String]
  var timeZone: TimeZone = .current
  var now: @Sendable () -> Date = { Date() }
  /// The streams, once the person's word on colour is known.
  var console: (ColorChoice?) -> Console
  /// What answers for a market.
  var session: (Settings) -> any Session

  /// This process.
  static func process() -> Surroundings {
    let environment = ProcessInfo.processInfo.environment
    return Surroundings(
      environment: environment,
      console: { Console.standard(environment: environment, color: $0) },
      session: { settings in
        switch settings.place {
        case .embedded(let path): LocalMarket(path: path)
        case .server: Network.session(timeout: settings.timeout)
        }
      })
  }
}
