import Console
import Foundation
import OpenMarket
import TestSupport
import Testing
import Wording

@testable import market

struct GridTests {
  private func prints(_ line: String, _ screen: ImageRenderer = .none, columns: Int, _ home: Home) async
    -> Outcome
  {
    var terminal = home.terminal(columns)
    terminal.images = screen
    return await terminal.run(line)
  }

  @Test func `cards are side by side, as many as fit into the width`() async throws {
    let home = try Home()
    try await home.fill()
    await prints("list --grid", columns: 80, home).prints(
      """
      #1 맥북 프로               #2 기계식 키보드           #3 Brass lamp
      KRW 1,490,000 (−11%)       KRW 89,000                 USD 12.50
      1 in stock                 1,200 in stock             sold out
      1.png · 1×1 · 67 bytes     no images                  no images
      ! 1–3 of 3
      """)
    await prints("list --grid", columns: 60, home).prints(
      """
      #1 맥북 프로                   #2 기계식 키보드
      KRW 1,490,000 (−11%)           KRW 89,000
      1 in stock                     1,200 in stock
      1.png · 1×1 · 67 bytes         no images

      #3 Brass lamp
      USD 12.50
      sold out
      no images
      ! 1–3 of 3
      """)
  }

  @Test func `a narrow terminal has one column, and titles are truncated, amounts are not`() async throws {
    let home = try Home()
    _ = await home.pipe.run(
      "add --title '아주 오래된 황동 램프와 그 갓' --price 1234567890123 --currency KRW --stock 0")
    await prints("list --grid", columns: 16, home).prints(
      """
      #1 아주 오래된 …
      KRW 1,234,567,890,123
      sold out
      no images
      ! 1 of 1
      """)
  }

  @Test func `an image is drawn over its card, from the line below it`() async throws {
    let home = try Home()
    try await home.fill()
    let pixel = Pixel.png.base64EncodedString()
    // Nine lines are as high as eighteen columns are wide.
    await prints("list --grid --per-page 2", ImageRenderer(.kitty), columns: 80, home).prints(
      """









      ␛7␛[9A␛_Ga=T,q=2,f=100,c=18,r=9,C=1,m=0;\(pixel)␛\\␛8#1 맥북 프로               #2 기계식 키보드
      KRW 1,490,000 (−11%)       KRW 89,000
      1 in stock                 1,200 in stock
                                 no images
      ! 1–2 of 3 · next: market list --page 2 --per-page 2 --grid
      """)
  }

  @Test func `rows of cards are separated by an empty line, and so are pages`() async throws {
    let home = try Home()
    for title in ["A", "B", "C"] { _ = await home.pipe.run("add --title \(title) --price 5") }
    await prints("list --grid --all --per-page 2", columns: 60, home).prints(
      """
      #1 A                           #2 B
      USD 5.00                       USD 5.00
      1 in stock                     1 in stock
      no images                      no images

      #3 C
      USD 5.00
      1 in stock
      no images
      """)
  }

  @Test func `search results are shown as cards, too`() async throws {
    let home = try Home()
    try await home.fill()
    await prints("search lamp --grid --private", columns: 80, home).prints(
      """
      #3 Brass lamp
      USD 12.50
      sold out
      no images
      ! 1 of 1
      """)
    await prints("search nothing --grid --private", columns: 80, home).prints(
      "! No items match 'nothing'")
  }

  @Test func `a page in colour`() async throws {
    let home = try Home()
    try await home.fill()
    var terminal = home.terminal(120, colored: true)
    terminal.images = .none
    await terminal.run("list --grid --per-page 1").prints(
      """
      ␛[2m#1 ␛[22m␛[1m맥북 프로␛[22m
      ␛[1mKRW 1,490,000␛[22m␛[35m (−11%)␛[39m
      ␛[2m1 in stock␛[22m
      ␛[2m1.png · 1×1 · 67 bytes␛[22m
      ! ␛[2m1 of 3 · next: market list --page 2 --per-page 1 --grid␛[22m
      """)
  }

  @Test(arguments: 20...200)
  func `no line is wider than the terminal`(columns: Int) async throws {
    let won = try #require(Currency("KRW"))
    let items = (1...7).map { id in
      Item(
        id: id, title: String(repeating: "맥북 프로 ", count: id), price: Price(Decimal(1_690_000), won),
        discountedPrice: id.isMultiple(of: 2) ? Price(Decimal(1_490_000), won) : nil, stock: id * 1_000,
        thumbnails: [],
        registrationDate: .distantPast, description: nil, images: nil)
    }
    let format = OutputFormat.fixture()
    let grid = ItemGrid(items: items, format: format, style: .plain, columns: columns, screen: .none)
    #expect(grid.rows.flatMap { $0 }.map { $0.id } == Array(1...7))
    for row in grid.rows {
      let images = row.map { _ in DisplayedImage(caption: String(repeating: "x", count: 99), drawing: nil) }
      for line in grid.lines(row, images: images) {
        #expect(line.displayWidth <= columns, "\(line)")
        #expect(!line.hasSuffix(" "))
      }
    }
  }

  @Test func `a screenful accounts for the lines of images`() {
    func count(_ thumbnails: [URL]) -> Int {
      let item = Item(
        id: 1, title: "Lamp", price: Price(5, .usDollar), discountedPrice: nil, stock: 1,
        thumbnails: thumbnails, registrationDate: .distantPast, description: nil, images: nil)
      let format = OutputFormat.fixture()
      return ItemGrid(
        items: [item], format: format, style: .plain, columns: 80, screen: ImageRenderer(.kitty)
      )
      .count(onRows: 28)
    }
    // Three side by side; four lines and an empty one each, and nine of an image.
    #expect(count([]) == 15)
    #expect(count([URL(filePath: "/1.png")]) == 6)
  }
}
