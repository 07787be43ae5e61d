import Console
import Foundation
import OpenMarket
import Wording

/// The whole market on one screen, as a state machine: events go in, effects come out. It draws nothing, sends no request and knows
/// no terminal.
struct Browser {
  /// How the screen is used.
  enum Mode {
    /// A list is read: space is the next screen, and an item takes the whole screen.
    case reading
    /// Items are selected, and the item of the cursor stands beside the list.
    case working
  }

  /// The part of the screen that takes the keys.
  enum Focus: Equatable {
    case list, item
  }

  /// A form, a question or a text that covers the list, and takes the keys.
  enum Overlay: Equatable {
    /// Search words; the index is that of the entry of the history that is shown.
    case search(LineEditor, index: Int?)
    case order(Picker)
    case form(Form, of: ItemForm)
    /// Orders, of which one is undone, with the codes of their receipts.
    case orders(Picker, receipts: [String])
    /// Text to read, or a question.
    case text(title: String, ScrollView, Answer = .none)

    /// The meaning of a key that answers a text.
    enum Answer: Equatable {
      case none
      /// u takes back what the text tells of, by the words of a command.
      case undo([String])
      /// y runs a command.
      case yes(BrowserCommand)
    }

    /// The text that is read, also that of a question; nil for others.
    var text: ScrollView? {
      get { if case .text(_, let view, _) = self { view } else { nil } }
      set {
        guard case .text(let title, _, let answer) = self, let newValue else { return }
        self = .text(title: title, newValue, answer)
      }
    }
  }

  /// A line about what has happened.
  struct Message: Equatable {
    let text: String
    let isError: Bool
    let date: Date
    /// Takes back what has happened while the line is shown; nil where that is the newest change of the market.
    var undo: BrowserCommand?
  }

  /// Seconds for which a message is shown.
  static let messageTime: TimeInterval = 8
  /// Images in memory, and their bytes; those in sight stay beyond that.
  private static let mostImages = 60
  private static let imageBytes = 16 << 20
  /// The most items that are selected at once.
  static let mostSelected = 1_000
  /// Items that a form has lines for.
  private static let mostLines = 100
  /// For which the cursor rests before its item is shown beside the list.
  private static let rest = Duration.milliseconds(120)
  /// For which the former item stays beside the list while the next one is fetched. Most are there before that, and are then
  /// written once.
  private static let itemWait = Duration.milliseconds(80)
  /// From a request that failed to the next one, however long it took.
  private static let retry = Duration.seconds(3)
  /// Seconds between the clicks of a double click.
  private static let doubleClick: TimeInterval = 0.5

  /// The narrowest screen with the list and the item side by side.
  static let wide = 100
  /// The smallest screen on which it works.
  static let least = (columns: 24, rows: 8)

  let forms: BrowserForms
  private(set) var mode: Mode
  /// The lists that were left for a search or a filter, and the present one.
  private(set) var lists: [PageWindow]
  private(set) var focus = Focus.list
  var overlay: Overlay?
  /// The best sellers, in place of the list.
  private(set) var best: BestBrowser?
  private(set) var isGrid: Bool
  private(set) var columns: Int
  private(set) var rows: Int
  /// The ids of selected items, in the order of their selection.
  private(set) var selected: [Int] = []
  private(set) var message: Message?
  /// The item beside the list, or in place of it.
  private(set) var shown: BrowsedItem?
  /// Why the item cannot be shown.
  private(set) var shownFailure: ClientError?
  /// The item that was asked for.
  private(set) var opened: Int?
  private(set) var imageIndex = 0
  var detail = ScrollView()
  private(set) var images: [BrowsedImage: DisplayedImage?] = [:]
  private var imageOrder: [BrowsedImage] = []
  private var imagesInSight: Set<BrowsedImage> = []
  private var imagesUnderWay: Set<BrowsedImage> = []
  private(set) var running: BrowserCommand?
  private(set) var isOver = false
  /// Whether the terminal is gone.
  private(set) var isClosed = false
  /// Whether the screen has to be drawn whole.
  private(set) var isScreenLost = false
  /// The key whose form is opened once the item that was asked for is here; nil for none.
  private var awaited: BrowserKey?
  /// Whether `g` was pressed, and another one goes to the first row.
  private var hasPressedG = false
  private var click: (id: Int, date: Date)?
  private var interval = PollInterval()
  private let searches: [String]
  private var newSearches: [String] = []
  private var effects: [BrowserEffect] = []
  private(set) var now: Date

