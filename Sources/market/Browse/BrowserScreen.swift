import Console
import Foundation
import OpenMarket
import Wording

/// Draws the screen of `market browse`: a header, the list or the best sellers, the item, and the status bar.
struct BrowserScreen {
  /// Where the rows or cards of the list are, to find them by a click.
  struct Geometry: Equatable {
    var top = 2
    var rowHeight = 1
    /// The width of a card with the gap behind it; nil for rows.
    var cardWidth: Int?
  }

  /// The room for the list, and the images in sight.
  struct Layout {
    var height = 1
    var width = 1
    var geometry = Geometry()
    var images: [BrowsedImage] = []
    /// The lines of a text above the list, and those that are in sight at once.
    var overlay: (count: Int, height: Int)?
  }

  /// The name of the market, sanitized.
  let name: String
  let console: Console
  /// With the present time.
  var format: OutputFormat
  var images: ImageRenderer
  /// The columns that were chosen for lists; nil for those that the screen has room for.
  private let chosen: [String]?
  private let showsHeader: Bool
  /// The lines of an item. A long description takes milliseconds to wrap, which each key would.
  private struct ItemText {
    let shown: BrowsedItem
    let columns: Int
    let second: Int
    let lines: [String]
  }

  private var text: ItemText?
  private var tableColumns: ItemTable.Columns?
  private var tableQuery: PageQuery?

  init(
    name: String, console: Console, format: OutputFormat, images: ImageRenderer, chosen: [String]? = nil,
    showsHeader: Bool = true
  ) {
    (self.name, self.console, self.format, self.images) = (name, console, format, images)
    (self.chosen, self.showsHeader) = (chosen, showsHeader)
  }

  private var style: Style { console.style }

  // MARK: Layout

  func layout(of browser: Browser) -> Layout {
    var layout = Layout()
    guard !browser.isTooSmall else { return layout }
    layout.overlay = textBox(browser).map { ($0.lines.count, $0.inside.rows) }
    let area = listArea(browser)
    // One line is the header of the table.
    layout.height = max(1, area.rows - 1)
    if let cards = cards(browser) {
      let grid = cards.grid
      layout.width = grid.cardsInRow
      layout.height = max(1, cards.area.rows / grid.rowHeight)
      layout.geometry = Geometry(
        top: cards.area.row, rowHeight: grid.rowHeight, cardWidth: grid.width + ItemGrid.gap)
      if browser.showsList, draws {
        layout.images = cards.inSight.compactMap { $0.item?.thumbnails.first }
          .map { BrowsedImage(url: $0, columns: grid.box.columns, rows: grid.box.rows) }
      }
    } else if browser.best != nil {
      // The caption and the header.
      layout.height = max(1, area.rows - 2)
    }
    if browser.showsItem, draws {
      let parts = itemParts(browser)
      if let large = parts.large, browser.addresses.indices.contains(browser.imageIndex) {
        layout.images.append(
          BrowsedImage(url: browser.addresses[browser.imageIndex], columns: large.columns, rows: large.rows))
      }
      layout.images += parts.strip.map {
        BrowsedImage(url: browser.thumbnail($0.index), columns: $0.area.columns, rows: $0.area.rows)
      }
    }
    return layout
  }

  private var draws: Bool { images.protocol != .none }

  private func body(_ browser: Browser) -> Canvas.Area {
    Canvas.Area(row: 1, column: 0, rows: browser.rows - 2, columns: browser.columns)
  }

  private func listArea(_ browser: Browser) -> Canvas.Area {
    var area = body(browser)
    area.columns = browser.listColumns
    return area
  }

  private func itemArea(_ browser: Browser) -> Canvas.Area {
    var area = body(browser)
    guard browser.showsList else { return area }
    area.column = browser.listColumns + 3
    area.columns = max(0, browser.columns - area.column)
    return area
  }

  /// Items as cards.
  private struct Cards {
    let grid: ItemGrid
    let list: ScrollingList
    let inSight: [(row: Int, item: Item?)]
    let area: Canvas.Area
  }

