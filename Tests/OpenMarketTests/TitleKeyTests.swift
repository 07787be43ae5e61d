import Testing

@testable import OpenMarket

struct TitleKeyTests {
  @Test func `titles are ordered without case and accents, by the values of numbers and by syllables`() {
    let titles = [
      "", "  lamp", "(2) lamp", "0", "1", "2 lamps", "9", "10", "0010 x", "99999999", "999999999",
      "1000000000",
      "20261231235959", "cable 2 m", "Cable 02 n", "cable 10 m", "Café", "cafe au lait", "ﬀ", "Ο", "Ὀδός",
      "Ёлка",
      "ель",
      "가", "각", "나",
    ]
    let keys = titles.map { TitleKeys.key(of: $0) }
    for (index, pair) in zip(keys, keys.dropFirst()).enumerated() {
      #expect(
        pair.0.utf8.lexicographicallyPrecedes(pair.1.utf8), "'\(titles[index])' before '\(titles[index + 1])'"
      )
    }
  }

  @Test(
    arguments: [
      ("LAMP", "lamp"), ("É", "e\u{301}"), ("007", "7"), ("00", "0"), ("각", "\u{1100}\u{1161}\u{11A8}"),
      (String(repeating: "0", count: 2_000) + "5", "5"),
    ])
  func `titles of one order have one key`(one: String, other: String) {
    #expect(TitleKeys.key(of: one).utf8.elementsEqual(TitleKeys.key(of: other).utf8))
  }

  @Test func `marks that are vowels stay`() {
    #expect(TitleKeys.key(of: "कि") != TitleKeys.key(of: "क"))
    #expect(TitleKeys.key(of: "กี") != TitleKeys.key(of: "ก"))
  }

  @Test func `a number of a thousand digits is after one of nine`() {
    let (long, short) = (String(repeating: "1", count: 1_200), "999999999")
    #expect(TitleKeys.key(of: long).utf8.count == 1_204)
    #expect(TitleKeys.key(of: short).utf8.lexicographicallyPrecedes(TitleKeys.key(of: long).utf8))
  }
}
