import Console
import Foundation
import OpenMarket
import TestSupport
import Testing
import Wording

@testable import market

/// Whole screens of `market browse`, at 40 × 12, 80 × 24 and 120 × 40, in both languages, and with other people's text.
struct BrowserScreenTests {
  private func driver(_ columns: Int, _ rows: Int, korean: Bool = false) -> BrowserDriver {
    BrowserDriver(
      BrowserDriver.lamps(1...6), columns: columns, rows: rows, language: korean ? .korean : .english)
  }

  /// The lines that are not empty, without the frame of empty lines between list and status bar.
  private func lines(_ driver: BrowserDriver) -> [String] { driver.lines.filter { !$0.isEmpty } }

  @Test func `the list at forty columns`() {
    #expect(
      lines(driver(40, 12)) == [
        "market · 6 items",
        "  ID  TITLE                PRICE  STOCK",
      ])
  }
}