  /// The cards of the list or of the ranking; nil where it is shown in rows.
  private func cards(_ browser: Browser) -> Cards? {
    guard browser.isGrid else { return nil }
    var area = listArea(browser)
    var (list, inSight) = (browser.list.list, browser.list.inSight)
    var ranking: BestSellers?
    if let best = browser.best {
      guard best.view == .ranking, let found = best.best, !found.items.isEmpty else { return nil }
      (ranking, list) = (found, best.list)
      inSight = best.list.range.map { ($0, found.items[$0].item) }
      // Below the caption.
      area = Canvas.Area(row: area.row + 1, column: 0, rows: area.rows - 1, columns: area.columns)
    }
    // Two rows of cards fit, with the lines of text below each image.
    let screen = ImageRenderer(
      images.protocol, multiplexer: images.multiplexer, cell: images.cell, rows: max(8, area.rows / 2 + 1))
    let grid = ItemGrid(
      items: inSight.compactMap(\.item), format: format, style: style, changes: browser.changes,
      ranking: ranking,
      columns: area.columns - 2, screen: screen, keepsRoom: draws)
    return Cards(grid: grid, list: list, inSight: inSight, area: area)
  }

  // MARK: Drawing

  mutating func canvas(of browser: Browser) -> Canvas {
    var canvas = Canvas(columns: browser.columns, rows: browser.rows)
    guard !browser.isTooSmall else {
      let text = format.text("Enlarge the window to \(Browser.least.columns) × \(Browser.least.rows)")
      canvas.draw(text.wrapped(toWidth: browser.columns), in: canvas.area)
      return canvas
    }
    drawHeader(browser, on: &canvas)
    if let best = browser.best, browser.showsList {
      draw(best, browser, on: &canvas)
    } else if browser.showsList {
      if let cards = cards(browser) {
        draw(cards, browser, on: &canvas)
      } else {
        drawRows(browser, on: &canvas)
      }
    }
    if browser.showsItem {
      if browser.showsList {
        let column = browser.listColumns + 1
        for row in 1..<browser.rows - 1 { canvas.draw(style.dim("│"), row: row, column: column) }
      }
      drawItem(browser, on: &canvas)
    }
    drawStatus(browser, on: &canvas)
    drawOverlay(browser, on: &canvas)
    return canvas
  }

  private func drawHeader(_ browser: Browser, on canvas: inout Canvas) {
    let list = browser.list
    var facts: [LocalizedPhrase?] = []
    var conditions: [LocalizedPhrase?] = []
    if browser.best != nil {
      facts = [LocalizedPhrase("best sellers")]
    } else {
      if list.isKnown {
        facts.append(
          list.total.map(format.items)
            ?? list.moreThan.map { "more than \(format.number($0)) items" })
      }
      facts.append(list.query.search.map { "“\($0.sanitizedLine)”" })
      conditions += list.query.filter.words(format)
      if list.query.sort != .best { conditions.append(list.query.sort.words) }
    }
    var states: [LocalizedPhrase?] = [browser.changes.words(format), list.freshness.words(format)]
    if let failure = browser.best?.failure ?? list.failure { states.append(failure.message) }
    if browser.isLoading { states.append(LocalizedPhrase("loading")) }
    let room = browser.columns
    let name = name.truncated(toWidth: max(8, room / 3))
    let (first, middle, last) = (format.texts(facts), format.texts(conditions), format.texts(states))
    // How fresh the rows are and what is going on says most, then what was searched for. Conditions without room are an ellipsis.
    var choices: [[String]] = [first + middle + last]
    choices += middle.indices.reversed().map { first + middle[..<$0] + ["…"] + last }
    if first.count > 1 { choices += first.indices.map { first[$0...] + last } }
    choices += last.indices.dropFirst().map { first.suffix(1) + last[$0...] }
    choices.append((last.isEmpty ? first : last).suffix(1))
    let texts =
      choices.first { name.displayWidth + 3 + $0.joined(separator: " · ").displayWidth <= room }
      ?? choices[choices.count - 1]
    let line = texts.joined(separator: " · ").truncated(toWidth: max(0, room - name.displayWidth - 3))
    canvas.draw(style.bold(name) + (line.isEmpty ? "" : style.dim(" · " + line)), row: 0, column: 0)
  }

  // MARK: The list

