import TestSupport
import Testing

@testable import Console

/// Canvases on an emulated terminal: the text and the styles that arrive there.
struct ScreenRendererTests {
  private let style = Style(isColored: true)

  /// The terminal after canvases were drawn one after the other.
  private func screen(_ canvases: Canvas...) -> Screen {
    var screen = Screen(columns: canvases[0].columns, rows: canvases[0].rows)
    var renderer = ScreenRenderer()
    for canvas in canvases { screen.feed(Array(renderer.update(to: canvas).utf8)) }
    return screen
  }

  private func canvas(_ lines: String..., columns: Int = 20, rows: Int = 4) -> Canvas {
    var canvas = Canvas(columns: columns, rows: rows)
    canvas.draw(lines, in: canvas.area)
    return canvas
  }

  @Test func `text and styles arrive as they were drawn`() {
    let canvas = canvas("plain " + style.bold("bold") + " 맥북", style.red(style.strikethrough("old")) + " new")
    let screen = screen(canvas)
    #expect(screen.text == "plain bold 맥북\nold new")
    #expect(screen.styled(0).map(\.style) == ["1"])
    #expect(screen.styled(0).map(\.text) == ["bold"])
    #expect(screen.styled(1).map(\.style) == ["9;31"])
    #expect(screen.unknown == [])
    #expect(!screen.isCursorShown)
  }

  @Test func `what is the same is not written again`() {
    var renderer = ScreenRenderer()
    let first = canvas("one", "two", "three")
    _ = renderer.update(to: first)
    #expect(renderer.update(to: first) == "")
    let update = renderer.update(to: canvas("one", "tWo", "three"))
    #expect(update == "\u{1B}[?2026h\u{1B}[2;2HW\u{1B}[?2026l")
  }

  @Test func `a shorter line is erased behind its end, also where it was styled`() {
    let screen = screen(canvas(style.bold("a long line"), "x"), canvas("a", "x"))
    #expect(screen.text == "a\nx")
    #expect(screen.styled(0).isEmpty)
  }

  @Test func `a wide character that is overwritten by half leaves no half`() {
    var next = canvas("맥북")
    next.draw("x", row: 0, column: 1)
    #expect(next.text(ofRow: 0) == " x북")
    #expect(screen(canvas("맥북"), next).text == " x북")
    var cut = Canvas(columns: 3, rows: 1)
    cut.draw("맥북", row: 0, column: 0)
    #expect(cut.text(ofRow: 0) == "맥")
  }

  @Test func `rows that move are scrolled`() {
    let names = (1...12).map { "row number \($0) of the list" }
    func list(_ from: Int) -> Canvas {
      var canvas = Canvas(columns: 40, rows: 10)
      canvas.draw("header", row: 0, column: 0)
      canvas.draw(names[from..<from + 8], in: .init(row: 1, column: 0, rows: 8, columns: 40))
      canvas.draw("status", row: 9, column: 0)
      return canvas
    }
    var renderer = ScreenRenderer()
    var screen = Screen(columns: 40, rows: 10)
    screen.feed(Array(renderer.update(to: list(0)).utf8))
    for top in [1, 2, 4, 3, 0] {
      let update = renderer.update(to: list(top))
      screen.feed(Array(update.utf8))
      #expect(screen.text == (["header"] + names[top..<top + 8] + ["status"]).joined(separator: "\n"))
    }
    // Less than the eight rows.
    #expect(renderer.update(to: list(1)).utf8.count < 80)
  }

  @Test func `a screen that was lost is drawn whole`() {
    var renderer = ScreenRenderer()
    _ = renderer.update(to: canvas("one", "two"))
    renderer.forget()
    var screen = Screen(columns: 20, rows: 4)
    screen.feed(Array("rubbish\nof others".utf8))
    screen.feed(Array(renderer.update(to: canvas("one", "two")).utf8))
    #expect(screen.text == "one\ntwo")
  }

  @Test func `an image is drawn over its cells, once, and erased with its text when it is gone`() {
    let drawing = Drawing(box: ImageBox(columns: 4, rows: 2), .sequence("<image>"))
    var with = Canvas(columns: 20, rows: 4)
    with.draw("under it all", row: 1, column: 0)
    with.draw(drawing, row: 0, column: 6, through: .none)
    #expect(with.text(ofRow: 1) == "under     ll")
    var renderer = ScreenRenderer()
    let first = renderer.update(to: with)
    #expect(first.contains("\u{1B}[1;7H<image>"))
    var moved = with
    moved.draw("x", row: 3, column: 0)
    #expect(!renderer.update(to: moved).contains("<image>"))
    var without = Canvas(columns: 20, rows: 4)
    without.draw("under it all", row: 1, column: 0)
    let last = renderer.update(to: without)
    #expect(!last.contains("<image>"))
    #expect(last.contains("it a"))
  }

