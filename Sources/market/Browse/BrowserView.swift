import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// Shows `market browse`: passes every event to a `Browser`, carries out its effects, and draws the screen.
struct BrowserView {
  private enum Work: Hashable, Sendable {
    case page, item, ranking, command, selection, visit, record
    case image(BrowsedImage)
    case alarm(BrowserEvent.Alarm)
  }

  private typealias Pump = EventPump<Work, BrowserEvent>

  /// Images that are fetched and drawn at once.
  private static let imagesAtOnce = 2
  /// Columns of a message that is not folded.
  private static let widest = 10_000
  /// Entries of the history that are shown with an item.
  private static let historyEntries = 10

  private let context: CommandContext
  /// Where searches are recorded; nil for nowhere.
  private let searches: SearchHistory?
  /// The words that name the market, for the commands of the screen.
  private let place: [String]
  /// Whether the mouse is the screen's own, and not the terminal's.
  private let hasMouse: Bool
  private(set) var browser: Browser
  private var drawing: BrowserScreen
  private var renderer = ScreenRenderer()
  /// The password of the person's items, for their history; nil where it is not known without a request.
  private let password: String?
  private var waitingImages: [BrowsedImage] = []
  private var imagesUnderWay: Set<BrowsedImage> = []

  init(
    _ context: CommandContext, _ browser: Browser, drawing: BrowserScreen, place: [String], hasMouse: Bool,
    password: String?, searches: SearchHistory?
  ) {
    (self.context, self.browser, self.drawing, self.place) = (context, browser, drawing, place)
    (self.hasMouse, self.password, self.searches) = (hasMouse, password, searches)
  }

  /// Shows the screen until the person leaves it. The terminal is restored on every exit.
  ///
  /// - Returns: False, and nothing is shown, where there is no keyboard.
  mutating func show() async throws -> Bool {
    let console = context.console
    guard console.hasKeyboard else { return false }
    var pump = Pump()
    defer { pump.stop() }
    return try await console.withoutSpinner {
      guard
        let keyboard = try console.input.keyboard(hasMouse: hasMouse, asksForImages: drawing.images.isAssumed)
      else { return false }
      defer { keyboard.end() }
      let keys = pump.listen(to: keyboard)
      defer { keys.cancel() }
      perform(browser.begin(), &pump)
      try draw(&pump)
      while !browser.isOver { try handle(await pump.next { event(of: $0) }, &pump) }
      return true
    }
  }

  private mutating func handle(_ event: BrowserEvent, _ pump: inout Pump) throws {
    if case .image(let image, _) = event { imagesUnderWay.remove(image) }
    if case .answered(let supportsKitty) = event { drawing.images.take(supportsKitty: supportsKitty) }
    perform(browser.handle(event, at: context.environment.now()), &pump)
    fetchImages(&pump)
    if !browser.isOver { try draw(&pump) }
  }

  private func event(of change: Keyboard.Event) -> BrowserEvent {
    switch change {
    case .key(let key): .key(key)
    // While the process was stopped, other programs have written on the screen, and its size may have changed.
    case .resized, .resumed:
      .resized(columns: context.console.columns, rows: context.console.output.rows ?? 24)
    case .answered(let supportsKitty): .answered(supportsKitty: supportsKitty)
    case .closed: .closed
    }
  }

  private mutating func draw(_ pump: inout Pump) throws {
    drawing.format = context.formatNow
    let layout = drawing.layout(of: browser)
    perform(browser.arrange(layout, text: drawing.itemText(browser)), &pump)
    fetchImages(&pump)
    if browser.isScreenLost { renderer.forget() }
    let text = renderer.update(to: drawing.canvas(of: browser))
    guard !text.isEmpty else { return }
    try context.console.output.write(text)
    try context.console.output.flush()
  }

  // MARK: Effects

  private mutating func perform(_ effects: [BrowserEffect], _ pump: inout Pump) {
    for effect in effects { perform(effect, &pump) }
  }