  private mutating func drawRows(_ browser: Browser, on canvas: inout Canvas) {
    let (list, area) = (browser.list, listArea(browser))
    let rows = list.inSight
    let items = rows.compactMap(\.item)
    guard list.isKnown, list.list.count > 0 else { return drawEmpty(browser, area, on: &canvas) }
    let words = list.query.search.map(NetworkManager.words) ?? []
    let table = ItemTable(
      items: items, format: format, style: style, chosen: chosen, sort: list.query.sort, emphasized: words)
    // The columns stay where they are while the list is scrolled.
    if tableQuery != list.query { (tableQuery, tableColumns) = (list.query, nil) }
    let (header, lines, titleEnd) = table.screen(columns: area.columns - 2, like: &tableColumns)
    if showsHeader { canvas.draw(header, row: area.row, column: 2, limit: area.columns - 2) }
    var next = 0
    for (line, entry) in rows.enumerated() {
      let row = area.row + 1 + line
      guard row < area.row + area.rows else { break }
      drawMarks(of: entry.item, isCurrent: entry.row == list.list.cursor, browser, row: row, on: &canvas)
      if entry.item == nil {
        canvas.draw(style.dim("…"), row: row, column: 2)
      } else {
        canvas.draw(lines[next], row: row, column: 2, limit: area.columns - 2)
        // A price that is cut looks like another one.
        if lines[next].withoutStyles.displayWidth > area.columns - 2 {
          canvas.draw(style.dim("…"), row: row, column: area.columns - 1)
        }
        next += 1
      }
      if entry.row == list.list.cursor, style.isColored, browser.focus == .list || !browser.isWide {
        // Up to the end of the title: a whole row would be twice as many bytes for each key.
        canvas.add(
          .reversed, in: .init(row: row, column: 0, rows: 1, columns: min(area.columns, titleEnd + 2)))
      }
    }
  }

  /// The sign of the cursor, and that of a selected or changed item.
  private func drawMarks(
    of item: Item?, isCurrent: Bool, _ browser: Browser, row: Int, column: Int = 0, on canvas: inout Canvas
  ) {
    if isCurrent { canvas.draw(style.bold(">"), row: row, column: column) }
    guard let item else { return }
    if browser.selected.contains(item.id) {
      canvas.draw(style.magenta("*"), row: row, column: column + 1)
    } else if let run = browser.changes.marks[item.id]?.run(style) {
      canvas.draw([run].painted, row: row, column: column + 1)
    }
  }

  private func drawEmpty(_ browser: Browser, _ area: Canvas.Area, on canvas: inout Canvas) {
    guard browser.list.isKnown else { return }
    let query = browser.list.query
    let isWhole = query.search == nil && query.filter.isEmpty
    let hint: LocalizedPhrase? = isWhole ? "a: add an item" : browser.isAtStart ? nil : "Esc: back"
    canvas.draw(
      format.texts([query.emptyText, hint]).flatMap { $0.wrapped(toWidth: area.columns - 4) },
      in: area.inset(rows: 1, columns: 2))
  }

  private func draw(_ cards: Cards, _ browser: Browser, on canvas: inout Canvas) {
    let (list, area, grid) = (cards.list, cards.area, cards.grid)
    guard cards.inSight.contains(where: { $0.item != nil }) else {
      return drawEmpty(browser, area, on: &canvas)
    }
    for (index, entry) in cards.inSight.enumerated() {
      let row = area.row + index / list.width * grid.rowHeight
      let column = index % list.width * (grid.width + ItemGrid.gap)
      guard row + grid.rowHeight <= area.row + area.rows + 1, let item = entry.item else { continue }
      let isCurrent = entry.row == list.cursor
      drawMarks(
        of: item, isCurrent: isCurrent, browser, row: row + grid.imageRows, column: column, on: &canvas)
      draw(item, of: grid, browser, row: row, column: column + 2, on: &canvas)
      if isCurrent, style.isColored {
        canvas.add(
          .reversed, in: .init(row: row + grid.imageRows, column: column, rows: 1, columns: grid.width + 2))
      }
    }
  }

  private func draw(
    _ item: Item, of grid: ItemGrid, _ browser: Browser, row: Int, column: Int, on canvas: inout Canvas
  ) {
    let box = grid.box
    let key = item.thumbnails.first.map { BrowsedImage(url: $0, columns: box.columns, rows: box.rows) }
    let image = key.flatMap { browser.images[$0] } ?? nil
    if grid.imageRows > 0 {
      if let drawing = image?.drawing {
        canvas.draw(
          drawing, row: row + grid.imageRows - drawing.box.rows, column: column, through: images.multiplexer)
      } else {
        let frame = Canvas.Area(
          row: row, column: column, rows: grid.imageRows, columns: min(grid.width - 2, grid.imageRows * 3))
        canvas.frame(frame, style: style)
        let initials = item.title.sanitizedLine.split(separator: " ").prefix(2).compactMap(\.first)
        canvas.draw(
          style.dim(String(initials)), row: frame.row + frame.rows / 2,
          column: frame.column + frame.columns / 2 - 1,
          limit: max(0, frame.columns - 2))
      }
    }
    let area = Canvas.Area(row: row + grid.imageRows, column: column, rows: 3, columns: grid.width - 2)
    canvas.draw(grid.texts(of: item).map { $0.truncated(toWidth: area.columns).rendered }, in: area)
  }