  /// - Parameters:
  ///   - first: The page of a list that is read; nil to select items.
  ///   - row: The row to begin at, of a list whose items are selected.
  ///   - searches: What was searched for before, the last one first.
  init(
    _ query: PageQuery, at first: Fetched<ItemPage>? = nil, row: Int = 0, isGrid: Bool = false, columns: Int,
    rows: Int, searches: [String] = [], forms: BrowserForms, now: Date
  ) {
    lists = [first.map { PageWindow(query, at: $0, now: now) } ?? PageWindow(query, row: row)]
    (self.isGrid, self.columns, self.rows, self.searches) = (isGrid, columns, rows, searches)
    (self.forms, self.now, mode) = (forms, now, first == nil ? .working : .reading)
  }

  /// Begins with best sellers.
  init(_ best: BestBrowser, isGrid: Bool, columns: Int, rows: Int, forms: BrowserForms, now: Date) {
    self.init(PageQuery(), isGrid: isGrid, columns: columns, rows: rows, forms: forms, now: now)
    self.best = best
    beginsWithBest = true
  }

  /// The ranking that was seen last.
  private(set) var leftRanking: BestSellers?
  /// Whether the best sellers are where the person came from, and `q` leaves.
  private var beginsWithBest = false

  /// Where the rows of the list are.
  private var geometry = BrowserScreen.Geometry()

  // MARK: State

  var list: PageWindow {
    get { lists[lists.count - 1] }
    set { lists[lists.count - 1] = newValue }
  }

  var isTooSmall: Bool { !Self.fits(columns: columns, rows: rows) }
  static func fits(columns: Int, rows: Int) -> Bool { columns >= least.columns && rows >= least.rows }
  var isWide: Bool { columns >= Self.wide && mode == .working }
  var showsItem: Bool { focus == .item || isWide && best == nil }
  var showsList: Bool { focus == .list || isWide && best == nil }
  /// The width of the list.
  var listColumns: Int { isWide && best == nil ? columns * 55 / 100 : columns }
  /// Whether one step back ends the program.
  var isAtStart: Bool {
    focus == .list && selected.isEmpty && (best == nil ? lists.count == 1 : beginsWithBest)
  }

  /// The items that a command is for: those that are selected, or that of the cursor.
  var chosen: [Int] {
    if !selected.isEmpty, focus == .list { return selected }
    return (focus == .item ? opened : subject?.id).map { [$0] } ?? []
  }

  /// The item of the cursor, of the list or the ranking.
  var subject: Item? { best.map { $0.selected?.item } ?? list.current }
  /// Past searches, the last one first.
  var pastSearches: [String] { newSearches + searches }
  /// Marked for some seconds; of a list that is read, until the next ones.
  var changes: ListDiff { list.marked(at: mode == .reading ? nil : now) }
  var isLoading: Bool {
    running != nil || best?.isLoading ?? (list.isLoading && !list.isKnown)
      || opened != nil && shown == nil
        && shownFailure == nil
  }

  var addresses: [URL] { shown?.item.images ?? [] }

  /// A small image of the item that is shown: its thumbnail, where each image has one.
  func thumbnail(_ index: Int) -> URL {
    guard let thumbnails = shown?.item.thumbnails, thumbnails.count == addresses.count else {
      return addresses[index]
    }
    return thumbnails[index]
  }

  // MARK: Events

  /// Begins: the effects that the first screen needs.
  mutating func begin() -> [BrowserEffect] {
    if best == nil {
      fetchMissing()
      if list.isKnown { effects.append(.wake(.poll, after: interval.delay)) }
    }
    return take()
  }

