import Testing

@testable import market

/// `market add` without options.
struct AddPromptTests {
  private static let json = " --json=title,price,stock,sku,descriptions"

  @Test func `on a terminal each field is asked for until its value is valid`() async throws {
    let home = try Home()
    var terminal = home.terminal()
    terminal.input = ["", "Brass lamp", "five", "12.50", "-1", "3", "L-1", "", "missing.png", ""]
    let outcome = await terminal.run("add")
    #expect(outcome.exitCode == .done, "\(outcome.error)")
    for message in [
      "Title: ", "Title '' is empty", "Price: ", "Stock '-1' is negative",
      "No image file 'missing.png'",
    ] {
      #expect(outcome.error.contains(message), "\(outcome.error)")
    }
    await home.pipe.run("show 1" + Self.json).prints(
      #"{"title":"Brass lamp","price":12.5,"stock":3,"sku":"L-1","descriptions":""}"#)
  }

  @Test func `the end of input adds nothing`() async throws {
    let home = try Home()
    var terminal = home.terminal()
    terminal.input = ["Lamp"]
    #expect(await terminal.run("add").exitCode == .declined)
    #expect(await home.pipe.run("list").output == "")
  }

  @Test func `where nothing can be asked the required options are missing`() async throws {
    let home = try Home()
    for outcome in [await home.pipe.run("add"), await home.terminal().run("add --no-input")] {
      #expect(
        outcome.error.hasPrefix("Error: Missing required options: '--title', '--price'\n"), "\(outcome.error)"
      )
      #expect(outcome.exitCode == .usage)
    }
  }

  @Test func `words in the place of options are shown as their values`() async throws {
    await (try Home()).pipe.run("add Lamp 5").prints(
      """
      ! Error: Unexpected argument 'Lamp'
      ! Help:  'add' takes options: market add --title Lamp --price 5
      exit 2
      """)
  }
}
