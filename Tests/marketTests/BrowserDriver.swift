import Console
import Foundation
import OpenMarket
import TestSupport
import Wording

@testable import market

/// A screen of `market browse` over items in memory: keys in, screens out. Effects are carried out at once, but for those that
/// wait for time.
final class BrowserDriver {
  private(set) var browser: Browser
  private var screen: BrowserScreen
  private var renderer = ScreenRenderer()
  private(set) var terminal: Screen
  /// The items of the market, in the order of its list.
  var items: [Item]
  /// The commands that were run, and the outcome of the next one.
  private(set) var commands: [BrowserCommand] = []
  var outcome = BrowserEvent.Outcome(output: [], notes: ["Done"], code: .done)
  var now = BrowserDriver.start
  /// The error of all requests; nil for a market that answers.
  var failure: ClientError?
  /// Effects that are held back until `deliver`.
  var holdsBack = false
  private var heldBack: [BrowserEffect] = []
  private(set) var requests: [PageQuery] = []
  /// The images that were asked for.
  private(set) var images: [BrowsedImage] = []
  /// Bytes of the last update.
  private(set) var bytes = 0
  /// The canvas of the last update.
  private(set) var canvas = Canvas(columns: 1, rows: 1)

  static let start = Date(timeIntervalSince1970: 1_795_240_680)

  init(
    _ items: [Item], columns: Int = 80, rows: Int = 24, query: PageQuery = PageQuery(), row: Int = 0,
    language: Language = .english, locale: String = "en_US", isColored: Bool = false, searches: [String] = [],
    best: BestSellers? = nil, first: Fetched<ItemPage>? = nil, chosen: [String]? = nil,
    images renderer: ImageRenderer = .none,
    problem: @escaping ([String]) -> LocalizedPhrase? = { _ in nil }
  ) {
    self.items = items
    let format = OutputFormat.fixture(language, locale: Locale(identifier: locale), now: Self.start)
    let forms = BrowserForms(
      format: format, declaration: Browse.declaration, problem: problem, currency: "USD", findsOrders: true)
    browser =
      best.map {
        Browser(
          BestBrowser(BestQuery(.last(.day)), $0), isGrid: false, columns: columns, rows: rows, forms: forms,
          now: Self.start)
      }
      ?? first.map {
        Browser(
          query, at: $0, isGrid: false, columns: columns, rows: rows, searches: searches, forms: forms,
          now: Self.start)
      }
      ?? Browser(
        query, row: row, columns: columns, rows: rows, searches: searches, forms: forms, now: Self.start)
    var console = Console(
      output: MemoryStream(), error: MemoryStream(), input: MemoryInput([], isTerminal: true),
      style: Style(isColored: isColored))
    console.language = language
    screen = BrowserScreen(
      name: "market", console: console, format: format, images: renderer, chosen: chosen)
    terminal = Screen(columns: columns, rows: rows)
    perform(browser.begin())
    draw()
  }

  /// Items that are lamps of rising price; every third has a Korean title, every fourth is sold out.
  static func lamps(_ ids: some Sequence<Int>) -> [Item] { ids.map { lamp($0) } }

  static func lamp(
    _ id: Int, _ title: String? = nil, stock: Int? = nil, date: Date = start, description: String? = "Works."
  ) -> Item {
    Item(
      id: id, title: title ?? (id.isMultiple(of: 3) ? "기계식 키보드 \(id)" : "Brass lamp \(id)"),
      price: Price(Decimal(id * 10), .usDollar),
      discountedPrice: id.isMultiple(of: 5) ? Price(Decimal(id * 9), .usDollar) : nil,
      stock: stock ?? id % 4, thumbnails: [], registrationDate: date, description: description,
      images: [])
  }

  // MARK: The person

  func press(_ keys: Key...) { for key in keys { handle(.key(key)) } }
  func type(_ text: String) { for character in text { handle(.key(.character(character))) } }

  func handle(_ event: BrowserEvent) {
    perform(browser.handle(event, at: now))
    draw()
  }

  /// Handles an event, and draws nothing.
  func handleUnseen(_ event: BrowserEvent) { perform(browser.handle(event, at: now)) }

  func resize(columns: Int, rows: Int) {
    resizeUnseen(columns: columns, rows: rows)
    draw()
  }

  /// Resizes the terminal, and draws nothing.
  func resizeUnseen(columns: Int, rows: Int) {
    terminal.resize(columns: columns, rows: rows)
    handleUnseen(.resized(columns: columns, rows: rows))
  }

  /// Opens the screen again after it was left.
  func begin() {
    let former = browser
    browser = Browser(
      PageQuery(), columns: former.columns, rows: former.rows, forms: former.forms, now: now)
    perform(browser.begin())
  }

  /// Lets the market be asked again, as it is from time to time.
  func poll() { handle(.woke(.poll)) }

  /// Carries out what was held back.
  func deliver() {
    holdsBack = false
    let effects = heldBack
    heldBack = []
    perform(effects)
    draw()
  }

  // MARK: The screen

  /// The visible lines.
  var text: String { terminal.text }
  var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  /// The line of the cursor of the list.
  var cursorLine: String { lines.first { $0.hasPrefix(">") } ?? "" }

  func draw() {
    for _ in 0..<3 {
      let effects = browser.arrange(screen.layout(of: browser), text: screen.itemText(browser))
      if effects.isEmpty { break }
      perform(effects)
    }
    if browser.isScreenLost { renderer.forget() }
    canvas = screen.canvas(of: browser)
    let update = renderer.update(to: canvas)
    bytes = update.utf8.count
    terminal.feed(Array(update.utf8))
  }

  // MARK: Effects

  private func perform(_ effects: [BrowserEffect]) {
    for effect in effects { holdsBack ? heldBack.append(effect) : perform(effect) }
  }

  private func perform(_ effect: BrowserEffect) {
    switch effect {
    case .fetch(let query):
      requests.append(query)
      answer(
        failure.map { .failed(query, $0, took: .zero) }
          ?? .page(query, Fetched(page(query), .current), took: .zero))
    case .show(let id):
      guard let item = items.first(where: { $0.id == id }) else {
        return answer(.itemFailed(id: id, .noSuchItem(id: id)))
      }
      answer(.item(BrowsedItem(item: item)))
    case .run(let command):
      commands.append(command)
      answer(.ran(command, outcome))
    case .selectAll:
      answer(
        .all(Array(items.prefix(Browser.mostSelected).map(\.id)), areAll: items.count <= Browser.mostSelected)
      )
    case .visit: answer(.visited(nil, isOpen: false))
    case .draw(let image): images.append(image)
    case .rank, .record, .wake: break
    }
  }

  private func answer(_ event: BrowserEvent) { perform(browser.handle(event, at: now)) }

  private func page(_ query: PageQuery) -> ItemPage {
    var found = items
    if let search = query.search {
      let words = search.lowercased().split(separator: " ")
      found = found.filter { item in words.allSatisfy { item.title.lowercased().contains($0) } }
    }
    if query.filter[.soldOut] != nil { found = found.filter { $0.stock == 0 } }
    if query.sort == .newest { found.reverse() }
    let first = min(found.count, (query.number - 1) * query.size)
    return ItemPage(
      number: query.number, items: Array(found[first..<min(found.count, first + query.size)]),
      total: found.count)
  }
}