  mutating func handle(_ event: BrowserEvent, at now: Date) -> [BrowserEffect] {
    self.now = now
    isScreenLost = false
    switch event {
    case .key(let key): press(key)
    case .page(let query, let page, let took): take(page, query, took)
    case .failed(let query, let error, _):
      list.fail(error, for: query)
      effects.append(.wake(.poll, after: Self.retry))
    case .item(let item) where item.item.id == opened: take(item)
    case .itemFailed(let id, let error) where id == opened:
      (shown, shownFailure) = (nil, error)
      if awaited != nil { show(forms.text(error.message), isError: true) }
      awaited = nil
    case .ranking(let request, let response): best?.take(response, to: request)
    case .image(let key, let image): keep(image, for: key)
    // Images that were drawn otherwise are drawn anew.
    case .answered(let supportsKitty):
      if supportsKitty { (images, imageOrder, imagesUnderWay) = ([:], [], []) }
    case .ran(let command, let outcome): finish(command, outcome)
    case .all(let ids, let areAll):
      selected = ids
      if !areAll { show(forms.text("Only the first \(ids.count) items are selected"), isError: true) }
    case .visited(nil, _): show(forms.text("This market has no pages: start 'market serve'"), isError: true)
    case .visited(let page?, let isOpen):
      if !isOpen {
        show(forms.text("No web browser could be opened for \(page.absoluteString)"), isError: true)
      }
    case .woke(let alarm): wake(alarm)
    case .resized(let columns, let rows):
      (self.columns, self.rows, isScreenLost) = (columns, rows, true)
      if opened != list.current?.id { follow(atOnce: true) }
    case .closed: (isOver, isClosed) = (true, true)
    case .item, .itemFailed: break
    }
    fetchMissing()
    return take()
  }

  /// Tells what the screen has room for. The effects fetch what is missing.
  ///
  /// - Parameter text: The text of the item, and the lines that are in sight at once.
  mutating func arrange(_ layout: BrowserScreen.Layout, text: (lines: [String], height: Int))
    -> [BrowserEffect]
  {
    // A screen that is too small shows neither, and leaves them as they are.
    guard !isTooSmall else { return take() }
    geometry = layout.geometry
    if let text = layout.overlay { overlay?.text?.resize(height: text.height, count: text.count) }
    list.resize(height: layout.height, width: layout.width)
    best?.resize(height: layout.height, width: layout.width)
    detail.replace(text.lines, height: text.height)
    fetchMissing()
    imagesInSight = Set(layout.images)
    for image in layout.images where images[image] == nil && !imagesUnderWay.contains(image) {
      imagesUnderWay.insert(image)
      effects.append(.draw(image))
    }
    return take()
  }

  private mutating func take() -> [BrowserEffect] {
    defer { effects = [] }
    return effects
  }

  private mutating func fetchMissing() {
    guard best == nil || !beginsWithBest, let query = list.nextRequest() else { return }
    effects.append(.fetch(query))
  }

  private mutating func take(_ page: Fetched<ItemPage>, _ query: PageQuery, _ took: Duration) {
    let isFirst = !list.isKnown
    let isOffline = if case .offline = page.freshness { true } else { false }
    if !isOffline { interval.note(page.value, after: took) }
    let former = list.current
    list.take(page, for: query, at: now)
    if list.changes.newest == now {
      effects.append(.wake(.fade, after: .seconds(RecentChanges.shortestTime)))
      // The item on the screen may be one of them.
      if let opened { effects.append(.show(id: opened)) }
    }
    // An item that a lost connection has kept away.
    if !isOffline, let opened, let shownFailure, shownFailure != .noSuchItem(id: opened) {
      effects.append(.show(id: opened))
    }
    effects.append(.wake(.poll, after: isOffline ? Self.retry : interval.delay))
    if isFirst || list.current != former { follow(atOnce: isFirst) }
  }

  private mutating func wake(_ alarm: BrowserEvent.Alarm) {
    switch alarm {
    case .poll:
      guard best == nil, let query = list.refreshRequest() else {
        return effects.append(.wake(.poll, after: interval.delay))
      }
      effects.append(.fetch(query))
    case .rest: if isWide, focus == .list, let item = list.current { open(item) }
    case .late:
      if shownFailure == nil, let item = list.current, item.id == opened, item.id != shown?.item.id {
        show(BrowsedItem(item: item))
      }
    case .fade: if let message, now.timeIntervalSince(message.date) >= Self.messageTime { self.message = nil }
    }
  }

  mutating func show(_ text: String, isError: Bool = false) {
    message = Message(text: text, isError: isError, date: now)
    effects.append(.wake(.fade, after: .seconds(Self.messageTime)))
  }

  // MARK: The item