  @Test func `text left of an image does not erase it`() {
    let drawing = Drawing(box: ImageBox(columns: 4, rows: 2), .sequence("<image>"))
    var renderer = ScreenRenderer()
    var canvas = Canvas(columns: 20, rows: 2)
    canvas.draw("a long name", row: 0, column: 0)
    canvas.draw(drawing, row: 0, column: 14, through: .none)
    _ = renderer.update(to: canvas)
    canvas = Canvas(columns: 20, rows: 2)
    canvas.draw("a name", row: 0, column: 0)
    canvas.draw(drawing, row: 0, column: 14, through: .none)
    #expect(renderer.update(to: canvas) == "\u{1B}[?2026h\u{1B}[1;3Hname     \u{1B}[?2026l")
  }

  @Test func `an image in text is stored once, and text from then on`() {
    let blocks = Drawing(
      box: ImageBox(columns: 2, rows: 1), .text(["\u{1B}[38;2;1;2;3m▀▀\u{1B}[0m"]), preparation: "<store>",
      id: 7)
    var renderer = ScreenRenderer()
    var canvas = Canvas(columns: 20, rows: 4)
    canvas.draw(blocks, row: 3, column: 0, through: .tmux)
    let text = renderer.update(to: canvas)
    #expect(text.hasPrefix("<store>\u{1B}[?2026h"))
    #expect(text.contains("\u{1B}[4;1H\u{1B}[0;38;2;1;2;3m▀▀"))
    canvas.draw("y", row: 0, column: 0)
    #expect(!renderer.update(to: canvas).contains("<store>"))
  }

  /// As kitty keeps them.
  @Test func `an image that is placed is sent once, and only what differs is placed and removed`() {
    func drawing(_ id: UInt32) -> Drawing {
      Drawing(box: ImageBox(columns: 4, rows: 2), .placement, preparation: "<image \(id)>", id: id)
    }
    func canvas(_ ids: UInt32...) -> Canvas {
      var canvas = Canvas(columns: 100, rows: 2)
      for (index, id) in ids.enumerated() {
        canvas.draw(drawing(id), row: 0, column: index * 5, through: .none)
      }
      return canvas
    }
    func placed(_ id: Int, at column: Int) -> String {
      "\u{1B}[1;\(column + 1)H\u{1B}_Ga=p,q=2,i=\(id),p=\(column + 1),c=4,r=2,C=1\u{1B}\\"
    }
    func removed(_ id: Int, at column: Int) -> String {
      "\u{1B}_Ga=d,d=i,i=\(id),p=\(column + 1),q=2\u{1B}\\"
    }
    let (begin, end) = ("\u{1B}[?2026h", "\u{1B}[?2026l")
    var renderer = ScreenRenderer()
    _ = renderer.update(to: Canvas(columns: 100, rows: 2))
    // One image at two places is sent once.
    #expect(
      renderer.update(to: canvas(1, 2, 1))
        == "<image 1><image 2>" + begin + placed(1, at: 0) + placed(2, at: 5) + placed(1, at: 10) + end)
    #expect(
      renderer.update(to: canvas(1, 3))
        == "<image 3>" + begin + removed(2, at: 5) + removed(1, at: 10) + placed(3, at: 5) + end)
    // One that comes back is not sent again.
    #expect(
      renderer.update(to: canvas(2, 3)) == begin + removed(1, at: 0) + placed(2, at: 0) + end)
    // 32 are kept beside those on the screen: of 33 others the first to leave it goes.
    for id in 4...36 { _ = renderer.update(to: canvas(UInt32(id))) }
    let last = renderer.update(to: canvas(37))
    #expect(last.hasPrefix("<image 37>\u{1B}_Ga=d,d=I,i="))
    #expect(renderer.update(to: canvas(1)).hasPrefix("<image 1>"))
    #expect(!renderer.update(to: canvas(36)).contains("<image"))
    // A screen that was lost has lost them.
    renderer.forget()
    let whole = renderer.update(to: canvas(36))
    #expect(whole.contains("\u{1B}_Ga=d,d=I,i=36,q=2\u{1B}\\<image 36>"))
  }

  @Test func `an image that does not fit on the canvas is left out`() {
    var canvas = Canvas(columns: 5, rows: 2)
    canvas.draw(
      Drawing(box: ImageBox(columns: 4, rows: 3), .sequence("x")), row: 0, column: 0, through: .none)
    canvas.draw(
      Drawing(box: ImageBox(columns: 4, rows: 1), .sequence("x")), row: 0, column: 2, through: .none)
    #expect(canvas.placements.isEmpty)
  }

  @Test func `random canvases are on the terminal as they were drawn`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    var renderer = ScreenRenderer()
    var screen = Screen(columns: 30, rows: 8)
    let words = ["lamp", "맥북", "é", "한 글", "e\u{301}", "12,345", "─", " "]
    for _ in 1...400 {
      var canvas = Canvas(columns: 30, rows: 8)
      for _ in 0..<Int.random(in: 0...12, using: &chance) {
        let text = words.randomElement(using: &chance) ?? ""
        let painted = [style.bold(text), style.red(text), text, style.dim(style.underlined(text))]
          .randomElement(using: &chance)
        canvas.draw(
          painted ?? "", row: Int.random(in: 0..<8, using: &chance),
          column: Int.random(in: 0..<30, using: &chance))
      }
      if Bool.random(using: &chance) {
        canvas.add(
          .reversed, in: .init(row: Int.random(in: 0..<8, using: &chance), column: 0, rows: 1, columns: 30))
      }
      screen.feed(Array(renderer.update(to: canvas).utf8))
      let expected = (0..<8).map { canvas.text(ofRow: $0) }.joined(separator: "\n")
      var trimmed = expected[...]
      while trimmed.last == "\n" { trimmed.removeLast() }
      #expect(screen.text == trimmed, "seed \(seed)")
      for row in 0..<8 {
        let styles = canvas.cells[row].map { $0.attributes.sgr }
        #expect(screen.styles(row) == styles, "seed \(seed), row \(row)")
      }
    }
    #expect(screen.unknown == [], "seed \(seed)")
  }
}

