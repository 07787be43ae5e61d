import Testing

@testable import Console

struct TypedLineTests {
  private let program = CommandDeclaration(
    name: "shop", abstract: "Sell",
    subcommands: [
      CommandDeclaration(
        name: "wrap", aliases: ["pack"], abstract: "Wrap",
        options: Option<Bool>("quick", short: "q", help: ""), Option<String?>("per-size", "size", help: ""),
        subcommands: [CommandDeclaration(name: "undo", abstract: "Unwrap")])
    ])

  private func readings(_ words: String...) -> [[String]] {
    TypedLine(words, names: program.spellings).readings
  }

  @Test func `names are read anew, values as they are`() {
    #expect(
      readings("ｐａｃｋ", "—quick", "–q", "—ｐｅｒ–ｓｉｚｅ＝ＸＬ", "ＸＬ")[0] == [
        "pack", "--quick", "-q", "--per-size=ＸＬ", "ＸＬ",
      ])
    #expect(readings("wrap", "—size", "—", "")[0] == ["wrap", "—size", "—", ""])
  }

  @Test func `the keys of every kind of jamo are known`() {
    // Syllables with and without a final, consonants and vowels that stand alone, double and compound ones.
    #expect(readings("ㅈㄱ메", "ㅔㅁ차", "ㅕㅜㅇㅐ", "--벼ㅑ차", "-ㅂ")[0] == ["wrap", "pack", "undo", "--quick", "-q"])
    #expect(readings("ㅖㅁ차")[0] == ["pack"])
    #expect(readings("ㅏㅏㅏ", "한글")[0] == ["ㅏㅏㅏ", "한글"])
  }

  @Test func `wide spaces divide words, and typographic quotes join them`() {
    #expect(
      readings("wrap\u{3000}--per-size", "“so", "or　so”") == [
        ["wrap\u{3000}--per-size", "“so", "or　so”"], ["wrap", "--per-size", "“so", "or", "so”"],
        ["wrap", "--per-size", "so or so"],
      ])
    #expect(readings("--per-size=‘a", "b’", "it’s")[2] == ["--per-size=a b", "it’s"])
    #expect(readings("“a", "b")[2] == ["a b"])
  }
}
