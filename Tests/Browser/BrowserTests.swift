import Foundation
import Testing

/// Walks through the pages in a real browser, by topic: each topic is a suite in an extension, whose walks run one after another,
/// beside those of other topics. One after another, all of them would still run when all other tests have ended.
@Suite(
  .enabled(
    if: WebDriver.isInstalled, "left out: chromium-headless-shell and chromium-driver are not installed"))
enum BrowserTests {
  /// The file of axe-core, which PyPI's axe-playwright-python has as `axe.min.js`.
  static let axe = ProcessInfo.processInfo.environment["AXE_SOURCE"]
}