extension TextAttributes {
  /// As the emulated terminal has it.
  fileprivate var sgr: String {
    String(sequence.dropFirst(2).dropLast()).split(separator: ";").dropFirst().joined(separator: ";")
  }
}

struct WidgetTests {
  @Test func `a list keeps its cursor in sight`() {
    var list = ScrollingList()
    list.resize(height: 5)
    list.setCount(100)
    list.move(to: 50)
    #expect(list.range == 46..<51)
    list.move(by: -2)
    #expect(list.range == 46..<51)
    list.move(to: 10)
    #expect(list.range == 10..<15)
    list.move(to: 1_000)
    #expect(list.cursor == 99)
    #expect(list.range == 95..<100)
    list.setCount(3)
    #expect(list.cursor == 2)
    #expect(list.range == 0..<3)
    list.setCount(0)
    #expect(list.cursor == 0)
    #expect(list.range.isEmpty)
  }

  @Test func `rows that come in above move the list, not the cursor on the screen`() {
    var list = ScrollingList()
    list.resize(height: 5)
    list.setCount(100)
    list.move(to: 52)
    let line = list.cursor - list.top
    list.shift(by: 3)
    #expect(list.cursor == 55)
    #expect(list.cursor - list.top == line)
  }

  @Test func `the wheel moves the part in sight, and the cursor follows it`() {
    var list = ScrollingList()
    list.resize(height: 5, width: 2)
    list.setCount(41)
    list.scroll(by: 3)
    #expect(list.range == 6..<16)
    #expect(list.cursor == 6)
    list.scroll(by: 1_000)
    #expect(list.range == 32..<41)
    list.scroll(by: -1_000)
    #expect(list.range == 0..<10)
    #expect(list.cursor == 9)
  }

