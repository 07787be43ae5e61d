import Foundation
import Testing

@testable import Console

struct ProgressBarTests {
  private func line(
    _ done: Int, _ total: Int = 35_000_000, after seconds: Double = 2, columns: Int = 79,
    style: Style = .plain,
    locale: String = "en_US"
  ) -> String {
    ProgressBar("Uploading", locale: Locale(identifier: locale))
      .line(done: done, of: total, after: .seconds(seconds), columns: columns, style: style)
  }

  @Test func `the line shows the progress and the time left`() {
    let bar = String(repeating: "━", count: 13) + String(repeating: " ", count: 25)
    #expect(line(12_100_000) == "Uploading 34% \(bar) 12.1 of 35.0 MB · 4 s left")
    #expect(line(0) == "Uploading 0% \(String(repeating: " ", count: 40)) 0.0 of 35.0 MB")
    #expect(line(35_000_000) == "Uploading 100% \(String(repeating: "━", count: 40)) 35.0 of 35.0 MB")
  }

  @Test func `progress is at most 100%, and 0 of 0 is 100%`() {
    #expect(line(2_000_000, 1_000_000).hasPrefix("Uploading 100% "))
    #expect(line(0, 0).hasPrefix("Uploading 100% "))
  }

  @Test func `a long time is shown in minutes, and none at the start`() {
    #expect(line(3_500_000, after: 60).hasSuffix(" 3.5 of 35.0 MB · 9 min left"))
    #expect(line(3_500_000, after: 11).hasSuffix(" 3.5 of 35.0 MB · 99 s left"))
    #expect(line(3_500_000, after: 0.5).hasSuffix(" 3.5 of 35.0 MB"))
    #expect(line(350_000, after: 10).hasSuffix(" 0.4 of 35.0 MB"))
  }

  @Test func `the line is never wider than its columns`() {
    for columns in 0...120 {
      for done in [0, 1, 7_000_000, 34_999_999, 35_000_000] {
        #expect(line(done, columns: columns).displayWidth <= columns)
      }
    }
    #expect(line(12_100_000, columns: 40) == "Uploading 34% 12.1 of 35.0 MB · 4 s left")
    #expect(line(12_100_000, columns: 20) == "Uploading 34% 12.1 …")
  }

  @Test func `the bar has a resolution of half a column`() {
    #expect(line(1, 4, columns: 45) == "Uploading 25% ━╸     0.0 of 0.0 MB · 6 s left")
  }

  @Test func `with colour the rest of the bar is shown too`() {
    #expect(
      line(17_500_000, columns: 51, style: Style(isColored: true))
        == "Uploading 50% \u{1B}[35m━━━━━\u{1B}[39m\u{1B}[2m━━━━━\u{1B}[22m\u{1B}[2m 17.5 of 35.0 MB · 2 s left\u{1B}[22m"
    )
  }

  @Test func `numbers are formatted for the locale`() {
    #expect(line(12_100_000, columns: 40, locale: "de_DE") == "Uploading 34% 12,1 of 35,0 MB · 4 s left")
  }
}
