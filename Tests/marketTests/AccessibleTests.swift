import Testing

struct AccessibleTests {
  @Test func `an item is a line for each field, in words`() async throws {
    let home = try Home()
    try await home.fill()
    let card = """
      ID: 1
      Title: 맥북 프로
      Price: KRW 1,490,000, was KRW 1,690,000, 11% off
      Stock: 1
      Added: 3 days ago
      Rating: none
      Images: 1
      Image file: macbook.png, 1×1, 67 bytes
      """
    await home.terminal(colored: true).run("show 1 --accessible").prints(card)
    await home.pipe.run("show 1 --accessible").prints(card)
    var terminal = home.terminal(colored: true)
    terminal.environment = ["ACCESSIBLE": "1"]
    await terminal.run("show 1").prints(card)
    await terminal.run("show 3 --color always").prints(
      """
      ID: 3
      Title: Brass lamp
      Price: USD 12.50
      Stock: sold out
      Added: 1 day ago
      Rating: none
      Images: none
      Description: Works.
        A bit scratched.
      """)
  }

  @Test func `in Korean, too, the number of images has a counter`() async throws {
    let home = try Home()
    try await home.fill()
    let card = await home.terminal().run("show 1 --accessible --locale ko_KR").output
    #expect(card.hasSuffix("\n사진: 1\n사진 파일: macbook.png, 1×1, 67바이트\n"), "\(card)")
  }

  @Test func `no line of a description looks like a field`() async throws {
    let home = try Home()
    _ = await home.pipe.run(
      "add --title 'Lamp\nPrice: 1' --price 5 --description 'Lamp\n\nPrice: USD 1\rStock: 9'")
    await home.terminal().run("show 1 --accessible").prints(
      #"""
      ID: 1
      Title: Lamp\nPrice: 1
      Price: USD 5.00
      Stock: 1
      Added: now
      Rating: none
      Images: none
      Description: Lamp

        Price: USD 1\rStock: 9
      """#)
  }

  @Test func `a list is one item after the other`() async throws {
    let home = try Home()
    try await home.fill()
    var terminal = home.terminal(colored: true)
    terminal.rows = 24
    terminal.environment = ["LANG": "ko_KR.UTF-8"]
    await terminal.run("list --accessible --per-page 2").prints(
      """
      번호: 1
      상품명: 맥북 프로
      가격: 1,490,000원, 이전 1,690,000원, 11% 할인
      재고: 1
      등록: 3일 전
      별점: 없음

      번호: 2
      상품명: 기계식 키보드
      가격: 89,000원
      재고: 1,200
      등록: 2일 전
      별점: 없음

      ! 3개 중 1부터 2까지, 다음: market list --page 2 --per-page 2 --accessible
      """)
    await home.terminal().run("search lamp --accessible").prints(
      """
      ID: 3
      Title: Brass lamp
      Price: USD 12.50
      Stock: sold out
      Added: 1 day ago
      Rating: none

      ! 1 of 1
      """)
  }

  @Test func `data for scripts does not change`() async throws {
    let home = try Home()
    try await home.fill()
    var pipe = home.pipe
    pipe.environment = ["ACCESSIBLE": "1"]
    for line in ["list", "show 1", "config"] {
      #expect(await pipe.run(line) == home.pipe.run(line))
      #expect(await pipe.run("\(line) --json") == home.pipe.run("\(line) --json --accessible"))
    }
  }

  @Test(arguments: ["", "0"])
  func `ACCESSIBLE that is empty or 0 has no effect`(value: String) async throws {
    let home = try Home()
    try await home.fill()
    var terminal = home.terminal()
    terminal.environment = ["ACCESSIBLE": value]
    #expect(await terminal.run("list") == home.terminal().run("list"))
  }

  @Test func `previews and outcomes are in words, too`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("edit 2 --price 79000 --stock 0 --accessible").prints(
      """
      #2 기계식 키보드
      Price: KRW 79,000, was KRW 89,000
      Stock: 0, was 1,200
      ! Changed #2
      """)
    await home.terminal().run("edit 1 --no-discount --dry-run --accessible").prints(
      """
      #1 맥북 프로
      Discounted price: none, was KRW 1,490,000
      ! Dry run, nothing changed. Would change:
      """)
    await home.terminal().run("delete 1 --dry-run --accessible").prints(
      """
      #1 맥북 프로, KRW 1,490,000, was KRW 1,690,000, 11% off
      ! Dry run, nothing deleted. Would delete:
      """)
    await home.terminal().run("add --title Desk --price 8 --dry-run --accessible").prints(
      """
      Title: Desk
      Price: USD 8.00
      Stock: 1
      ! Dry run, nothing added. Would add:
      """)
  }

  @Test func `a table is row after row`() async throws {
    let home = try Home()
    let output = await home.terminal().run("config --accessible").output
    #expect(output.hasPrefix("Setting: server\nValue: none\nFrom: default\n\nSetting: store\n"))
  }

  @Test func `an error has no colour`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal(colored: true).run("show 9 --accessible").prints(
      """
      ! Error: No item with id '9'
      ! Help:  Run 'market list' to see what is for sale
      exit 3
      """)
  }
}
