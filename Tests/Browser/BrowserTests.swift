import Foundation
import Testing

/// Walks through the pages in a real browser, by topic: each walk is a suite in an extension.
///
/// One at a time: a browser takes both processors of a small machine by itself.
@Suite(
  .enabled(if: WebDriver.isInstalled, "left out: chromium and chromium-driver are not installed"), .serialized
)
enum BrowserTests {
  /// The file of axe-core, which PyPI's axe-playwright-python has as `axe.min.js`.
  static let axe = ProcessInfo.processInfo.environment["AXE_SOURCE"]
}