  /// Shows the item of the cursor beside the list, once the cursor rests.
  private mutating func follow(atOnce: Bool = false) {
    guard isWide, best == nil, focus == .list else { return }
    if atOnce, let item = list.current { return open(item) }
    effects.append(.wake(.rest, after: Self.rest))
  }

  /// Shows an item: as the list has it, unless all there is comes soon, and then with all.
  private mutating func open(_ item: Item) {
    (opened, shownFailure) = (item.id, nil)
    if shown?.item.id != item.id {
      if shown == nil || focus == .item {
        show(BrowsedItem(item: item))
      } else {
        effects.append(.wake(.late, after: Self.itemWait))
      }
    }
    effects.append(.show(id: item.id))
  }

  private mutating func show(_ item: BrowsedItem) {
    if shown?.item.id != item.item.id { (imageIndex, detail) = (0, ScrollView()) }
    (shown, shownFailure) = (item, nil)
    imageIndex = min(imageIndex, max(0, addresses.count - 1))
  }

  private mutating func take(_ item: BrowsedItem) {
    show(item)
    switch awaited {
    case .edit: overlay = .form(forms.edit(item.item), of: .item(item.item))
    case .correct: correct(item)
    default: break
    }
    awaited = nil
  }

  private mutating func keep(_ image: DisplayedImage?, for key: BrowsedImage) {
    imagesUnderWay.remove(key)
    if images.updateValue(image, forKey: key) == nil { imageOrder.append(key) }
    var bytes = images.values.reduce(0) { $0 + ($1?.drawing?.bytes ?? 0) }
    // One that is in sight would be fetched again at once, and without end.
    while imageOrder.count > Self.mostImages || bytes > Self.imageBytes,
      let index = imageOrder.firstIndex(where: { !imagesInSight.contains($0) })
    {
      let former = images.removeValue(forKey: imageOrder.remove(at: index)) ?? nil
      bytes -= former?.drawing?.bytes ?? 0
    }
  }

  // MARK: Commands

  private mutating func run(_ command: BrowserCommand) {
    guard running == nil else { return }
    running = command
    effects.append(.run(command))
  }

  /// Shows what a command would do, and asks whether it is to be done.
  private mutating func ask(
    _ title: LocalizedPhrase, _ verb: BrowserCommand.Verb, _ line: [String], _ plan: BrowserCommand,
    _ outcome: BrowserEvent.Outcome
  ) {
    let command = BrowserCommand(verb: verb, lines: [line + ["--yes"]], password: plan.password)
    overlay = .text(title: forms.text(title), ScrollView(outcome.output), .yes(command))
  }

  private mutating func finish(_ command: BrowserCommand, _ outcome: BrowserEvent.Outcome) {
    running = nil
    let text = outcome.summary(of: command.verb)
    switch (outcome.code, command.verb) {
    case (.wrongPassword, _) where command.password == nil:
      overlay = .form(forms.password(text), of: .password(command))
    case (.done, .undoPlan):
      // The entry that is shown, also where another write has come since.
      let entry = outcome.output.first?.firstMatch(of: /[0-9]+/).map { String($0.output) }
      ask("Undo this?", .undo, ["undo"] + [entry].compactMap(\.self), command, outcome)
    case (.done, .correctionPlan):
      ask("Correct this?", .record, command.lines[0].dropLast(), command, outcome)
    case (.done, .editPlan):
      ask("Change these items?", .edit, command.lines[0].dropLast(), command, outcome)
    case (.done, .log):
      overlay = .text(
        title: forms.text("Past changes"), ScrollView(outcome.output + outcome.notes), .undo(["undo"]))
    case (.done, .orders):
      let receipts = outcome.output.compactMap {
        $0.wholeMatch(of: /\{"receipt":"?(.*?)"?\}/).map { String($0.1) }
      }
      guard !receipts.isEmpty else { return show(text) }
      let (orders, rest) = (outcome.output.prefix(receipts.count), outcome.output.dropFirst(receipts.count))
      let title = [forms.text("Orders of today")] + rest.dropLast(receipts.count)
      overlay = .orders(
        Picker(
          title: title.joined(separator: " · "), choices: Array(orders), chosen: 0,
          keys: forms.text("Enter: receipt · u: undo · Esc: close")), receipts: receipts)
    case (.done, .receipt):
      overlay = .text(
        title: forms.text(LocalizedPhrase("Receipt")), ScrollView(outcome.output),
        .undo(["undo"] + command.lines[0].suffix(2)))
    case (.done, _):
      if case .form? = overlay { overlay = nil }
      if [.sell, .record].contains(command.verb), outcome.output.count > 1 {
        let isSale = command.verb == .sell
        let code = outcome.output.last.flatMap { ReceiptCode(String($0.suffix(16))) }
        overlay = .text(
          title: forms.text(isSale ? LocalizedPhrase("Receipt") : LocalizedPhrase("Stock")),
          ScrollView(outcome.output),
          isSale && forms.findsOrders ? code.map { .undo(["undo", "--receipt", $0.text]) } ?? .none : .none)
      }
      if [.delete, .sell, .record].contains(command.verb) { selected = [] }
      if command.verb == .delete, focus == .item { focus = .list }
      show(text)
      if command.verb == .delete {
        let ids = command.lines.joined().filter { Int($0) != nil }
        message?.undo = BrowserCommand(verb: .undo, lines: [["restore"] + ids], password: command.password)
      }
      refresh()
    case (_, _):
      // The form stays open: what was typed is not lost.
      switch overlay {
      case .form(var form, .password(let command))?:
        // The error of the command says where else it could have read the password.
        form.message = forms.text("The password is wrong")
        overlay = outcome.code == .wrongPassword ? .form(form, of: .password(command)) : nil
        show(text, isError: true)
      case .form(var form, let purpose)? where purpose.isOfItems:
        form.message = text
        overlay = .form(form, of: purpose)
      default: show(text, isError: true)
      }
      if outcome.code == .partial { refresh() }
    }
  }

