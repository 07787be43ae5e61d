import Console
import Foundation
import TestSupport
import Testing
import Wording

@testable import OpenMarket
@testable import market

/// The screen of `market browse`, without a terminal: what keys do.
struct BrowserTests {
  private func driver(_ count: Int = 300, columns: Int = 80, rows: Int = 10) -> BrowserDriver {
    BrowserDriver(
      BrowserDriver.lamps(1...max(1, count)).filter { _ in count > 0 }, columns: columns, rows: rows)
  }

  @Test func `keys move the cursor, also as Korean keyboards send them`() {
    let driver = driver()
    func id(after keys: Key...) -> Int? {
      for key in keys { driver.press(key) }
      return driver.browser.list.current?.id
    }
    #expect(id(after: .down, .character("j"), .character("ㅓ")) == 4)
    #expect(id(after: .up, .character("ㅏ")) == 2)
    #expect(id(after: .pageDown) == 8)
    #expect(id(after: .character("G")) == 300)
    #expect(id(after: .character("g")) == 300)
    #expect(id(after: .character("g")) == 1)
    #expect(id(after: .end, .pageUp) == 294)
    #expect(id(after: .home) == 1)
    #expect(id(after: .up) == 1)
  }

  @Test func `the end of a long list is there at once, and rows before it come behind the cursor`() {
    let driver = driver(100_000, rows: 12)
    driver.press(.character("G"))
    #expect(driver.requests.suffix(2).map(\.number).contains(2_000))
    #expect(driver.cursorLine.contains("Brass lamp 100000"))
    for _ in 0..<120 { driver.press(.up) }
    #expect(driver.browser.list.current?.id == 99_880)
    #expect(driver.requests.count < 12)
    #expect(driver.browser.list.held <= 250)
  }

  @Test func `Enter shows an item, and each step back leads where it came from`() {
    let driver = driver()
    driver.press(.down, .enter)
    #expect(driver.browser.focus == .item)
    #expect(driver.lines[1] == "#2 Brass lamp 2")
    driver.press(.character("q"))
    #expect(driver.browser.focus == .list)
    #expect(driver.cursorLine.contains("Brass lamp 2 "))
    // Esc closes what is open, and never the screen.
    driver.press(.escape)
    #expect(!driver.browser.isOver)
    driver.press(.character("q"))
    #expect(driver.browser.isOver)
  }

  @Test func `what is found is shown while the words are typed, and Esc brings the list back as it was`() {
    let driver = driver(40)
    driver.press(.down, .down, .character("/"))
    driver.type("lamp 4")
    #expect(driver.lines.last == "/lamp 4")
    #expect(driver.cursorLine.contains("Brass lamp 4 "))
    #expect(driver.lines[0].contains("“lamp 4”"))
    driver.press(.escape)
    #expect(driver.cursorLine.contains("기계식 키보드 3"))
    driver.press(.character("/"))
    driver.type("키보드")
    driver.press(.enter, .character("n"))
    #expect(driver.cursorLine.contains("기계식 키보드 6"))
    driver.press(.character("N"))
    #expect(driver.cursorLine.contains("기계식 키보드 3"))
    driver.press(.character("q"))
    #expect(driver.browser.list.query.search == nil)
    #expect(!driver.browser.isOver)
  }

  @Test func `after a search the next key finds the rows that were shown while the words were typed`() {
    let driver = driver(40)
    driver.press(.character("/"))
    driver.type("lamp 4")
    driver.holdsBack = true
    driver.press(.enter, .enter)
    #expect(driver.browser.focus == .item)
    #expect(driver.lines[1] == "#4 Brass lamp 4")
    driver.deliver()
  }

  @Test func `past searches come with the up arrow`() {
    let driver = BrowserDriver(BrowserDriver.lamps(1...30), searches: ["desk", "lamp 2"])
    driver.press(.character("/"), .up)
    #expect(driver.lines.last == "/desk")
    driver.press(.up, .up)
    #expect(driver.lines.last == "/lamp 2")
    driver.press(.enter)
    #expect(driver.cursorLine.contains("Brass lamp 2 "))
    driver.press(.escape, .character("/"), .up)
    #expect(driver.lines.last == "/lamp 2")
  }

  @Test func `an order and filters are chosen, and Esc leaves them`() {
    let driver = driver(40, rows: 20)
    driver.press(.character("s"), .down, .down, .enter)
    #expect(driver.browser.list.query.sort == .newest)
    #expect(driver.cursorLine.contains("Brass lamp 40"))
    driver.press(.character("f"), .right, .right, .enter)
    #expect(driver.browser.list.query.filter[.soldOut] == .flag)
    #expect(driver.lines[0] == "market · 10 items · sold out · Newest first")
    driver.press(.character("f"), .tab, .tab)
    driver.type("ten")
    #expect(driver.text.contains("! it must be an amount, such as 12.50"))
    driver.press(.enter)
    #expect(driver.browser.overlay != nil)
    driver.press(.escape, .escape, .escape)
    #expect(driver.browser.list.query.filter.isEmpty)
    #expect(!driver.browser.isOver)
  }

  // MARK: Commands

