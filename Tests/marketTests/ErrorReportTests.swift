import Console
import OpenMarket
import Testing

@testable import market

struct ErrorReportTests {
  private struct Odd: Error {}

  private let gone = ErrorReport(
    message: "The server 'https://market.example' cannot be reached",
    hint: "Check the address and the network", exitCode: .temporary)

  @Test func `lines are as long as the window is wide, in colour too, and labels are whole`() {
    let plain = gone.lines(.english, .plain, columns: 31)
    #expect(
      plain == [
        "Error: The server",
        "       'https://market.example'",
        "       cannot be reached",
        "Help:  Check the address and",
        "       the network",
      ])
    let painted = gone.lines(.english, Style(isColored: true), columns: 31)
    #expect(painted.map { $0.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") } == plain)
    #expect(gone.lines(.korean, .plain, columns: 12).contains { $0.hasPrefix("오류: ") })
  }

  @Test func `a terminal gets lines of its width, and a pipe gets one`() async throws {
    let home = try Home()
    await home.terminal(24).run("show 9").says(
      """
      ! Error: No item with id
      !        '9'
      ! Help:  Run 'market list'
      !        to see what is
      !        for sale
      exit 3
      """)
    await home.pipe.run("show 9").says(
      """
      ! Error: No item with id '9'
      ! Help:  Run 'market list' to see what is for sale
      exit 3
      """)
  }

  @Test func `without a width each is one line`() {
    #expect(
      gone.lines(.english, .plain) == [
        "Error: The server 'https://market.example' cannot be reached",
        "Help:  Check the address and the network",
      ])
  }

  @Test func `what to do has its own label, whatever it says`() {
    let same = ErrorReport(message: "Again", hint: "Again", exitCode: .failed)
    #expect(
      same.lines(.english, Style(isColored: true)) == [
        "\u{1B}[31m\u{1B}[1mError:\u{1B}[22m\u{1B}[39m Again", "\u{1B}[1mHelp:\u{1B}[22m  Again",
      ])
  }

  @Test func `an error that nobody foresaw is a sentence, and no name out of the code`() {
    let lines = ErrorReport(of: Odd(), settings: nil).lines(.english, .plain)
    #expect(
      lines == [
        "Error: Something went wrong that nobody had foreseen",
        "Help:  Try again, with '--verbose' to see what is asked and answered",
      ])
  }
}
