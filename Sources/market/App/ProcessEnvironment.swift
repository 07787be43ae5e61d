import Console
import Foundation
import HTTP
import OpenMarket

/// Everything outside the program that a run uses: a test passes its own.
struct ProcessEnvironment {
  var variables: [String: String]
  var timeZone: TimeZone = .current
  var now: @Sendable () -> Date = { Date() }
  /// The streams, styled by the choice of colour; nil for the default.
  var console: (ColorChoice?) -> Console
  /// Renders images on the console's output. Called when the first image is shown.
  var images: (Settings, Console) throws -> ImageRenderer
  /// The session to the market that the settings name. Its closure gets the errors that the embedded market does not put
  /// into its responses.
  var session: (Settings, _ onError: @escaping @Sendable (any Error) -> Void) -> any Session

  /// The environment of this process.
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
      session: { settings, onError in
        switch settings.place {
        case .embedded(let location):
          var options = LocalMarket.Options.forOnePerson
          options.onError = { _, error in onError(error) }
          return LocalMarket(at: location, options)
        case .server: return Network.session(timeout: settings.timeout)
        }
      })
  }
}

extension LocalMarket.Options {
  /// Caches pages, up to 2 MiB: scrolling back and `--watch` request the same pages repeatedly.
  fileprivate static var forOnePerson: LocalMarket.Options {
    var options = LocalMarket.Options()
    options.pageMemory = 2 << 20
    return options
  }
}