  private mutating func refresh() {
    list.refresh()
    if let opened { effects.append(.show(id: opened)) }
    if let best { effects.append(.rank(best.again)) }
  }
}

// MARK: - Keys

extension Browser {
  private mutating func press(_ key: Key) {
    awaited = nil
    if overlay != nil { return pressInOverlay(key) }
    let isSecondG = hasPressedG && key.command == .character("g")
    hasPressedG = false
    if case .mouse(let mouse) = key { return use(mouse) }
    if focus == .item, pressInItem(key) { return }
    if best != nil, focus == .list, pressInBest(key) { return }
    if best == nil, focus == .list, mode == .reading, pressInReading(key) { return }
    guard let command = BrowserKey(key) else {
      if key.command == .character("g") { (hasPressedG, message) = (!isSecondG, nil) }
      if isSecondG { toFirst() }
      return
    }
    let former = message
    message = nil
    if command == .undo, let former, let undo = former.undo {
      return overlay = .text(title: forms.text("Undo this?"), ScrollView([former.text]), .yes(undo))
    }
    // Esc closes what is open, and never the screen.
    if command == .back, key == .escape, isAtStart { return }
    handle(command)
  }

  /// The keys of a list that is read, where they differ. False for others.
  private mutating func pressInReading(_ key: Key) -> Bool {
    switch key.command {
    // The last row in sight is the first one then.
    case .character(" "): move { $0.moveToTop($0.range.upperBound - 1) }
    case .character("g"): handle(.grid)
    case .character("b"):
      mode = .working
      follow(atOnce: true)
    default: return false
    }
    return true
  }

  /// To the first row, of the item's text where that takes the keys.
  private mutating func toFirst() {
    if focus == .item { _ = detail.handle(.home) } else { move { $0.move(to: 0) } }
  }