  // MARK: Best sellers

  private func draw(_ best: BestBrowser, _ browser: Browser, on canvas: inout Canvas) {
    var area = body(browser)
    guard let ranking = best.best else {
      if let failure = best.failure {
        canvas.draw(
          format.text(failure.message).wrapped(toWidth: area.columns - 4), in: area.inset(rows: 1, columns: 2)
        )
      }
      return
    }
    if case .calendar(let day) = best.view {
      let month = SalesPeriod(.month, containing: day).number
      let lines = SalesCalendarView(
        day: day, scale: best.calendarScale, first: ranking.first ?? .earliest, today: ranking.today,
        salesDays: best.salesDays[month] ?? [], format: format, style: style
      ).lines(rows: area.rows, columns: area.columns)
      return canvas.draw(lines, in: area)
    }
    canvas.draw(
      style.bold(ranking.caption(format, columns: area.columns)), row: area.row, column: 0)
    area = Canvas.Area(row: area.row + 1, column: 0, rows: area.rows - 1, columns: area.columns)
    guard !ranking.items.isEmpty else {
      let nearest = ranking.nearest.map { format.text("The nearest: \(format.period($0))") }
      let lines = [format.text(ranking.emptyText(format)), nearest].compactMap(\.self)
      return canvas.draw(lines.flatMap { $0.wrapped(toWidth: area.columns) }, in: area)
    }
    if let cards = cards(browser) { return draw(cards, browser, on: &canvas) }
    let table = BestTable(
      best: ranking, format: format, style: style, range: best.list.range, selection: best.list.cursor)
    canvas.draw(table.lines(columns: area.columns, showsHeader: true), in: area)
  }

  // MARK: The item

  /// The parts of the item's area.
  private struct ItemParts {
    var large: Canvas.Area?
    var strip: [(index: Int, area: Canvas.Area)] = []
    var text: Canvas.Area
  }

  private func itemParts(_ browser: Browser) -> ItemParts {
    let area = itemArea(browser)
    var parts = ItemParts(text: area)
    let count = browser.addresses.count
    guard draws, count > 0, area.rows >= 10, area.columns >= 16 else { return parts }
    let height = max(3, min(16, area.rows * 2 / 5))
    parts.large = Canvas.Area(row: area.row, column: area.column, rows: height, columns: area.columns)
    var used = height
    if count > 1, area.rows >= 20 {
      let width = 10
      // The strip holds the images around the large one.
      let room = max(1, area.columns / (width + 1))
      let first = max(0, min(browser.imageIndex - room / 2, count - room))
      for (place, index) in (first..<min(count, first + room)).enumerated() {
        parts.strip.append(
          (
            index,
            Canvas.Area(
              row: area.row + height, column: area.column + place * (width + 1), rows: 3, columns: width)
          ))
      }
      used += 3
    }
    // A line for the caption, and an empty one.
    parts.text = Canvas.Area(
      row: area.row + used + 1, column: area.column, rows: area.rows - used - 1, columns: area.columns)
    return parts
  }

  /// The lines of the item's text, to be scrolled.
  mutating func itemText(_ browser: Browser) -> (lines: [String], height: Int) {
    let area = itemParts(browser).text
    guard let shown = browser.shown else {
      let text = browser.shownFailure.map { format.text($0.message) } ?? ""
      return (text.wrapped(toWidth: max(1, area.columns)), area.rows)
    }
    // The last column has the signs that there is more.
    let columns = max(8, area.columns - 1)
    // Ages change with the second.
    let second = Int(format.now.timeIntervalSince1970)
    if let text, text.shown == shown, text.columns == columns, text.second == second {
      return (text.lines, area.rows)
    }
    let lines = lines(of: shown, columns: columns)
    text = ItemText(shown: shown, columns: columns, second: second, lines: lines)
    return (lines, area.rows)
  }

