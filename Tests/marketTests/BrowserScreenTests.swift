import Console
import Foundation
import TestSupport
import Testing
import Wording

@testable import OpenMarket
@testable import market

/// Whole screens of `market browse`, at 40 × 12, 80 × 24 and 120 × 40, in both languages, and with other people's text.
struct BrowserScreenTests {
  /// A view, and the keys that lead to it from the list.
  enum View: String, CaseIterable {
    case list, item, cards, search, filters, order, form, question, selection, keys, best, calendar, empty

    fileprivate func open(_ driver: BrowserDriver) {
      switch self {
      case .list, .empty: break
      case .item: driver.press(.down, .enter)
      case .cards: driver.press(.character("v"), .down)
      case .search:
        driver.press(.character("/"))
        driver.type("lamp 2")
      case .filters: driver.press(.character("f"))
      case .order: driver.press(.character("s"))
      case .form:
        driver.press(.character("a"))
        driver.type("책상 Desk")
        driver.press(.tab)
        driver.type("12,5")
      case .question: driver.press(.down, .character("d"))
      case .selection: driver.press(.character(" "), .down, .character(" "))
      case .keys: driver.press(.character("?"))
      case .best: driver.press(.down)
      case .calendar: driver.press(.character("d"))
      }
    }
  }

  private static let sizes = [(40, 12), (80, 24), (120, 40)]

  private static func driver(_ view: View, _ columns: Int, _ rows: Int, korean: Bool) -> BrowserDriver {
    let language = korean ? Language.korean : .english
    var items = BrowserDriver.lamps(1...30)
    items[1] = Item(
      id: 2, title: "Brass lamp 2", price: Price(20, .usDollar), discountedPrice: Price(15, .usDollar),
      stock: 2,
      thumbnails: [], registrationDate: BrowserDriver.start - 3 * 86_400,
      description: "Works. A bit scratched.\n상자는 없습니다.", images: [])
    let places = (1...3).map { rank in
      BestSeller(
        rank: rank, previousRank: rank == 1 ? 2 : nil, status: rank == 1 ? .up : .new, id: rank,
        title: items[rank - 1].title,
        pieces: 4 - rank, piecesToDate: 10, revenue: [], item: items[rank - 1], isOnSale: true)
    }
    let best = BestSellers(
      period: SalesPeriod(.day, containing: CalendarDay("2026-11-20") ?? CalendarDay(0)),
      today: CalendarDay("2026-11-21") ?? CalendarDay(0), measure: .pieces, currency: nil, total: 3,
      pieces: 6,
      revenue: nil, items: places, days: [], nearest: nil)
    let driver = BrowserDriver(
      view == .empty ? [] : items, columns: columns, rows: rows, language: language,
      locale: korean ? "ko_KR" : "en_US",
      best: view == .best || view == .calendar ? best : nil,
      problem: { $0.contains("--price=12,5") ? "decimals follow a point: write '12.5'" : nil })
    view.open(driver)
    return driver
  }

  /// All screens, each below a line with its name.
  private static var screens: String {
    var text = ""
    for korean in [false, true] {
      for (columns, rows) in sizes {
        for view in View.allCases {
          let driver = driver(view, columns, rows, korean: korean)
          text += "=== \(view.rawValue) \(columns)x\(rows) \(korean ? "ko" : "en")\n\(driver.text)\n"
        }
      }
    }
    return text
  }

  @Test func `each view is as it was drawn by hand, in each size and language`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Screens/browse.txt")
    let expected = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "=== ")
    let drawn = Self.screens.components(separatedBy: "=== ")
    #expect(expected.count == drawn.count)
    for (one, other) in zip(drawn, expected) { #expect(one == other) }
  }

  @Test func `best sellers have keys of their own`() {
    let driver = Self.driver(.best, 80, 60, korean: false)
    driver.press(.character("?"))
    for part in ["Period before or after", "d        Day, week or month in a calendar", "Del      Delete"] {
      #expect(driver.text.contains(part))
    }
    #expect(!driver.text.contains("Select the item") && !driver.text.contains("Best sellers by day"))
  }

  @Test func `where a command has no room beside its key, it stands below`() {
    let driver = Self.driver(.keys, 40, 60, korean: false)
    #expect(driver.text.contains("N         Previous item that was  │"))
    #expect(driver.text.contains("│             market list …           │"))
  }

  @Test func `no line is wider than the screen, and each screen has its status bar`() {
    for korean in [false, true] {
      for (columns, rows) in [(24, 8)] + Self.sizes {
        for view in View.allCases {
          let driver = Self.driver(view, columns, rows, korean: korean)
          #expect(driver.lines.count <= rows)
          #expect(driver.lines.allSatisfy { $0.displayWidth <= columns }, "\(view) \(columns)")
          #expect(driver.terminal.unknown == [])
        }
      }
    }
  }

  @Test func `other people's text does not leave its place, wherever it is shown`() {
    let payloads = [
      "\u{1B}[2J\u{1B}[31mred", "\u{1B}]0;title\u{7}x", "\u{9B}31mx", "a\r\nb\tc", "\u{202E}evil",
      "e" + String(repeating: "\u{301}", count: 90),
      "👩‍👩‍👧‍👦🇰🇷👍🏽", "\u{0}\u{8}\u{8}", "\u{1B}[?1049l", "\u{1B}_Gi=1;AAAA\u{1B}\\",
      String(repeating: "가", count: 500), "%s%n%1",
      "\u{1160}\u{1100}\u{115F}", "\u{200B}\u{FEFF}\u{2028}x",
    ]
    for payload in payloads {
      let item = Item(
        id: 1, title: payload, price: Price(1, .usDollar), discountedPrice: nil, stock: 1, thumbnails: [],
        registrationDate: BrowserDriver.start, description: payload, images: [])
      for columns in [30, 80, 120] {
        let driver = BrowserDriver([item, BrowserDriver.lamp(2)], columns: columns, rows: 12)
        driver.outcome = .init(output: [payload.sanitized], notes: [], code: .failed)
        for keys in [
          [], [Key.enter], [.escape, .character("v")], [.character("d")], [.character("y")],
          [.character("e")], [.escape, .character("x")], [.escape, .character("/")],
        ] as [[Key]] {
          for key in keys { driver.press(key) }
          driver.press(.paste(payload))
          #expect(driver.terminal.unknown == [], "\(payload.debugDescription) \(columns)")
          #expect(driver.terminal.modes == [], "\(payload.debugDescription) \(columns)")
          #expect(driver.lines.count <= 12)
        }
        driver.resize(columns: columns, rows: 12)
        driver.press(.escape, .escape)
      }
    }
  }
}
