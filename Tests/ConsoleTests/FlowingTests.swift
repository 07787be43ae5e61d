import Testing

@testable import Console

struct FlowingTests {
  @Test(arguments: [
    (50, ["3 in stock · added 3 days ago · no images"]),
    (41, ["3 in stock · added 3 days ago · no images"]),
    (40, ["3 in stock · added 3 days ago", "no images"]),
    (27, ["3 in stock", "added 3 days ago", "no images"]),
    (10, ["3 in stock", "added 3", "days ago", "no images"]),
  ])
  func `a line ends between two facts`(width: Int, lines: [String]) {
    #expect(["3 in stock", "added 3 days ago", "no images"].flowing(toWidth: width) == lines)
  }

  @Test func `Hangul takes two columns`() {
    #expect(["재고 3개", "사진 없음"].flowing(toWidth: 20) == ["재고 3개 · 사진 없음"])
    #expect(["재고 3개", "사진 없음"].flowing(toWidth: 19) == ["재고 3개", "사진 없음"])
  }

  @Test func `no facts are no line`() {
    #expect([String]().flowing(toWidth: 10) == [])
  }
}