  private func lines(of shown: BrowsedItem, columns: Int) -> [String] {
    var lines = ItemCard(item: shown.item, format: format, style: style, columns: columns).lines
    if let reviews = shown.reviews, reviews.rating.count > 0 {
      lines += [""] + reviews.rating.histogram(format, style, columns: columns)
      for review in reviews.reviews {
        lines += [""] + ReviewText(review: review, format: format, style: style, columns: columns).lines
      }
    }
    if let history = shown.history, !history.isEmpty {
      let console = Console(
        output: CapturedStream(columns: columns), error: CapturedStream(columns: columns),
        input: EmptyInput(), style: style)
      lines += ["", style.bold(format.text(LocalizedPhrase("History")))]
      lines += HistoryTable(entries: history, columns: HistoryEntry.ofItem, format: format)
        .lines(for: console, showsHeader: false)
    }
    return lines
  }

  private func drawItem(_ browser: Browser, on canvas: inout Canvas) {
    let parts = itemParts(browser)
    if let large = parts.large, let shown = browser.shown {
      draw(browser.addresses[browser.imageIndex], in: large, browser, on: &canvas)
      for (index, area) in parts.strip { draw(browser.thumbnail(index), in: area, browser, on: &canvas) }
      let count = browser.addresses.count
      let names = shown.item.imageNames ?? []
      let key = BrowsedImage(
        url: browser.addresses[browser.imageIndex], columns: large.columns, rows: large.rows)
      let caption =
        (browser.images[key] ?? nil)?.caption
        ?? (names.indices.contains(browser.imageIndex) ? names[browser.imageIndex]?.sanitizedLine ?? "" : "")
      let place: LocalizedPhrase? = count > 1 ? "\(browser.imageIndex + 1) of \(count)" : nil
      let line = format.facts([place, caption.isEmpty ? nil : LocalizedPhrase(verbatim: caption)])
      canvas.draw(
        style.dim(line.truncated(toWidth: large.columns)), row: parts.text.row - 1, column: large.column,
        limit: large.columns)
    }
    browser.detail.draw(on: &canvas, in: parts.text, style: style)
  }

  private func draw(_ url: URL, in area: Canvas.Area, _ browser: Browser, on canvas: inout Canvas) {
    let key = BrowsedImage(url: url, columns: area.columns, rows: area.rows)
    guard let drawing = (browser.images[key] ?? nil)?.drawing else { return }
    canvas.draw(drawing, row: area.row, column: area.column, through: images.multiplexer)
  }

  // MARK: The status bar

  private func drawStatus(_ browser: Browser, on canvas: inout Canvas) {
    let row = browser.rows - 1
    if case .search(let editor, _)? = browser.overlay {
      let (text, cursor) = editor.shown(columns: browser.columns - 2)
      canvas.draw(style.bold("/") + text, row: row, column: 0)
      canvas.cursor = (row, 1 + cursor)
      return
    }
    if let message = browser.message {
      let wayBack: LocalizedPhrase? = message.undo == nil ? nil : "u: undo"
      let line = format.facts([LocalizedPhrase(verbatim: message.text), wayBack])
      // The title of a line that is too long is cut: figures stay.
      let room = browser.columns - 1
      let figures = line.firstRange(of: " · ").map { String(line[$0.lowerBound...]) } ?? ""
      let title = String(line.dropLast(figures.count))
        .truncated(toWidth: max(12, room - figures.displayWidth))
      let text = (title + figures).truncated(toWidth: room)
      return canvas.draw(message.isError ? style.red(text) : text, row: row, column: 0)
    }
    let list = browser.list.list
    var facts: [LocalizedPhrase?] = []
    if !browser.selected.isEmpty { facts.append("\(format.number(browser.selected.count)) selected") }
    if browser.best == nil, browser.focus == .list, browser.list.isKnown, list.count > 0 {
      // A list that is read tells all rows in sight.
      let rows = browser.mode == .reading ? list.range : list.cursor..<list.cursor + 1
      facts.append(
        format.place(
          after: rows.lowerBound, count: rows.count, of: browser.list.total, moreThan: browser.list.moreThan))
    }
    let line = KeyHints(hints: hints(browser)).line(
      [format.facts(facts), ""], columns: browser.columns, format: format, style: style)
    canvas.draw(line, row: row, column: 0)
  }

