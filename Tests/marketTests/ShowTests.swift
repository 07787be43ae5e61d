import Console
import TestSupport
import Testing

struct ShowTests {
  @Test func `ids may have a number sign and commas`() async throws {
    let home = try Home()
    try await home.fill()
    for words in ["#1 #3", "1,3", "#1,#3", "1, 3", "3,1"] {
      let ids = words.hasPrefix("3") ? [3, 1] : [1, 3]
      await home.pipe.run("show \(words) --json=id").prints(
        ids.map { "{\"id\":\($0)}" }.joined(separator: "\n"))
    }
  }

  @Test func `a card shows all fields`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("show 1").prints(
      """
      #1 맥북 프로
      KRW 1,690,000 → KRW 1,490,000 (−11%)
      1 in stock · added 3 days ago · 1 image · no ratings

      macbook.png · 1×1 · 67 bytes
      """)
    await home.terminal().run("show 3").prints(
      """
      #3 Brass lamp
      USD 12.50
      sold out · added 1 day ago · no images · no ratings

      Works.
      A bit scratched.
      """)
  }

  @Test func `a card in colour`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal(colored: true).run("show 1").prints(
      """
      ␛[2m#1␛[22m␛[1m 맥북 프로␛[22m
      ␛[2m␛[9mKRW 1,690,000␛[29m␛[22m␛[2m → ␛[22m␛[1mKRW 1,490,000␛[22m␛[35m (−11%)␛[39m
      ␛[2m1 in stock · added 3 days ago · 1 image · no ratings␛[22m

      ␛[2mmacbook.png · 1×1 · 67 bytes␛[22m
      """)
  }

  @Test func `a card fits a narrow terminal`() async throws {
    let home = try Home()
    _ = await home.pipe.run(
      "add --title '아주 오래된 황동 램프와 그 갓' --price 5 --currency KRW --description '불이 잘 들어옵니다. It was my grandmother’s.'"
    )
    await home.terminal(24).run("show 1 --locale ko_KR").prints(
      """
      #1 아주 오래된 황동
        램프와 그 갓
      5원
      재고 1개 · 지금 등록
      사진 없음 · 별점 없음

      불이 잘 들어옵니다. It
      was my grandmother’s.
      """)
  }

  @Test func `several cards are separated by an empty line`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    _ = await home.pipe.run("add --title Desk --price 80")
    await home.terminal().run("show 2 1 2").prints(
      """
      #2 Desk
      USD 80.00
      1 in stock · added now · no images · no ratings

      #1 Lamp
      USD 5.00
      1 in stock · added now · no images · no ratings
      """)
  }

  @Test func `in a pipe each field is a line`() async throws {
    let home = try Home()
    try await home.fill()
    await home.pipe.run("show 1 3").prints(
      """
      id\t1
      title\t맥북 프로
      price\t1690000
      discounted_price\t1490000
      currency\tKRW
      stock\t1
      registration_date\t2026-11-21T14:58:00+09:00
      thumbnails\tmarket://embedded/images/\(Pixel.name(1))
      rating_count\t0
      descriptions\t
      images\tmarket://embedded/images/\(Pixel.name(1))

      id\t3
      title\tBrass lamp
      price\t12.5
      currency\tUSD
      stock\t0
      registration_date\t2026-11-23T14:58:00+09:00
      rating_count\t0
      descriptions\tWorks.\\nA bit scratched.
      """)
  }

  @Test func `JSON is one object a line`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("show 3 1 --json").prints(
      """
      {"id":3,"title":"Brass lamp","price":12.5,"discounted_price":null,"currency":"USD","stock":0,\
      "registration_date":"2026-11-23T14:58:00+09:00","thumbnails":[],"rating":null,"rating_count":0,"sku":null,"tags":[],"reorder_at":null,"off_sale":false,"barcodes":[],\
      "descriptions":"Works.\\nA bit scratched.","images":[]}
      {"id":1,"title":"맥북 프로","price":1690000,"discounted_price":1490000,"currency":"KRW","stock":1,\
      "registration_date":"2026-11-21T14:58:00+09:00","thumbnails":["market://embedded/images/\(Pixel.name(1))"],"rating":null,"rating_count":0,"sku":null,"tags":[],"reorder_at":null,"off_sale":false,"barcodes":[],\
      "descriptions":"","images":["market://embedded/images/\(Pixel.name(1))"]}
      """)
    await home.pipe.run("show 3 --json=descriptions").prints(#"{"descriptions":"Works.\nA bit scratched."}"#)
  }

  @Test func `if some items are missing, the others are shown and the exit code is 7`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    await home.terminal().run("show 9 1 8").prints(
      """
      #1 Lamp
      USD 5.00
      1 in stock · added now · no images · no ratings
      ! Error: No item with id '9'
      ! Help:  Run 'market list' to see what is for sale
      ! Error: No item with id '8'
      ! Help:  Run 'market list' to see what is for sale
      exit 7
      """)
  }

  @Test func `if all items are missing, the exit code is 3`() async throws {
    let home = try Home()
    try await home.fill()
    await home.pipe.run("show 9 8").prints(
      """
      ! Error: No item with id '9'
      ! Help:  Run 'market list' to see what is for sale
      ! Error: No item with id '8'
      ! Help:  Run 'market list' to see what is for sale
      exit 3
      """)
  }

  @Test func `a long description ends above the images, and --full shows it all`() async throws {
    let home = try Home()
    let image = try home.write(Pixel.png, to: "lamp.png")
    let lines = (1...30).map { "line \($0)" }
    _ = await home.pipe.run(words: [
      "add", "--title", "Lamp", "--price", "5", "--image", image, "--image", image, "--description",
      lines.joined(separator: "\n"),
    ])
    var terminal = home.terminal(100)
    terminal.rows = 16
    // Three lines above, and empty lines, what shows more, two images and the prompt below.
    await terminal.run("show 1 --images none --store \(home.path)/.local/share/market/market.db").prints(
      """
      #1 Lamp
      USD 5.00
      1 in stock · added now · 2 images · no ratings

      line 1
      line 2
      line 3
      line 4
      line 5
      line 6
      line 7
      … more: market show 1 --full --store \(home.path)/.local/share/market/market.db

      lamp.png · 1×1 · 67 bytes
      lamp.png · 1×1 · 67 bytes
      """)
    #expect(await terminal.run("show 1 --images none --full").output.contains("line 29\nline 30\n\nlamp.png"))
    terminal.rows = nil
    #expect(await terminal.run("show 1 --images none").output.contains("line 29\nline 30\n\nlamp.png"))
  }

  @Test func `room is left for images only if the terminal draws them`() async throws {
    let home = try Home()
    let image = try home.write(Pixel.png, to: "lamp.png")
    let lines = (1...12).map { "line \($0)" }
    _ = await home.pipe.run(words: [
      "add", "--title", "Lamp", "--price", "5", "--image", image, "--description",
      lines.joined(separator: "\n"),
    ])
    var terminal = home.terminal()
    terminal.rows = 24
    #expect(await terminal.run("show 1").output.contains("line 11\nline 12\n\nlamp.png"))
    terminal.images = ImageRenderer(.kitty)
    #expect(await terminal.run("show 1").output.contains("line 4\n… more: market show 1 --full\n\n"))
    terminal.rows = 40
    #expect(await terminal.run("show 1").output.contains("line 11\nline 12\n\n"))
  }

  @Test(arguments: ["show 9", "edit 9 --stock 1", "delete 9", "images 9"])
  func `a store that does not exist is named beside the item`(line: String) async throws {
    let home = try Home()
    await home.pipe.run(line).prints(
      """
      ! Error: No item with id '9'
      ! Help:  No store at '\(home.path)/.local/share/market/market.db' yet; use another one with '--store <file>'
      exit 3
      """)
  }
}