  private mutating func handle(_ command: BrowserKey) {
    switch command {
    case .up: move { $0.move(by: -$0.width) }
    case .down: move { $0.move(by: $0.cursor + $0.width < $0.count ? $0.width : $0.count - 1 - $0.cursor) }
    case .left: if isGrid { move { $0.move(by: -1) } }
    case .right: if isGrid { move { $0.move(by: 1) } }
    case .pageUp: move { $0.move(by: -max(1, $0.height - 1) * $0.width) }
    case .pageDown: move { $0.move(by: max(1, $0.height - 1) * $0.width) }
    case .first: move { $0.move(to: 0) }
    case .last: move { $0.move(to: $0.count - 1) }
    case .open:
      if let subject {
        focus = .item
        open(subject)
      }
    case .back: goBack()
    case .search: overlay = .search(LineEditor(), index: nil)
    case .next: advance(by: 1)
    case .previous: advance(by: -1)
    case .order: overlay = .order(forms.order(list.query))
    case .filters: overlay = .form(forms.filters(list.query.filter), of: .filters)
    case .best:
      best = BestBrowser(BestQuery(.last(.day)))
      if let request = best?.again { effects.append(.rank(request)) }
    case .grid: isGrid.toggle()
    case .refresh: refresh()
    case .select: select()
    case .selectAll:
      let all = min(list.total ?? .max, Self.mostSelected)
      selected.count < all ? effects.append(.selectAll(list.query)) : (selected = [])
    case .add: overlay = .form(forms.add(beside: list.inSight.compactMap(\.item)), of: .new)
    case .edit: edit()
    case .sell: record(.sell)
    case .restock: record(.restock)
    case .takeBack: record(.takeBack)
    case .writeOff: record(.writeOff)
    case .correct:
      guard chosen.count < 2 else {
        return show(forms.text("An entry is corrected for one item"), isError: true)
      }
      guard let item = list.current ?? subject, chosen == [item.id], shown?.item.id != item.id
      else { return correct(shown.flatMap { chosen == [$0.item.id] ? $0 : nil }) }
      open(item)
      awaited = .correct
    case .orders:
      let orders = ["orders", "--date", "today"]
      run(BrowserCommand(verb: .orders, lines: [orders + ["--no-headers"], orders + ["--json=receipt"]]))
    case .log: run(BrowserCommand(verb: .log, lines: [["history"]]))
    case .delete: delete()
    case .undo: planUndo(["undo"])
    case .visit: if let id = chosen.first { effects.append(.visit(id: id)) }
    case .help:
      let isList = focus == .list
      let keys = BrowserKey.entries(isRead: isList && mode == .reading, isBest: isList && best != nil)
      overlay = .text(
        title: forms.text(LocalizedPhrase("Keys")), ScrollView(forms.help(keys, columns: columns)))
    }
  }

  private mutating func move(_ change: (inout ScrollingList) -> Void) {
    guard best == nil else { return }
    list.move(change)
    follow()
  }

  private mutating func select() {
    guard best == nil, let id = list.current?.id else { return }
    if let index = selected.firstIndex(of: id) {
      selected.remove(at: index)
    } else if selected.count < Self.mostSelected {
      selected.append(id)
    }
    move { $0.move(by: 1) }
  }

  /// One step back: from the item to the list, from a search to the list before it, and from there out.
  private mutating func goBack() {
    if focus == .item {
      focus = .list
      return follow()
    }
    if let best {
      (leftRanking, self.best) = (best.best, nil)
      isOver = beginsWithBest
    } else if !selected.isEmpty {
      selected = []
    } else if lists.count > 1 {
      lists.removeLast()
      list.refresh()
      follow()
    } else {
      isOver = true
    }
  }

  /// The next or the previous of the items that were found; those of the last search where none is shown.
  private mutating func advance(by step: Int) {
    if list.query.search != nil { return move { $0.move(by: step) } }
    if let last = pastSearches.first { search(last) }
  }

  // MARK: Lists

  /// Shows another list; Esc goes back to this one.
  private mutating func change(_ query: PageQuery) {
    best = nil
    if let former = lists.dropLast().lastIndex(where: { $0.query == query }) {
      lists.removeSubrange((former + 1)...)
    } else if isStep(from: list.query, to: query) {
      lists.append(PageWindow(query))
    } else {
      list = PageWindow(query)
    }
    (selected, focus) = ([], .list)
  }

  /// Whether a list has a search or filters where the one before has none. Another search, and other filters, take the place of
  /// those before.
  private func isStep(from former: PageQuery, to query: PageQuery) -> Bool {
    former.search == nil && query.search != nil || former.filter.isEmpty && !query.filter.isEmpty
  }

  private mutating func search(_ words: String?) {
    var query = list.query
    let words = words.map(TypedLine.unquoted)
    query.search = words
    // The list that was shown while the words were typed stays, so that the next key finds its rows.
    if query != list.query { change(query) }
    guard let words, pastSearches.first != words else { return }
    newSearches = [words] + newSearches.filter { $0 != words }
    effects.append(.record(words))
  }

  /// Shows what is found while the words are typed.
  private mutating func preview(_ words: String) {
    var query = list.query
    let search = TypedLine.unquoted(words)
    query.search = search.isEmpty ? nil : search
    guard query.search != list.query.search else { return }
    change(query)
  }