  private func hints(_ browser: Browser) -> [KeyHints.Hint] {
    typealias Hint = KeyHints.Hint
    let help = Hint("?", LocalizedPhrase("keys"), 6)
    let back = Hint("q", browser.isAtStart ? LocalizedPhrase("quit") : LocalizedPhrase("back"), 8)
    let grid = browser.isGrid ? LocalizedPhrase("table") : LocalizedPhrase("grid")
    if browser.focus == .item {
      let images = browser.addresses.count > 1 && draws ? [Hint("← →", LocalizedPhrase("images"), 4)] : []
      return images + [
        Hint("e", LocalizedPhrase("edit"), 3), Hint("x", LocalizedPhrase("sell"), 2),
        Hint("d", LocalizedPhrase("delete"), 1), help, back,
      ]
    }
    switch browser.best?.view {
    case .calendar?:
      let scale = browser.best?.calendarScale ?? .day
      return [
        Hint("← → ↑ ↓", scale.name, 4), Hint("PgUp/PgDn", LocalizedPhrase("month"), 2),
        Hint("Tab", scale.next.name, 3), Hint("Enter", LocalizedPhrase("choose"), 6),
        Hint("Esc", LocalizedPhrase("back"), 7),
      ]
    case .ranking?:
      let scale = browser.best?.best?.period.scale.name ?? LocalizedPhrase("day")
      let nearest = browser.best?.selected == nil ? browser.best?.best?.nearest : nil
      return [
        Hint(browser.best?.best?.next == nil ? "←" : "← →", scale, 5),
        Hint(
          "Enter", nearest.map { LocalizedPhrase(verbatim: $0.description) } ?? LocalizedPhrase("show"), 4),
        Hint("d", LocalizedPhrase("date"), 3), Hint("v", grid, 1), help, back,
      ]
    case nil where browser.mode == .reading:
      let list = browser.list.list
      let more = Hint(LocalizedPhrase("space"), LocalizedPhrase("more"), 6)
      return (list.range.upperBound < list.count ? [more] : []) + [
        Hint("/", LocalizedPhrase("search"), 4), Hint("Enter", LocalizedPhrase("show"), 2),
        Hint("g", grid, 3), Hint("b", LocalizedPhrase("browse"), 1), help, back,
      ]
    case nil:
      return [
        Hint("Enter", LocalizedPhrase("show"), 5), Hint("/", LocalizedPhrase("search"), 4),
        Hint("f", LocalizedPhrase("filters"), 2), Hint("s", LocalizedPhrase("order"), 1),
        Hint("v", grid, 1), Hint("a", LocalizedPhrase("add"), 3), help, back,
      ]
    }
  }

  // MARK: Overlays

  private func drawOverlay(_ browser: Browser, on canvas: inout Canvas) {
    switch browser.overlay {
    case .order(var picker)?, .orders(var picker, _)?: picker.draw(on: &canvas, style: style)
    case .form(var form, _)?:
      if form.message.isEmpty { form.message = format.text("Enter: apply · Tab: next · Esc: cancel") }
      form.draw(on: &canvas, style: style)
    case .text?: drawText(browser, on: &canvas)
    case .search?, nil: break
    }
  }

  /// A text above the list in its frame.
  private struct TextBox {
    let title: String
    let view: ScrollView
    /// The keys that answer a question, or leave a text.
    let answer: String
    let lines: [String]
    let frame: Canvas.Area
    /// The part of the frame for the lines.
    let inside: Canvas.Area
  }

  /// Nil where no text is above the list.
  private func textBox(_ browser: Browser) -> TextBox? {
    guard case .text(let title, let view, let meaning)? = browser.overlay else { return nil }
    let answer =
      switch meaning {
      case .yes: format.text("y: yes · n: no")
      case .undo: format.text("u: undo · Esc: close")
      case .none: format.text("Esc: close")
      }
    let screen = Canvas.Area(row: 0, column: 0, rows: browser.rows, columns: browser.columns)
    let lines = view.lines.flatMap {
      $0.isEmpty ? [""] : $0.wrapped(toWidth: max(8, screen.columns - 6), hanging: 4)
    }
    let widest = ([title, answer] + lines).map { $0.withoutStyles.displayWidth }.max() ?? 0
    let frame = screen.middle(
      rows: lines.count + 4, columns: max(widest + 5, title.displayWidth + 8))
    var inside = frame.inset(rows: 1, columns: 2)
    inside.rows = max(0, inside.rows - 2)
    return TextBox(title: title, view: view, answer: answer, lines: lines, frame: frame, inside: inside)
  }

  private func drawText(_ browser: Browser, on canvas: inout Canvas) {
    guard let box = textBox(browser) else { return }
    canvas.frame(box.frame, title: box.title, style: style)
    canvas.draw(
      style.bold(box.answer), row: box.inside.row + box.inside.rows + 1, column: box.inside.column,
      limit: box.inside.columns)
    var view = box.view
    view.replace(box.lines, height: box.inside.rows)
    view.draw(on: &canvas, in: box.inside, style: style)
  }
}