  @Test func `a form is a command line, and stays open where that fails`() {
    let driver = driver(5, rows: 20)
    driver.press(.character("a"))
    driver.type("Desk")
    driver.press(.tab)
    driver.type("12.50")
    driver.press(.tab, .tab, .tab, .tab, .tab)
    driver.type("012345678905, 96385074")
    driver.press(.tab)
    driver.type("wood, old")
    driver.outcome = .init(output: [], notes: ["Error: No space left", "Help:  …"], code: .failed)
    driver.press(.enter)
    let words = [
      "add", "--title=Desk", "--price=12.50", "--stock=1", "--barcode=012345678905", "--barcode=96385074",
      "--tag=wood", "--tag=old",
    ]
    #expect(driver.commands == [BrowserCommand(verb: .add, lines: [words])])
    #expect(driver.text.contains("│ Title            [Desk"))
    #expect(driver.text.contains("Error: No space left"))
    driver.outcome = .init(output: ["id\t6"], notes: ["A password was created", "✓ Added #6"], code: .done)
    driver.items.append(BrowserDriver.lamp(6, "Desk"))
    driver.press(.enter)
    #expect(driver.browser.overlay == nil)
    #expect(driver.lines.last == "Added #6 · A password was created")
    #expect(driver.text.contains("Desk"))
  }