  // MARK: Commands

  /// Asks what a command takes back.
  private mutating func planUndo(_ words: [String]) {
    run(BrowserCommand(verb: .undoPlan, lines: [words + ["--dry-run"]]))
  }

  private mutating func edit() {
    if chosen.count > 1 { return overlay = .form(forms.editSeveral(chosen), of: .several(chosen)) }
    guard let item = chosen.first.flatMap(known) else { return }
    // Without its description the form would lose it.
    guard item.description != nil else {
      open(item)
      return awaited = .edit
    }
    overlay = .form(forms.edit(item), of: .item(item))
  }

  private mutating func correct(_ item: BrowsedItem?) {
    let form = forms.correction(of: item)
    overlay = .form(form, of: .correction(form))
  }

  private mutating func record(_ movement: ItemForm.Movement) {
    guard !chosen.isEmpty else { return }
    guard chosen.count <= Self.mostLines else {
      return show(forms.text("A form has lines for \(Self.mostLines) items"), isError: true)
    }
    let items = chosen.map { (id: $0, title: title(of: $0)) }
    let form = forms.movement(movement, of: items, only: chosen.count == 1 ? known(chosen[0]) : nil)
    overlay = .form(form, of: .movement(movement, of: chosen))
  }

  private mutating func delete() {
    guard !chosen.isEmpty else { return }
    let title =
      chosen.count == 1
      ? forms.text("Delete this item?") : forms.text("Delete these \(chosen.count) items?")
    ask(title, BrowserCommand(verb: .delete, lines: [["delete"] + chosen.map(String.init) + ["--yes"]]))
  }

  private mutating func ask(_ title: String, _ command: BrowserCommand) {
    overlay = .text(title: title, ScrollView(chosen.map(title(of:))), .yes(command))
  }

  /// `#7 Brass lamp`, or the number alone of an item that is not in memory.
  private func title(of id: Int) -> String { "#\(id) " + (known(id)?.title.sanitizedLine ?? "") }

  /// An item that is in memory.
  private func known(_ id: Int) -> Item? {
    ([shown?.item, subject] + list.inSight.map(\.item)).compactMap(\.self).first { $0.id == id }
  }

  // MARK: The item and the ranking

  /// False for a key that has the meaning it has in the list.
  private mutating func pressInItem(_ key: Key) -> Bool {
    switch key.command {
    case .left, .character("h"): imageIndex = max(0, imageIndex - 1)
    case .right, .character("l"): imageIndex = max(0, min(imageIndex + 1, addresses.count - 1))
    case .backspace: goBack()
    default: return detail.handle(key.command)
    }
    return true
  }

  private mutating func pressInBest(_ key: Key) -> Bool {
    // As it shows cards in 'market list'.
    if key.command == .character("g"), best?.view == .ranking {
      isGrid.toggle()
      return true
    }
    guard let step = best?.handle(key.command) else { return false }
    if let request = step.request { effects.append(.rank(request)) }
    if step.isLeft, key != .escape || !isAtStart { goBack() }
    return step.isHandled
  }

  private mutating func use(_ mouse: Mouse) {
    switch mouse.action {
    case .wheelUp, .wheelDown:
      let lines = mouse.action == .wheelUp ? -3 : 3
      if focus == .item || isWide && best == nil && mouse.column >= listColumns {
        detail.scroll(by: lines)
      } else {
        let distance = isGrid ? lines.signum() : lines
        move { $0.scroll(by: distance) }
      }
    case .press:
      guard showsList, best == nil, mouse.column < listColumns, let row = row(at: mouse) else { return }
      if focus == .item { focus = .list }
      move { $0.move(to: row) }
      guard let id = list.current?.id else { return }
      if let click, click.id == id, now.timeIntervalSince(click.date) < Self.doubleClick {
        self.click = nil
        handle(.open)
      } else {
        click = (id, now)
      }
    }
  }

  /// The row of the list under the mouse.
  private func row(at mouse: Mouse) -> Int? {
    guard mouse.row >= geometry.top, mouse.row < rows - 1 else { return nil }
    let line = (mouse.row - geometry.top) / geometry.rowHeight
    let column = geometry.cardWidth.map { min(list.list.width - 1, mouse.column / $0) } ?? 0
    let row = list.list.top + line * list.list.width + column
    return list.list.range.contains(row) ? row : nil
  }

