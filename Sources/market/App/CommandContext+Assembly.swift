import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

extension CommandContext {
  /// The context of one run, assembled from the arguments, the settings and the process environment.
  init(_ arguments: Arguments, _ settings: Settings, _ console: Console, _ environment: ProcessEnvironment) {
    let variables = environment.variables
    let quiet = arguments.flag(Option.quiet.long)
    var session = environment.session(settings)
    if settings.isVerbose { session = TracingSession(session, console: console) }
    var (images, retries) = (ImageOrigins.web, RetryPolicy())
    switch settings.place {
    case .embedded: (images, retries) = (.market, .never)
    case .server where !quiet:
      session = WaitingSession(session, console: console, locale: settings.locale(for: .money))
      retries = .showingCountdown(on: console)
    case .server: break
    }
    var history: ResponseHistory?
    if case .server = settings.place, !arguments.flag(Option.noCache.long) {
      let cache = DiskCache(folder: settings.directories.answers)
      let reloads = arguments.flag(Option.refresh.long)
      session = CachingSession(
        session, cache: cache, reloads: reloads, now: environment.now, alsoInvalidates: { $0.changedLists })
      if !reloads { history = ResponseHistory(cache) }
    }
    self.init(
      console: console, settings: settings,
      market: NetworkManager(
        session: session, server: settings.address, history: history, images: images, retries: retries),
      passwords: Passwords(
        given: Passwords.Given(settings, environment: variables), folder: PasswordFolder(settings),
        console: console),
      format: OutputFormat(
        language: console.language, isAccessible: console.isAccessible,
        words: console.language.locale(like: settings.locale(for: .messages)),
        money: settings.locale(for: .money), time: console.language.locale(like: settings.locale(for: .time)),
        timeZone: environment.timeZone ?? .current,
        currencyStyle: settings.currencyStyle, now: environment.now()),
      images: Lazy { try environment.images(settings, console) }.callAsFunction,
      isQuiet: quiet,
      canPrompt: console.canPrompt(noInput: arguments.flag(Option.noInput.long), environment: variables),
      scrolls: !quiet && !settings.isVerbose && !arguments.flag(Option.noInput.long)
        && !["", "cat"].contains(variables["PAGER"]),
      clock: environment.now,
      isFlat: console.isAccessible && (console.output.isTerminal || arguments.flag(Option.accessible.long)))
  }
}

extension Settings {
  /// The address that requests are made out to.
  var address: URL {
    switch place {
    case .embedded: LocalMarket.embeddedURL
    case .server(let url): url
    }
  }
}

extension Passwords.Given {
  fileprivate init?(_ settings: Settings, environment: [String: String]) {
    let file = settings[.passwordFile]
    if file.source != .option, let password = environment["MARKET_PASSWORD"], !password.isEmpty {
      // MARKET_PASSWORD_FILE and MARKET_PASSWORD have the same rank; the file wins, since it is the safer of the two.
      if case .variable = file.source, let path = file.text {
        self = .file(path)
      } else {
        self = .environment(password)
      }
    } else if let path = file.text {
      self = .file(path)
    } else {
      return nil
    }
  }
}

extension CommandContext {
  /// Notes that an empty list has no store behind it.
  func noteMissingStore() {
    guard case .embedded(let store) = settings.place, !store.exists else { return }
    note("No store at '\(store.description.sanitized)' yet")
  }

  /// Notes that a store in memory is gone after the command.
  func noteStoreInMemory() {
    guard settings.place == .embedded(.memory) else { return }
    note("The store is in memory: nothing is kept after this command")
  }
}