  @Test func `images that are dropped on the terminal go into their field, wherever the cursor is`() throws {
    let driver = driver(5, rows: 20)
    driver.press(.character("a"))
    driver.type("Desk")
    driver.press(.paste("'/home/mina/oak desk.png' /home/mina/side\\ view.JPG "))
    driver.press(.paste("file.png"), .control("u"))
    driver.press(
      .paste("/home/mina/a.png"), .backTab, .paste("/home/mina/notes.txt"), .control("u"), .paste("5"))
    driver.press(.enter)
    let words = driver.commands.last?.lines.first ?? []
    #expect(words.filter { $0.hasPrefix("--image") } == ["--image=/home/mina/a.png"])
    #expect(words.contains("--title=Desk"))
    #expect(words.contains("--description=5"))
    driver.press(.character("a"), .paste("'/home/mina/oak desk.png' /home/mina/side\\ view.JPG '/a,b.png'"))
    driver.press(.enter)
    #expect(
      driver.commands.last?.lines.first?.filter { $0.hasPrefix("--image") } == [
        "--image=/home/mina/oak desk.png", "--image=/home/mina/side view.JPG", "--image=/a,b.png",
      ])
    let folder = try TemporaryFolder()
    let path = folder.path("side, view.png")
    try "".write(toFile: path, atomically: true, encoding: .utf8)
    driver.press(.character("a"), .paste("file:///home/mina/b,%20c.png"), .paste(path + "\n"), .enter)
    #expect(
      driver.commands.last?.lines.first?.filter { $0.hasPrefix("--image") } == [
        "--image=/home/mina/b, c.png", "--image=\(path)",
      ])
  }

  @Test func `an edit changes what differs, and takes away what is emptied`() {
    let driver = driver(5, rows: 20)
    driver.press(.end, .character("e"))
    // The title, the price, the currency, and then the discount, which is emptied.
    driver.type("!")
    driver.press(.tab, .tab, .tab, .control("u"), .enter)
    #expect(driver.commands.last?.lines == [["edit", "5", "--title=Brass lamp 5!", "--no-discount"]])
    driver.press(.character("e"), .enter)
    #expect(driver.commands.count == 1)
    #expect(driver.browser.overlay == nil)
  }

  @Test func `a sale is a small form, and its receipt is shown`() {
    let driver = driver(5, rows: 16)
    driver.press(.down, .character("x"))
    #expect(driver.text.contains("Unit price (USD) [(item's price)"))
    // Another number takes the place of the 1: two pieces, not twelve.
    driver.type("2")
    driver.outcome = .init(output: ["2 × Brass lamp 2", "Receipt ABCDEFGHIJKLMNO2"], notes: [], code: .done)
    driver.press(.enter)
    #expect(driver.commands.last?.lines == [["sell", "2:2"]])
    // It stays until a key that is named below it.
    driver.press(.character("x"), .character("a"))
    #expect(driver.text.contains("Receipt ABCDEFGHIJKLMNO2") && driver.text.contains("u: undo · Esc: close"))
    driver.press(.escape)
    #expect(driver.browser.overlay == nil)
  }

  @Test func `u below a receipt takes that order back, and u after a deletion that one`() {
    let driver = driver(5, rows: 16)
    driver.press(.character("x"))
    driver.outcome = .init(output: ["1 × Brass lamp 1", "Receipt ABCDEFGHIJKLMNO2"], notes: [], code: .done)
    // Keys that are not named below the receipt leave it open.
    driver.press(.enter, .enter, .character("q"))
    driver.outcome = .init(output: ["Entry 7"], notes: [], code: .done)
    driver.press(.character("u"))
    #expect(driver.commands.last?.lines == [["undo", "--receipt", "ABCDEFGHIJKLMNO2", "--dry-run"]])
    driver.press(.character("n"), .character("d"))
    driver.outcome = .init(output: [], notes: ["✓ Deleted #1"], code: .done)
    driver.press(.character("y"))
    #expect(driver.lines.last == "Deleted #1 · u: undo")
    driver.press(.character("u"))
    #expect(driver.text.contains("Undo this?") && driver.text.contains("Deleted #1"))
    driver.press(.character("y"))
    #expect(driver.commands.last?.lines == [["restore", "1"]])
  }

  @Test func `several items are recorded together, with a line for the pieces of each`() {
    let driver = driver(9, rows: 24)
    driver.press(.character(" "), .character(" "), .character(" "), .character("+"))
    #expect(driver.text.contains("Restock 3 items"))
    driver.type("12")
    // Nothing came of the second one, and one piece of the third. A cost is for one item.
    driver.press(.down, .backspace, .down, .down)
    driver.type("PO-7")
    driver.press(.down)
    driver.type("yesterday")
    driver.press(.enter)
    #expect(
      driver.commands.last?.lines == [
        ["restock", "1:12", "3:1", "--reference=PO-7", "--at=yesterday"]
      ])
    #expect(driver.browser.selected == [] && driver.browser.overlay == nil)
    // A record of several items stays until it is closed, and that of one has its figures in sight.
    driver.press(.character(" "), .character(" "), .character("c"))
    #expect(driver.browser.overlay == nil && driver.text.contains("An entry is corrected for one item"))
    driver.press(.character("x"))
    #expect(!driver.text.contains("Unit price"))
    driver.press(.escape, .character("+"))
    driver.outcome = .init(
      output: ["#4 Brass lamp 4 · received +1 · 1 in stock", "#5 Brass lamp 5 · received +1 · 2 in stock"],
      notes: [], code: .done)
    driver.press(.enter)
    #expect(
      driver.text.contains("#5 Brass lamp 5 · received +1 · 2 in stock") && driver.text.contains("Esc: close")
    )
    driver.press(.escape, .character("+"))
    let title = String(repeating: "Long title ", count: 9)
    driver.outcome = .init(
      output: ["#6 \(title)· received +1 · 12 in stock · entry 66"], notes: [], code: .done)
    driver.press(.enter)
    #expect(driver.lines.last?.hasPrefix("#6 Long title Long") == true)
    #expect(driver.lines.last?.hasSuffix("… · received +1 · 12 in stock · entry 66") == true)
  }

  @Test(arguments: [
    ("b", [Key.down, .down, .character(" ")], ["return", "1:1", "--not-resellable"]),
    ("-", [.down, .right, .right], ["write-off", "1:1", "--reason=own-use"]),
    ("-", [], ["write-off", "1:1", "--reason=lost"]),
    (
      "c", [.character("8"), .character("1"), .down, .character("0")],
      ["correct", "81", "--quantity=0", "--dry-run"]
    ),
  ]) func `returns, write-offs and corrections are the command lines of their forms`(
    key: String, keys: [Key], line: [String]
  ) {
    // As the command line refuses an option that is there twice, also while a value is typed.
    let driver = BrowserDriver(
      BrowserDriver.lamps(1...5), columns: 80, rows: 20,
      problem: { words in
        let names = words.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
        return Set(names).count < names.count ? "given twice" : nil
      })
    driver.type(key)
    for key in keys { driver.press(key) }
    #expect(!driver.text.contains("given twice"))
    driver.press(.enter)
    #expect(driver.commands.last?.lines == [line])
  }

  @Test func `a correction begins with the newest sale or delivery of the item on the screen`() {
    func entry(_ id: Int, _ kind: MovementKind) -> HistoryEntry {
      .movement(
        Movement(
          id: id, itemID: 1, kind: kind, quantity: 1, stock: 1, price: Price(5, .usDollar), cost: nil,
          note: nil,
          reference: nil, reason: nil, counted: nil, expected: nil, reverses: nil, sale: nil,
          recordedAt: BrowserDriver.start, reportedAt: BrowserDriver.start), receipt: nil)
    }
    let forms = driver(1, rows: 20).browser.forms
    func correction(_ history: HistoryEntry...) -> Form {
      var item = BrowsedItem(item: BrowserDriver.lamp(1))
      item.history = history
      return forms.correction(of: item)
    }
    #expect(
      correction(entry(9, .counted), entry(8, .sold), entry(7, .received)).text("entry") == "8")
    #expect(correction(entry(9, .counted)).text("entry") == "")
    // The present number stands in the form, and is sent where it was changed.
    var form = correction(entry(8, .sold))
    #expect(form.text("quantity") == "1")
    let subject = ItemForm.correction(form)
    form.fields[1].value = .text(LineEditor("2"))
    #expect(forms.command(of: &form, subject)?.lines == [["correct", "8", "--quantity=2", "--dry-run"]])
    form = correction(entry(8, .sold))
    form.fields[2].value = .text(LineEditor("4"))
    #expect(forms.command(of: &form, subject)?.lines == [["correct", "8", "--price=4", "--dry-run"]])
  }

  @Test func `a correction says what it changes before it does`() {
    let driver = driver(1, rows: 20)
    driver.press(.character("c"))
    driver.type("81")
    driver.press(.down)
    driver.type("2")
    driver.outcome = .init(
      output: ["#1 Brass lamp 1 · 3 × USD 10.00 → 2 × USD 10.00 · 4 in stock"], notes: [], code: .done)
    driver.press(.enter)
    #expect(driver.text.contains("Correct this?") && driver.text.contains("→ 2 × USD 10.00"))
    driver.press(.character("n"))
    #expect(driver.commands.count == 1 && driver.browser.overlay == nil)
    driver.press(.character("c"))
    driver.type("81")
    driver.press(.down)
    driver.type("2")
    driver.press(.enter, .character("y"))
    #expect(driver.commands.last?.lines == [["correct", "81", "--quantity=2", "--yes"]])
    #expect(driver.lines.last?.contains("→ 2 × USD 10.00") == true)
  }

  @Test func `of the orders of today a chosen one is taken back, and of past changes the newest`() {
    let driver = driver(5, rows: 16)
    let orders = ["2 × Brass lamp 2", "1 × Brass lamp 1", "Total: USD 50.00"]
    driver.outcome = .init(
      output: orders + ["B", "A"].map { "{\"receipt\":\"\($0)\"}" }, notes: [], code: .done)
    driver.press(.character("o"))
    #expect(
      driver.commands.last?.lines == [
        ["orders", "--date", "today", "--no-headers"], ["orders", "--date", "today", "--json=receipt"],
      ])
    #expect(driver.text.contains("Orders of today · Total: USD 50.00"))
    #expect(driver.text.contains("> 2 × Brass lamp 2") && !driver.text.contains("{"))
    #expect(driver.text.contains("Enter: receipt · u: undo · Esc: close"))
    driver.press(.end)
    #expect(driver.commands.count == 1 && driver.text.contains("> 1 × Brass lamp 1"))
    driver.outcome = .init(
      output: ["Undo entry 7 (sell):", "#1 Brass lamp 1 · Stock 5 → 6"], notes: [],
      code: .done)
    driver.press(.character("u"))
    #expect(driver.commands.last?.lines == [["undo", "--receipt", "A", "--dry-run"]])
    #expect(driver.text.contains("Undo this?") && driver.text.contains("Undo entry 7 (sell)"))
    driver.press(.character("y"))
    #expect(driver.commands.last?.lines == [["undo", "7", "--yes"]])
    driver.outcome = .init(output: [], notes: ["No orders"], code: .done)
    driver.press(.character("o"))
    #expect(driver.text.contains("No orders"))
    // The lines of its receipt, from which it is undone, too.
    driver.outcome = .init(
      output: ["2 × Brass lamp 2", "{\"receipt\":\"B\"}"], notes: [], code: .done)
    driver.press(.character("o"))
    driver.outcome = .init(output: ["12  2 Brass lamp 2  sold  −2  USD 12.50"], notes: [], code: .done)
    driver.press(.enter)
    #expect(driver.commands.last?.lines == [["history", "--no-headers", "--receipt", "B"]])
    #expect(driver.text.contains("Receipt") && driver.text.contains("−2  USD 12.50"))
    driver.outcome = .init(output: ["Undo entry 7 (sell):"], notes: [], code: .done)
    driver.press(.character("u"))
    #expect(driver.commands.last?.lines == [["undo", "--receipt", "B", "--dry-run"]])
    driver.press(.character("n"))
    driver.outcome = .init(output: ["5  sell  #1 Brass lamp · Stock 7 → 5"], notes: [], code: .done)
    driver.press(.character("p"))
    #expect(driver.text.contains("Past changes") && driver.text.contains("Stock 7 → 5"))
    driver.press(.character("u"))
    #expect(driver.commands.last?.lines == [["undo", "--dry-run"]])
    #expect(driver.text.contains("Undo this?"))
  }

  @Test func `the currency of a new item is that of the items on the screen`() throws {
    let euro = try #require(Currency("EUR"))
    let euros = (1...3).map {
      Item(
        id: $0, title: "Lamp", price: Price(5, euro), discountedPrice: nil, stock: 1, thumbnails: [],
        registrationDate: BrowserDriver.start, description: "", images: [])
    }
    for (items, currency) in [
      (euros, "(EUR)"), (euros + [BrowserDriver.lamp(4)], "EUR"), (euros + BrowserDriver.lamps(4...7), "USD"),
      ([], "(USD)"),
    ] {
      let driver = BrowserDriver(items, columns: 80, rows: 24)
      driver.press(.character("a"))
      #expect(driver.text.contains("[\(currency)"))
    }
  }

  @Test func `keys of a full-width input method mean the same`() {
    let driver = driver(5, rows: 16)
    driver.press(.character("ｄ"))
    #expect(driver.text.contains("Delete this item?"))
    driver.press(.escape, .character("＋"))
    #expect(driver.text.contains("Restock #1 Brass lamp 1"))
    driver.press(.escape, .character("／"))
    #expect(driver.lines.last == "/")
    driver.press(.escape, .character("\u{3000}"))
    #expect(driver.browser.selected == [1])
  }

  @Test func `deleting asks with the title, and only a yes deletes`() {
    let driver = driver(5, rows: 16)
    driver.press(.down, .character("d"))
    #expect(driver.text.contains("#2 Brass lamp 2"))
    driver.press(.enter, .character("n"))
    #expect(driver.commands.isEmpty)
    driver.press(.character("d"), .character("ㅛ"))
    #expect(driver.commands == [BrowserCommand(verb: .delete, lines: [["delete", "2", "--yes"]])])
  }

  @Test func `several items are selected, changed at once, and let go`() {
    let driver = driver(9, rows: 16)
    driver.press(.character(" "), .character(" "), .down, .character(" "))
    #expect(driver.browser.selected == [1, 2, 4])
    driver.press(.character("d"))
    #expect(driver.text.contains("Delete these 3 items?"))
    driver.press(.character("y"))
    #expect(driver.commands.last?.lines == [["delete", "1", "2", "4", "--yes"]])
    #expect(driver.browser.selected == [])
    driver.press(.character("A"))
    #expect(driver.browser.selected.count == 9)
    driver.press(.character("e"))
    driver.type("+5%")
    driver.outcome = .init(
      output: ["#1 Brass lamp 1", "  Price  USD 10.00 → USD 10.50"], notes: [], code: .done)
    driver.press(.enter)
    let line = ["edit"] + (1...9).map(String.init) + ["--price=+5%"]
    #expect(driver.commands.last?.lines == [line + ["--dry-run"]])
    #expect(driver.text.contains("Change these items?") && driver.text.contains("USD 10.00 → USD 10.50"))
    driver.press(.character("y"))
    #expect(driver.commands.last?.lines == [line + ["--yes"]])
    driver.press(.escape)
    #expect(driver.browser.selected == [])
    #expect(!driver.browser.isOver)
  }

  @Test func `undo says what it takes back before it does`() {
    let driver = driver(5, rows: 16)
    driver.outcome = .init(
      output: ["Undo entry 12 (delete):", "#2 Brass lamp 2 · restored"], notes: [],
      code: .done)
    driver.press(.character("u"))
    #expect(
      driver.text.contains("Undo entry 12 (delete)") && driver.text.contains("#2 Brass lamp 2 · restored"))
    driver.press(.character("y"))
    #expect(driver.commands.map(\.lines) == [[["undo", "--dry-run"]], [["undo", "12", "--yes"]]])
  }

  @Test func `a password is asked for where none fits, and sent with the same command`() {
    let driver = driver(5, rows: 16)
    driver.outcome = .init(output: [], notes: ["Error: No password for item 1"], code: .wrongPassword)
    driver.press(.character("d"), .character("y"))
    #expect(driver.text.contains("Password of the item"))
    driver.type("hunter2")
    #expect(driver.text.contains("[•••••••"))
    driver.outcome = .init(output: ["Deleted #1"], notes: [], code: .done)
    driver.press(.enter)
    #expect(driver.commands.last?.password == "hunter2")
    #expect(driver.commands.last?.lines == [["delete", "1", "--yes"]])
    #expect(driver.lines.last == "Deleted #1 · u: undo")
  }

  // MARK: Live

  @Test func `what others change is marked in place, and nothing moves under the cursor`() {
    let driver = driver(60, rows: 12)
    driver.press(.pageDown, .down, .down)
    let line = driver.lines.firstIndex { $0.hasPrefix(">") }
    driver.now += 100
    driver.items.insert(
      contentsOf: [BrowserDriver.lamp(901, date: driver.now), BrowserDriver.lamp(902, date: driver.now)],
      at: 0)
    driver.items[8] = BrowserDriver.lamp(7, "Renamed", stock: 9)
    driver.poll()
    #expect(driver.lines.firstIndex { $0.hasPrefix(">") } == line)
    #expect(driver.cursorLine.contains("Brass lamp 11 ") || driver.cursorLine.contains("Brass lamp 10 "))
    #expect(driver.text.contains("~ 7  Renamed"))
    driver.now += 5
    driver.handle(.woke(.fade))
    #expect(driver.text.contains("  7  Renamed"))
    #expect(!driver.text.contains("~"))
  }

  @Test func `without an answer the rows stay, a line says why, and it goes on by itself`() {
    let driver = driver(60, rows: 12)
    driver.failure = .rejected(reason: "closed for lunch")
    driver.poll()
    #expect(driver.lines[0].contains("closed for lunch"))
    driver.press(.down)
    #expect(driver.cursorLine.contains("Brass lamp 2 "))
    driver.failure = nil
    driver.poll()
    #expect(!driver.lines[0].contains("closed for lunch"))
  }

  @Test func `an item that a lost connection kept away comes when the list does`() {
    let driver = driver(3, columns: 120, rows: 20)
    driver.handle(.itemFailed(id: 1, .rejected(reason: "closed for lunch")))
    #expect(driver.browser.shown == nil)
    driver.poll()
    #expect(driver.browser.shown?.item.id == 1)
    // One that is not there is not asked for again.
    driver.handle(.itemFailed(id: 1, .noSuchItem(id: 1)))
    driver.poll()
    #expect(driver.browser.shown == nil)
  }

  @Test func `an error about money goes when the currency or the price beside it is another one`() {
    // Three decimals are too many for any currency but the Kuwaiti dinar.
    let driver = BrowserDriver(
      BrowserDriver.lamps(1...3),
      problem: { words in
        let isWrong = words.contains("--price=12.505") && !words.contains("--currency=KWD")
        return isWrong ? "too many decimals" : nil
      })
    driver.press(.character("a"), .character("T"), .tab)
    driver.type("12.505")
    #expect(driver.text.contains("too many decimals"))
    driver.press(.tab)
    driver.type("KWD")
    #expect(!driver.text.contains("too many decimals"))
    driver.press(.backTab, .backspace)
    driver.type("5")
    #expect(!driver.text.contains("too many decimals"))
    driver.press(.tab, .backspace, .backspace)
    driver.type("RW")
    #expect(driver.text.contains("too many decimals"))
    driver.press(.backTab, .backspace)
    #expect(!driver.text.contains("too many decimals"))
  }

  @Test func `what was typed into the filters is discarded by a second Esc alone`() {
    let driver = driver(3)
    driver.press(.character("f"), .tab, .character("u"), .escape)
    #expect(driver.text.contains("Esc again: discard what was typed"))
    driver.press(.escape)
    #expect(driver.browser.overlay == nil)
    driver.press(.character("f"), .escape)
    #expect(driver.browser.overlay == nil)
  }

  @Test func `keys are answered while a page is on its way`() {
    let driver = driver(300, rows: 12)
    driver.holdsBack = true
    driver.press(.character("G"), .up)
    #expect(driver.lines.contains { $0.hasPrefix("> …") })
    #expect(driver.lines.last?.hasPrefix("299 of 300") == true)
    driver.deliver()
    #expect(driver.cursorLine.contains("Brass lamp 299"))
  }

  // MARK: Mouse and size

  @Test func `the wheel scrolls, a click chooses, and a double click shows the item`() {
    let driver = driver(60, rows: 12)
    driver.press(.mouse(Mouse(.wheelDown, row: 5, column: 5)))
    #expect(driver.browser.list.list.top == 3)
    driver.press(.mouse(Mouse(.press, row: 4, column: 5)))
    #expect(driver.cursorLine.contains("기계식 키보드 6"))
    driver.now += 2
    driver.press(.mouse(Mouse(.press, row: 4, column: 5)))
    #expect(driver.browser.focus == .list)
    driver.press(.mouse(Mouse(.press, row: 4, column: 5)))
    #expect(driver.browser.focus == .item)
    // Beside the rows nothing is chosen.
    driver.press(.escape, .mouse(Mouse(.press, row: 0, column: 5)), .mouse(Mouse(.press, row: 11, column: 5)))
    #expect(driver.cursorLine.contains("기계식 키보드 6"))
  }

  @Test func `over a text the wheel scrolls it, and a click leaves it open`() {
    let driver = driver(60, rows: 12)
    driver.press(
      .character("?"), .mouse(Mouse(.wheelDown, row: 5, column: 5)), .mouse(Mouse(.press, row: 5, column: 5)))
    #expect(!driver.text.contains("One row up"))
    #expect(driver.text.contains("One screen down"))
    driver.press(.mouse(Mouse(.wheelUp, row: 5, column: 5)))
    #expect(driver.text.contains("One row up"))
    // A screenful for a page, and not beyond the end.
    driver.press(.pageDown)
    #expect(driver.text.contains("Last item") && !driver.text.contains("Card or image to the left"))
    driver.press(.end, .end, .up)
    #expect(driver.text.contains("Orders of today; u undoes one"))
    driver.press(.escape)
    #expect(driver.browser.overlay == nil)
  }

  @Test func `moving the cursor writes less than 400 bytes`() {
    for (columns, language) in [(80, Language.english), (120, .korean)] {
      let driver = BrowserDriver(
        BrowserDriver.lamps(1...200), columns: columns, rows: 40, language: language, isColored: true)
      var most = 0
      for row in 2...31 {
        driver.press(.down)
        let moved = driver.bytes
        #expect(moved < 400, "\(columns) columns, row \(row)")
        // With the item beside the list; at row 10 the hints behind the number move, too.
        driver.handle(.woke(.rest))
        if row != 10 { most = max(most, moved + driver.bytes) }
      }
      #expect(most < 400, "\(columns) columns")
      #expect(most > 20)
    }
  }

  @Test func `beside the list the former item stays until the next one comes, or takes too long`() {
    let driver = driver(3, columns: 120, rows: 20)
    driver.handle(.woke(.rest))
    let first = driver.browser.shown
    #expect(first?.item.id == 1 && first?.item.description != nil)
    driver.press(.down)
    driver.holdsBack = true
    driver.handle(.woke(.rest))
    #expect(driver.browser.shown == first)
    driver.handle(.woke(.late))
    #expect(driver.browser.shown?.item.id == 2)
    driver.deliver()
    driver.press(.down)
    driver.handle(.woke(.rest))
    #expect(driver.browser.shown?.item.id == 3)
    // The row of the list does not replace refused input.
    driver.press(.up)
    driver.items.removeAll { $0.id == 2 }
    driver.handle(.woke(.rest))
    driver.handle(.woke(.late))
    #expect(driver.browser.shown == nil)
    #expect(driver.browser.shownFailure != nil)
  }

  @Test func `what was typed into a form is discarded by a second Esc alone`() {
    let driver = driver(3)
    driver.press(.character("a"), .escape)
    #expect(driver.browser.overlay == nil)
    driver.press(.character("a"), .character("L"), .escape)
    #expect(driver.text.contains("Esc again: discard what was typed"))
    // A key in between asks anew.
    driver.press(.character("a"), .escape)
    #expect(driver.text.contains("Esc again: discard what was typed"))
    #expect(driver.text.contains("La"))
    driver.press(.escape)
    #expect(driver.browser.overlay == nil)
    // Undone input is not lost.
    driver.press(.character("a"), .character("L"), .backspace, .escape)
    #expect(driver.browser.overlay == nil)
  }

  @Test func `a screen of any size works, and one that is too small says so`() {
    let driver = driver(30, columns: 120, rows: 40)
    for (columns, rows) in [(24, 8), (100, 8), (40, 60), (300, 100), (24, 9)] {
      driver.resize(columns: columns, rows: rows)
      #expect(driver.text.contains(">"))
      driver.press(.character("?"), .escape, .character("a"), .escape, .character("v"), .character("v"))
      #expect(driver.terminal.unknown == [])
    }
    // A window that becomes wide has the item beside the list at once.
    driver.press(.down)
    driver.resize(columns: 120, rows: 10)
    #expect(driver.lines[1].hasSuffix("│ #2 Brass lamp 2"))
    driver.resize(columns: 20, rows: 5)
    #expect(driver.text == "Enlarge the window\nto 24 × 8")
    driver.resize(columns: 80, rows: 24)
    #expect(driver.text.contains("Brass lamp 1 "))
  }

  @Test func `several images are a large one and a strip, and the arrow keys choose which is large`() {
    let images = (1...3).compactMap { URL(string: "market://embedded/images/\($0).png") }
    let item = Item(
      id: 1, title: "Lamp", price: Price(5, .usDollar), discountedPrice: nil, stock: 1, thumbnails: images,
      registrationDate: BrowserDriver.start, description: "Works.", images: images)
    let driver = BrowserDriver([item], columns: 60, rows: 30, images: ImageRenderer(.kitty))
    driver.press(.enter)
    #expect(driver.images.map(\.url.lastPathComponent) == ["1.png", "1.png", "2.png", "3.png"])
    #expect(driver.text.contains("1 of 3"))
    driver.press(.right, .right, .right)
    #expect(driver.text.contains("3 of 3"))
    driver.press(.left)
    #expect(driver.browser.imageIndex == 1)
    let large = driver.images.filter { $0.rows == 11 }
    #expect(large.map(\.url.lastPathComponent) == ["1.png", "2.png", "3.png"])
  }

  @Test func `of many images those in sight stay in memory, and the oldest others go`() {
    let items = (1...200).map { id in
      Item(
        id: id, title: "Lamp \(id)", price: Price(5, .usDollar), discountedPrice: nil, stock: 1,
        thumbnails: [URL(string: "market://embedded/images/\(id).png")].compactMap(\.self),
        registrationDate: BrowserDriver.start, description: "Works.", images: [])
    }
    let driver = BrowserDriver(items, columns: 90, rows: 200, images: ImageRenderer(.kitty))
    driver.press(.character("v"))
    for _ in 0..<4 {
      for image in driver.images { driver.handleUnseen(.image(image, nil)) }
      driver.press(.pageDown)
    }
    let asked = driver.images.count
    for image in driver.images { driver.handleUnseen(.image(image, nil)) }
    driver.draw()
    // Nothing that is in sight is asked for again.
    #expect(driver.images.count == asked)
    #expect(driver.browser.images.count <= 60)
  }

  @Test func `a field with a problem stops the form, also one that a command line would take`() {
    let refusal: LocalizedPhrase = "it is refused"
    let driver = BrowserDriver(
      BrowserDriver.lamps(1...3),
      problem: { words in words.contains { $0 == "--stock=-1" } && words.first == "add" ? refusal : nil })
    driver.press(.enter, .character("e"), .tab, .tab, .tab, .tab, .backspace)
    driver.type("-1")
    driver.press(.enter)
    #expect(driver.commands == [])
    #expect(driver.text.contains("! it is refused"))
    driver.press(.backspace, .backspace)
    driver.type("7")
    driver.press(.enter)
    #expect(driver.commands.map(\.lines) == [[["edit", "1", "--stock=7", "--was=1"]]])
  }

  @Test func `e in a list without descriptions fetches the item, and then opens its form`() {
    let driver = BrowserDriver([BrowserDriver.lamp(1, description: nil)])
    driver.holdsBack = true
    driver.press(.character("e"))
    #expect(driver.browser.overlay == nil)
    driver.items = [BrowserDriver.lamp(1)]
    driver.deliver()
    guard case .form(let form, _)? = driver.browser.overlay else {
      Issue.record("\(driver.text)")
      return
    }
    #expect(form.text("description") == "Works.")
  }

  @Test func `steps back from a search within filters lead to the filters, and then to all`() {
    let driver = driver(40)
    driver.press(.character("f"), .right, .right, .enter)
    #expect(driver.browser.list.query.filter[.soldOut] == .flag)
    driver.press(.character("/"))
    driver.type("lamp")
    driver.press(.enter)
    #expect(driver.browser.lists.map { $0.query.search ?? "" } == ["", "", "lamp"])
    driver.press(.character("/"))
    driver.type("lamp 4")
    driver.press(.enter)
    #expect(driver.browser.lists.count == 3)
    driver.press(.escape)
    #expect(driver.browser.list.query.search == nil)
    #expect(driver.browser.list.query.filter[.soldOut] == .flag)
    driver.press(.character("q"))
    #expect(driver.browser.list.query == PageQuery())
    driver.press(.character("q"))
    #expect(driver.browser.isOver)
  }

  @Test func `the form of filters keeps those without a field, and the header says that there are more`() {
    var query = PageQuery(search: "lamp")
    query.filter[.below] = .count(4)
    query.filter[.currency] = .currency(.usDollar)
    query.filter[.withoutImage] = .flag
    let driver = BrowserDriver(BrowserDriver.lamps(1...9), columns: 40, query: query)
    #expect(driver.lines[0] == "market · 6 items · “lamp” · …")
    driver.press(.character("f"), .enter)
    #expect(driver.browser.list.query == query)
  }

  @Test func `A selects all where some are selected, and none where all are`() {
    let driver = driver(9)
    driver.press(.character(" "), .character("A"))
    #expect(driver.browser.selected == Array(1...9))
    driver.press(.character("A"))
    #expect(driver.browser.selected == [])
  }

  @Test func `g g goes to the beginning of an item's text`() {
    let text = (1...60).map { "Line \($0)." }.joined(separator: "\n")
    let driver = BrowserDriver([BrowserDriver.lamp(1, description: text)])
    driver.press(.enter, .character("G"))
    #expect(driver.browser.detail.top > 0)
    driver.press(.character("g"), .character("g"))
    #expect(driver.browser.detail.top == 0)
    #expect(driver.browser.focus == .item)
  }

  @Test func `the row to begin at is on top, where rows follow it`() {
    let driver = BrowserDriver(BrowserDriver.lamps(1...300), rows: 12, row: 24)
    #expect(driver.cursorLine.contains("Brass lamp 25 "))
    #expect(driver.lines[2] == driver.cursorLine)
    let last = BrowserDriver(BrowserDriver.lamps(1...300), rows: 12, row: 298)
    #expect(last.cursorLine.contains("Brass lamp 299 "))
    #expect(last.lines[10].contains("300"))
  }

  @Test func `a price without room ends in an ellipsis`() {
    let item = Item(
      id: 1, title: "Laptop", price: Price(99_999_999, .usDollar), discountedPrice: nil, stock: 1,
      thumbnails: [],
      registrationDate: BrowserDriver.start, description: "Works.", images: [])
    let driver = BrowserDriver([item, BrowserDriver.lamp(2)], columns: 24, rows: 8)
    #expect(driver.cursorLine.hasSuffix("…"))
    #expect(!driver.cursorLine.contains("99.00"))
    driver.resize(columns: 60, rows: 8)
    #expect(driver.cursorLine.contains("USD 99,999,999.00"))
  }

  @Test func `images in sight stay in memory, however many or large they are`() throws {
    func image(_ number: Int) throws -> BrowsedImage {
      let url = try #require(URL(string: "market://embedded/images/\(number).png"))
      return BrowsedImage(url: url, columns: 20, rows: 10)
    }
    let driver = BrowserDriver(BrowserDriver.lamps(1...3), images: ImageRenderer(.kitty))
    var browser = driver.browser
    func arrange(_ images: [BrowsedImage]) -> [BrowsedImage] {
      var layout = BrowserScreen.Layout()
      layout.images = images
      return browser.arrange(layout, text: ([], 1)).compactMap {
        if case .draw(let image) = $0 { image } else { nil }
      }
    }
    let (left, inSight) = (try (1...40).map(image), try (41...160).map(image))
    #expect(arrange(left) == left)
    for image in left { _ = browser.handle(.image(image, nil), at: driver.now) }
    #expect(arrange(inSight) == inSight)
    for image in inSight { _ = browser.handle(.image(image, nil), at: driver.now) }
    #expect(arrange(inSight) == [])
    #expect(Set(browser.images.keys) == Set(inSight))
    // Images out of sight go with the next one.
    let last = try image(161)
    #expect(arrange([last]) == [last])
    _ = browser.handle(.image(last, nil), at: driver.now)
    #expect(browser.images.count == 60)
    #expect(browser.images.keys.contains(last))
  }

  // MARK: At random

  @Test func `a walk of 25,000 keys over a changing market keeps model and screen together`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let driver = BrowserDriver(BrowserDriver.lamps(1...150), columns: 60, rows: 9)
    let keys: [Key] =
      "jkhlGgvsfr?AaexdunN/ yt.1ㅁㅓㅂ".map(Key.character) + [
        .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .enter, .escape, .tab, .backTab,
        .backspace,
        .delete, .control("d"), .control("u"), .paste("lamp 1"), .mouse(Mouse(.press, row: 4, column: 9)),
        .mouse(Mouse(.wheelDown, row: 4, column: 9)), .mouse(Mouse(.wheelUp, row: 4, column: 9)),
      ]
    var next = 1_000
    var steps = 0
    for step in 1...25_000 {
      guard let key = keys.randomElement(using: &chance) else { break }
      driver.handleUnseen(.key(key))
      if driver.browser.isOver { driver.begin() }
      if step.isMultiple(of: 37) {
        switch Int.random(in: 0...3, using: &chance) {
        case 0:
          driver.items.insert(
            BrowserDriver.lamp(next), at: Int.random(in: 0...driver.items.count, using: &chance))
          next += 1
        case 1 where !driver.items.isEmpty:
          driver.items.remove(at: Int.random(in: 0..<driver.items.count, using: &chance))
        default: driver.items.shuffle(using: &chance)
        }
        driver.handleUnseen(.woke(.poll))
      }
      guard step.isMultiple(of: 100) else { continue }
      steps += 1
      if Bool.random(using: &chance) {
        driver.resizeUnseen(
          columns: [30, 60, 104].randomElement(using: &chance) ?? 60,
          rows: [8, 9, 14].randomElement(using: &chance) ?? 9)
      }
      driver.draw()
      #expect(driver.terminal.unknown == [], "seed \(seed), step \(step)")
      let (canvas, lines) = (driver.canvas, driver.lines)
      for row in 0..<canvas.rows {
        let line = row < lines.count ? lines[row] : ""
        #expect(line == canvas.text(ofRow: row), "seed \(seed), step \(step)")
      }
      let shown = driver.browser.list.inSight.compactMap { $0.item?.id }
      #expect(shown.count == Set(shown).count, "seed \(seed), step \(step)")
      #expect(
        driver.browser.list.list.range.contains(driver.browser.list.list.cursor)
          || driver.browser.list.list.count == 0, "seed \(seed), step \(step)")
    }
    #expect(steps == 250)
  }
}
