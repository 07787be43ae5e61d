import Console
import Testing

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("plain", 5), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", 4), ("日本語", 6),
    ("ｶﾅ", 2), ("ＡＢ", 4), ("cafe\u{301}", 4), ("é", 1), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("☝🏽", 2), ("1️⃣", 2), ("🇰🇷", 2),
    ("❤️", 2), ("❤", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("→ −", 3), ("₩1,690,000", 10), ("क्षि", 2), ("…", 1),
  ])
  func `the width of text is its width on terminals`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test func `the first and the last of a wide range are wide, their neighbours are not`() {
    let widths = ["\u{10FF}", "\u{1100}", "\u{303E}", "\u{303F}", "\u{AC00}", "\u{D7A3}", "\u{3FFFD}"]
      .map(\.displayWidth)
    #expect(widths == [1, 2, 2, 1, 2, 2, 2])
  }

  @Test(arguments: [
    ("short", 5, "short"), ("longer", 5, "long…"), ("한글날", 5, "한글…"), ("한글날", 4, "한…"), ("한글", 4, "한글"),
    ("ab", 1, "…"), ("ab", 0, ""), ("a👨‍👩‍👧‍👦b", 3, "a…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `truncated text ends in an ellipsis after whole clusters`(text: String, width: Int, expected: String) {
    #expect(text.truncated(toWidth: width) == expected)
  }

  @Test func `padding counts columns`() {
    #expect("한".padded(toWidth: 4) == "한  ")
    #expect("한".padded(toWidth: 4, alignment: .right) == "  한")
    #expect("한글".padded(toWidth: 3) == "한글")
  }

  @Test(arguments: [
    ("the quick brown fox", 10, ["the quick", "brown fox"]),
    ("abcdefghijkl mn", 5, ["abcde", "fghij", "kl mn"]),
    ("중고 노트북 팝니다.", 8, ["중고", "노트북", "팝니다."]),
    ("맥북프로키보드", 6, ["맥북프", "로키보", "드"]),
    ("日本語。「新品」", 6, ["日本", "語。", "「新", "品」"]),
    ("  keeps\n\n its shape", 12, ["  keeps", "", " its shape"]),
    ("#49 abcdefghijklmno pq", 12, ["#49 abcdefgh", "ijklmno pq"]),
    ("a full li abcdefghijkl", 10, ["a full li", "abcdefghij", "kl"]),
    ("", 10, [""]),
    ("한", 1, ["한"]),
  ])
  func `lines break where the script allows`(text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(toWidth: width) == expected)
  }

  @Test func `a wrapped text can share its first line and indent the others`() {
    #expect("one two three".wrapped(toWidth: 9, taken: 5, hanging: 2) == ["one", "  two", "  three"])
    #expect("one abcdefgh".wrapped(toWidth: 9, hanging: 2) == ["one abcde", "  fgh"])
  }
}