  // MARK: Overlays

  private mutating func pressInOverlay(_ key: Key) {
    // The wheel scrolls a text; nothing is chosen by a click.
    if case .mouse(let mouse) = key {
      if mouse.action != .press { overlay?.text?.scroll(by: mouse.action == .wheelUp ? -3 : 3) }
      return
    }
    switch overlay {
    case .search(let editor, let index)?: pressInSearch(key, editor, index)
    case .order(var picker)?:
      switch picker.handle(key) {
      case .choosing: overlay = .order(picker)
      case .cancelled: overlay = nil
      case .picked(let index):
        overlay = nil
        var query = list.query
        query.sort = PageQuery.Sort.allCases[index]
        best = nil
        list = PageWindow(query)
      }
    case .orders(var picker, let receipts)?:
      let undoes = key.command == .character("u")
      switch picker.handle(undoes ? .enter : key) {
      case .choosing: overlay = .orders(picker, receipts: receipts)
      case .cancelled: overlay = nil
      case .picked(let index) where undoes:
        overlay = nil
        planUndo(["undo", "--receipt", receipts[index]])
      case .picked(let index):
        run(
          BrowserCommand(verb: .receipt, lines: [["history", "--no-headers", "--receipt", receipts[index]]]))
      }
    case .form(var form, let purpose)?:
      guard running == nil || !purpose.isOfItems else { return }
      // Terminals paste the paths of files that are dropped on them.
      if case .paste(let text) = key, forms.drop(text, on: &form) {
        return overlay = .form(form, of: purpose)
      }
      let asked = form.message
      switch form.handle(key) {
      // Once.
      case .cancelled where purpose.asks && form.isChanged && asked != leaving:
        form.message = leaving
        overlay = .form(form, of: purpose)
      case .cancelled: overlay = nil
      case .typing:
        forms.check(&form, of: purpose)
        overlay = .form(form, of: purpose)
      case .submitted: submit(form, purpose)
      }
    case .text(let title, var view, let answer)?:
      switch (key.command, answer) {
      case _ where view.handle(key.command): overlay = .text(title: title, view, answer)
      case (.character(let letter), .yes(let command)) where forms.means(yes: letter):
        overlay = nil
        run(command)
      case (.character("u"), .undo(let words)):
        overlay = nil
        planUndo(words)
      case (.escape, _), (.character, .yes), (.character("q"), .none): overlay = nil
      default: break
      }
    case nil: break
    }
  }

  private mutating func submit(_ form: Form, _ purpose: ItemForm) {
    var form = form
    switch purpose {
    case .filters:
      guard let filter = forms.filter(of: &form, keeping: list.query.filter) else {
        return overlay = .form(form, of: purpose)
      }
      overlay = nil
      var query = list.query
      query.filter = filter
      if query != list.query { change(query) }
    case .password(var command):
      command.password = form.text("password")
      overlay = .form(form, of: .password(command))
      run(command)
    case .new, .item, .several, .movement, .correction:
      let command = forms.command(of: &form, purpose)
      overlay = .form(form, of: purpose)
      if let command { command.lines.isEmpty ? (overlay = nil) : run(command) }
    }
  }

  /// The question before what was typed is discarded.
  private var leaving: String { forms.text("Esc again: discard what was typed") }

  private mutating func pressInSearch(_ key: Key, _ former: LineEditor, _ formerIndex: Int?) {
    var (editor, index) = (former, formerIndex)
    switch key {
    case .up where !pastSearches.isEmpty:
      index = min((index ?? -1) + 1, pastSearches.count - 1)
      editor = LineEditor(pastSearches[index ?? 0])
    case .down where index != nil:
      index = index.flatMap { $0 > 0 ? $0 - 1 : nil }
      editor = LineEditor(index.map { pastSearches[$0] } ?? "")
    default:
      switch editor.handle(key) {
      case .typing: break
      case .entered(let text):
        overlay = nil
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return search(words.isEmpty ? nil : words)
      case .cancelled:
        overlay = nil
        if list.query.search != nil, lists.count > 1 { goBack() }
        return
      }
    }
    overlay = .search(editor, index: index)
    preview(editor.text)
  }
}
