import Testing

@testable import Console

/// Two texts side by side, where they differ.
struct DifferingTests {
  private func cut(_ one: String, _ two: String, _ width: Int) -> [String] {
    let (first, second) = String.truncated(one, toWidth: width, two, toWidth: width)
    #expect(first.displayWidth <= width && second.displayWidth <= width)
    return [first, second]
  }

  @Test func `texts that fit stay as they are`() {
    #expect(cut("summer", "winter", 8) == ["summer", "winter"])
    #expect(cut("", "", 8) == ["", ""])
  }

  @Test func `texts that differ near their beginning lose their ends`() {
    #expect(cut("red and a long rest", "green and a long rest", 10) == ["red and a…", "green and…"])
  }

  @Test func `a long beginning that both have is left out`() {
    let pair = cut("summer, desk, brass, sale", "summer, desk, brass, autumn", 14)
    #expect(pair == ["…brass, sale", "…brass, autumn"])
  }

  @Test func `a text that goes on where the other ends shows how`() {
    let (one, two) = String.truncated("summer", toWidth: 6, "summer, desk, sale", toWidth: 12)
    #expect(one == "summer")
    #expect(two.hasSuffix("e, sale") || two.contains("desk"))
    let words = String(repeating: "word ", count: 100)
    let pair = cut(words, words + "end", 20)
    #expect(pair[0] != pair[1])
    #expect(pair[1].hasSuffix("end"))
  }

  @Test(arguments: 1...40) func `what differs is seen at each width`(width: Int) {
    let one = "기계식 키보드 갈축 텐키리스, 한글 각인"
    let two = "기계식 키보드 갈축 텐키리스, 영문 각인"
    let pair = cut(one, two, width)
    if width >= 8 { #expect(pair[0] != pair[1]) }
  }
}
