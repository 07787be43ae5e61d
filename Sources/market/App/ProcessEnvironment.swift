import Console
import Foundation
import HTTP
import OpenMarket

/// Everything outside the program that a run of it can touch, so that a test can be the outside.
struct ProcessEnvironment {
  var variables: [String: String]
  var timeZone: TimeZone = .current
  var now: @Sendable () -> Date = { Date() }
  /// The streams, once the person's word on colour is known.
  var console: (ColorChoice?) -> Console
  /// What images look like on the console's output. Asked only when there is one to show.
  var images: (Settings, Console) throws -> ImageRenderer
  /// What answers for a market.
  var session: (Settings) -> any Session

  /// This process.
  static func process() -> ProcessEnvironment {
    let variables = ProcessInfo.processInfo.environment
    return ProcessEnvironment(
      variables: variables,
      console: { Console.standard(environment: variables, color: $0) },
      images: { settings, console in
        guard console.output.isTerminal else { return .none }
        return try .standard(
          settings.images, environment: variables, isColored: console.style.isColored)
      },
      session: { settings in
        switch settings.place {
        case .embedded(let location): LocalMarket(at: location, .forOnePerson)
        case .server: Network.session(timeout: settings.timeout)
        }
      })
  }
}

extension LocalMarket.Options {
  /// Pages are kept for somebody who scrolls back to the top, or watches: as long as nothing is written, to ask for one
  /// again costs next to nothing. A few megabytes are all that a person looks at.
  fileprivate static var forOnePerson: LocalMarket.Options {
    var options = LocalMarket.Options()
    options.pageMemory = 2 << 20
    return options
  }
}