  @Test func `a form is filled in by keys`() {
    var form = Form(
      title: "Sell",
      [
        .init("name", label: "Name", .text(LineEditor())),
        .init("kind", label: "Kind", .choice(["a", "b", "c"], 0)),
        .init("gift", label: "Gift", .flag(false)),
        .init("word", label: "Word", .text(LineEditor(), isSecret: true)),
      ])
    func press(_ keys: Key...) { for key in keys { _ = form.handle(key) } }
    press(.character("x"), .paste("yz"), .tab, .right, .right, .right, .left, .down, .character(" "), .tab)
    press(.character("s"), .backTab)
    #expect(form.focus == 2)
    #expect(["name", "kind", "gift", "word"].map(form.text) == ["xyz", "2", "1", "s"])
    #expect(form.handle(.enter) == .submitted)
    #expect(form.handle(.escape) == .cancelled)
    var canvas = Canvas(columns: 60, rows: 10)
    form.fields[0].problem = "it must not be empty"
    form.draw(on: &canvas, style: .plain)
    #expect(
      (0..<10).map(canvas.text) == [
        "", "  ┌─ Sell ───────────────────────────────────────────────┐",
        "  │ Name [xyz                                          ] │",
        "  │ ! it must not be empty                               │",
        "  │ Kind   c                                             │",
        "  │ Gift [x]                                             │",
        "  │ Word [•                                            ] │",
        "  └──────────────────────────────────────────────────────┘", "", "",
      ])
  }

  @Test func `Tab completes a path as far as it is certain, and moves on where it is complete`() {
    var form = Form(
      title: "",
      [.init("image", label: "", .text(LineEditor()), isPath: true), .init("b", label: "", .flag(false))])
    for letter in "pic" { _ = form.handle(.character(letter)) }
    _ = form.handle(.tab) { .init(path: $0 == "pic" ? "pictures/" : nil) }
    #expect(form.text("image") == "pictures/")
    #expect(form.focus == 0)
    // Where several names go on, they are shown, and the field keeps the focus until the next key.
    _ = form.handle(.tab) { .init(path: $0, names: ["a.png", "b.png"]) }
    #expect(form.focus == 0)
    #expect(form.message == "a.png  b.png")
    _ = form.handle(.tab) { _ in .init() }
    #expect(form.message == "")
    #expect(form.focus == 1)
  }

  @Test func `paths are completed from the folder`() throws {
    let folder = try TemporaryFolder()
    for name in ["lamp one.png", "lamp two.png", "other.jpg", ".hidden"] {
      try "".write(toFile: "\(folder.path(""))\(name)", atomically: true, encoding: .utf8)
    }
    #expect(Form.completion(of: "\(folder.path(""))la").path == "\(folder.path(""))lamp ")
    #expect(Form.completion(of: "\(folder.path(""))o").path == "\(folder.path(""))other.jpg")
    #expect(Form.completion(of: "a.png, \(folder.path(""))o").path == "a.png, \(folder.path(""))other.jpg")
    #expect(Form.completion(of: "\(folder.path(""))zzz") == .init())
    try "".write(toFile: folder.path("x,y.png"), atomically: true, encoding: .utf8)
    #expect(Form.completion(of: "a.png, \(folder.path(""))x").path == "a.png, \(folder.path(""))x\\,y.png")
    #expect(Form.completion(of: "\(folder.path(""))x\\,").path == "\(folder.path(""))x\\,y.png")
    #expect(Form.paths(in: "a.png, b\\,c.png ,,") == ["a.png", "b,c.png"])
    #expect(Form.paths(in: Form.text(ofPath: "1,2,3.png")) == ["1,2,3.png"])
  }

  @Test func `one of several choices is picked, also by Korean keys`() {
    var picker = Picker(title: "Order", choices: ["a", "b", "c"], chosen: 1)
    #expect(picker.handle(.character("ㅓ")) == .choosing)
    #expect(picker.handle(.enter) == .picked(2))
    #expect(picker.handle(.character("ㅂ")) == .cancelled)
    picker = Picker(title: "Order", choices: (1...9).map(String.init), chosen: 0, keys: "Enter: pick")
    #expect(picker.handle(.pageDown) == .choosing && picker.handle(.enter) == .picked(5))
    #expect(picker.handle(.pageDown) == .choosing && picker.handle(.enter) == .picked(8))
    #expect(picker.handle(.pageUp) == .choosing && picker.handle(.enter) == .picked(3))
    var canvas = Canvas(columns: 20, rows: 5)
    picker.draw(on: &canvas, style: .plain)
    #expect(canvas.text(ofRow: 4) == " └─ Enter: pick ─┘")
  }

  @Test func `text scrolls between its first and last lines, and signs say that there is more`() {
    var view = ScrollView((1...10).map { "line \($0)" })
    view.replace(view.lines, height: 4)
    #expect(view.handle(.pageDown) == true)
    #expect(view.top == 4)
    #expect(view.handle(.end) == true)
    #expect(view.top == 6)
    #expect(view.handle(.up) == true)
    var canvas = Canvas(columns: 12, rows: 4)
    view.draw(on: &canvas, in: canvas.area, style: .plain)
    #expect((0..<4).map(canvas.text) == ["line 6     ↑", "line 7", "line 8", "line 9     ↓"])
    #expect(view.handle(.enter) == false)
  }
}