  private mutating func perform(_ effect: BrowserEffect, _ pump: inout Pump) {
    let market = context.market
    switch effect {
    case .fetch(let query):
      pump.run(.page) {
        let start = ContinuousClock.now
        do throws(ClientError) {
          return .page(query, try await market.latestPage(query), took: .now - start)
        } catch {
          return .failed(query, error, took: .now - start)
        }
      }
    case .show(let id):
      let (entries, password) = (Self.historyEntries, password)
      pump.run(.item) {
        do throws(ClientError) {
          var item = try await market.latestItem(id: id).value
          item.cost = await market.cost(of: item)
          var shown = BrowsedItem(item: item)
          if shown.item.rating?.count ?? 0 > 0 {
            shown.reviews = try? await market.latestReviews(ReviewQuery(item: id, size: NewestReviews.count))
              .value
          }
          if let password {
            shown.history = try? await market.history(ofItem: id, page: 1, size: entries, password: password)
              .entries
          }
          return .item(shown)
        } catch {
          return .itemFailed(id: id, error)
        }
      }
    case .rank(let request):
      pump.run(.ranking) {
        do throws(ClientError) {
          return .ranking(request, .success(try await market.bestSellers(request.query)))
        } catch {
          return .ranking(request, .failure(error))
        }
      }
    case .draw(let image): waitingImages.append(image)
    case .run(let command): run(command, &pump)
    case .selectAll(let query): selectAll(query, &pump)
    case .record(let words):
      let searches = searches
      // A search is shown whether or not it can be recorded.
      pump.run(.record) {
        try? await searches?.add(words)
        return nil
      }
    case .visit(let id): visit(id, &pump)
    case .wake(let alarm, let delay):
      pump.run(.alarm(alarm)) {
        try? await Task.sleep(for: delay)
        return .woke(alarm)
      }
    }
  }

  /// Begins to fetch images, the last one that was asked for first: it is in sight.
  private mutating func fetchImages(_ pump: inout Pump) {
    while imagesUnderWay.count < Self.imagesAtOnce, let image = waitingImages.popLast() {
      imagesUnderWay.insert(image)
      let gallery = Gallery(
        networkManager: context.market, screen: drawing.images, format: drawing.format, freshness: .current)
      pump.run(.image(image)) {
        .image(image, try? await gallery.image(at: image.url, named: nil, in: image.box).get())
      }
    }
  }

  private func run(_ command: BrowserCommand, _ pump: inout Pump) {
    guard let runner = context.runner else { return }
    let (place, columns, language) = (place, max(20, context.console.columns - 6), context.console.language)
    let style = context.console.style
    pump.run(.command) {
      // The screen folds messages itself, and lines of several facts.
      let output = CapturedStream(
        columns: [.record, .correctionPlan].contains(command.verb) ? Self.widest : columns)
      let error = CapturedStream(columns: Self.widest)
      // With colours what was done has a sign, by which it is told from other notes.
      var console = Console(
        output: output, error: error, input: EmptyInput(), style: style, errorStyle: Style(isColored: true))
      console.language = language
      var code = ExitCode.done
      for line in command.lines where code == .done {
        code = await runner.run([line[0]] + place + line.dropFirst(), console, command.password)
      }
      return .ran(command, .init(output: output.lines, notes: error.lines.map(\.withoutStyles), code: code))
    }
  }

  private func selectAll(_ query: PageQuery, _ pump: inout Pump) {
    let (market, most) = (context.market, Browser.mostSelected)
    pump.run(.selection) {
      var all = query
      (all.number, all.size) = (1, PageQuery.largestSize)
      var ids: [Int] = []
      do throws(ClientError) {
        for try await page in market.pages(from: all) {
          ids += page.items.map(\.id)
          if ids.count > most { return .all(Array(ids.prefix(most)), areAll: false) }
        }
      } catch {
        return .failed(query, error, took: .zero)
      }
      return .all(ids, areAll: true)
    }
  }

  /// Opens the item's page in a web browser, where the market is a server that has one.
  private func visit(_ id: Int, _ pump: inout Pump) {
    let (market, variables) = (context.market, context.environment.variables)
    pump.run(.visit) {
      // The names of the opener on Linux and on macOS.
      let opener = ["xdg-open", "open"].lazy.compactMap { BoundedProcess.path(of: $0, variables) }.first
      let page = await market.page(ofItem: id)
      guard let page, let opener else { return .visited(page, isOpen: false) }
      let process = BoundedProcess(
        path: opener, arguments: [page.absoluteString], environment: variables, limit: 1 << 16,
        timeout: .seconds(10))
      let output = try? await SerialQueue.run(label: "web-browser") { process.output(for: Data()) }
      return .visited(page, isOpen: output != nil)
    }
  }
}
