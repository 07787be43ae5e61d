import Console
import Testing

struct LineEditorTests {
  private func editor(_ keys: [Key]) -> LineEditor {
    var editor = LineEditor()
    for key in keys { #expect(editor.handle(key) == .typing) }
    return editor
  }

  private func text(_ keys: Key...) -> LineEditor.Outcome {
    var editor = editor(keys)
    return editor.handle(.enter)
  }

  private static func letters(_ text: String) -> [Key] {
    text.unicodeScalars.map { .character(Character($0)) }
  }

  private func typed(_ text: String, _ keys: Key...) -> LineEditor.Outcome {
    var editor = editor(Self.letters(text) + keys)
    return editor.handle(.enter)
  }

  @Test(arguments: [
    ([Key.character("2")], "2"), ([.character("2"), .character("5")], "25"), ([.paste("7.5")], "7.5"),
    // An edited number is kept.
    ([.left, .character("2")], "12.20"), ([.end, .character("5")], "12.05"),
    ([.backspace, .character("5")], "12.5"),
    ([], "12.0"),
  ]) func `what is typed takes the place of a number, until another key edits it`(keys: [Key], text: String) {
    var editor = LineEditor("12.0", isReplaced: true)
    for key in keys { _ = editor.handle(key) }
    #expect(editor.text == text)
  }

  @Test func `what is typed is the text`() {
    #expect(typed("맥북 14") == .entered("맥북 14"))
    #expect(text() == .entered(""))
  }

  @Test func `backspace deletes a whole syllable or emoji, however it was typed`() {
    #expect(typed("맥북", .backspace) == .entered("맥"))
    #expect(typed("\u{1106}\u{1162}\u{11A8}\u{1107}\u{116E}\u{11A8}", .backspace) == .entered("맥"))
    #expect(typed("a👩‍👩‍👧", .backspace) == .entered("a"))
  }

  @Test func `the cursor moves, and characters go where it is`() {
    #expect(typed("맥", .left, .character("새"), .right, .character("북")) == .entered("새맥북"))
    #expect(typed("bc", .home, .character("a"), .end, .character("d")) == .entered("abcd"))
    #expect(typed("abc", .left, .delete) == .entered("ab"))
    #expect(typed("ab", .right, .right, .character("c")) == .entered("abc"))
  }

  @Test func `control characters delete words and lines as in a shell`() {
    #expect(typed("brass lamp ", .control("w")) == .entered("brass "))
    #expect(typed("brass", .control("u")) == .entered(""))
    #expect(typed("brass", .control("a"), .control("k")) == .entered(""))
  }

  @Test func `a paste of several lines is one line`() {
    #expect(text(.paste("brass\nlamp\r\n")) == .entered("brass lamp"))
    #expect(text(.paste(String(repeating: "x", count: 501))) == .entered(""))
  }

  @Test func `Esc cancels, and so does backspace on an empty line`() {
    var editor = editor(Self.letters("a"))
    #expect(editor.handle(.backspace) == .typing)
    #expect(editor.handle(.backspace) == .cancelled)
    #expect(editor.handle(.escape) == .cancelled)
  }

  @Test func `what is shown fits, with the cursor in it`() {
    let whole = editor(Self.letters("기계식 키보드"))
    #expect(whole.shown(columns: 20) == ("기계식 키보드", 13))
    // Thirteen columns, and one for the cursor.
    #expect(whole.shown(columns: 14) == ("기계식 키보드", 13))
    #expect(whole.shown(columns: 13) == ("계식 키보드", 11))
    #expect(whole.shown(columns: 2) == ("", 0))
    let inside = editor(Self.letters("abcdef") + [.left, .left])
    #expect(inside.shown(columns: 7) == ("abcdef", 4))
    #expect(inside.shown(columns: 5) == ("abcde", 4))
    #expect(inside.shown(columns: 3) == ("cde", 2))
  }

  @Test func `control characters are shown as escapes`() {
    let editor = editor([.paste("a\u{202E}b\u{1B}[2J")])
    #expect(editor.shown(columns: 40) == (#"a\u{202E}b\u{1B}[2J"#, 19))
  }
}
