import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

#if !os(Linux)
  import URLLoading
#endif

/// Everything outside the program that a run uses: a test passes its own.
struct ProcessEnvironment: Sendable {
  var variables: [String: String]
  /// Nil for the system's.
  var timeZone: TimeZone?
  var now: @Sendable () -> Date = { Date() }
  /// The streams, styled by the choice of colour; nil for the default.
  var console: @Sendable (ColorChoice?) -> Console
  /// Renders images on the console's output. Called when the first image is shown, for which the terminal may have to be asked, and
  /// for a screen, which it answers later.
  var images: @Sendable (Settings, Console, _ asks: Bool) throws -> ImageRenderer
  /// The session to the market that the settings name.
  var session: @Sendable (Settings) -> any Session
  /// A session to any server of the web, for images that a table names.
  var web: @Sendable (Settings) -> any Session = {
    webSession($0, environment: ProcessInfo.processInfo.environment)
  }
  /// From this call on, the signals that stop the program do not end the process. Nil without free descriptors.
  var stopSignals: @Sendable () -> StopSignals? = { StopSignals() }
  /// The smaller copies of the images of a store that is served, or nil without the library for it. Nil for no copies.
  var thumbnails: (@Sendable (StoreLocation, Settings) -> Thumbnails?)?
  /// Whether the process that decodes images can open no files (`ThumbnailProcess.isConfined`).
  var confinesImages: @Sendable () -> Bool? = { nil }
  /// Runs an editor, a line of the shell, and returns its exit code; nil where a signal has ended it.
  var edit: @Sendable (String) -> Int32? = { ForegroundCommand.exitCode(of: $0) }

  static func process() -> ProcessEnvironment {
    let variables = ProcessInfo.processInfo.environment
    return ProcessEnvironment(
      variables: variables,
      console: { Console.standard(environment: variables, color: $0) },
      images: { settings, console, asks in
        guard console.output.isTerminal else { return .none }
        return try .standard(
          settings.images, environment: variables, isColored: console.style.isColored, asks: asks)
      },
      session: { settings in
        switch settings.place {
        case .embedded(let location):
          LocalMarket(at: location, .forOnePerson(location, cache: settings.directories.cache))
        case .server: networkSession(settings, settings.limits, environment: variables)
        }
      }, thumbnails: { ThumbnailProcess.thumbnails(of: $0, cache: $1.directories.cache) },
      confinesImages: ThumbnailProcess.isConfined)
  }

  /// Connections to servers of the web, from which images are fetched.
  static func webSession(_ settings: Settings, environment: [String: String]) -> any Session {
    networkSession(settings, settings.imageLimits, environment: environment)
  }

  /// The connection of this system.
  private static func networkSession(
    _ settings: Settings, _ limits: ClientLimits, environment: [String: String]
  ) -> any Session {
    #if os(Linux)
      let session = CurlSession(
        limits: limits, certificates: settings[.cacert].text, environment: environment)
      session.prepare()
      return session
    #else
      return URLSession.ephemeral(limits: limits, certificates: settings[.cacert].text)
    #endif
  }
}

extension LocalMarket.Options {
  /// On a terminal, caches pages, up to 2 MiB: scrolling back and `--watch` request the same pages repeatedly; and lists have small
  /// copies of images. Throws errors of the store, so that their causes reach the person.
  ///
  /// - Parameter cache: The folder of what can be made again.
  fileprivate static func forOnePerson(_ store: StoreLocation, cache: String) -> LocalMarket.Options {
    var options = LocalMarket.Options()
    (options.isEmbedded, options.isOperated) = (true, true)
    guard isatty(STDOUT_FILENO) == 1 else { return options }
    options.pageMemory = 2 << 20
    options.thumbnails = ThumbnailProcess.thumbnailsOnDemand(of: store, cache: cache)
    return options
  }
}
