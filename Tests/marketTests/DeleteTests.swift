import Testing

struct DeleteTests {
  @Test func `a terminal is asked once, with title and price`() async throws {
    let home = try Home()
    try await home.fill()
    var terminal = home.terminal()
    terminal.input = ["y"]
    await terminal.run("delete 1").says(
      """
      Deleted #1 맥북 프로
      ! #1 맥북 프로 · KRW 1,690,000 → KRW 1,490,000 (−11%)
      ! Delete it for good? [y/N] ⟨no line end⟩
      """)
    await terminal.run("delete 2 3").says(
      """
      Deleted #2 기계식 키보드
      Deleted #3 Brass lamp
      ! #2 기계식 키보드 · KRW 89,000
      ! #3 Brass lamp · USD 12.50
      ! Delete these 2 for good? [y/N] ⟨no line end⟩
      """)
    await home.pipe.run("list").says("")
  }

  @Test(arguments: ["n", "", "yess", "ja", "1"])
  func `anything but yes is a no`(answer: String) async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    var terminal = home.terminal()
    terminal.input = [answer]
    await terminal.run("delete 1").says(
      """
      ! #1 Lamp · USD 5.00
      ! Delete it for good? [y/N] Nothing was deleted.
      exit 8
      """)
    await home.pipe.run("list --json=id").says(#"{"id":1}"#)
  }

  @Test func `the end of input is a no`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    await home.terminal().run("delete 1").says(
      """
      ! #1 Lamp · USD 5.00
      ! Delete it for good? [y/N] 
      ! Nothing was deleted.
      exit 8
      """)
  }

  @Test func `who is sure is not asked, nor is a script`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("delete 1 --yes").says("Deleted #1 맥북 프로")
    await home.terminal().run("delete 2 -y --no-input").says("Deleted #2 기계식 키보드")
    await home.pipe.run("delete 3").says("deleted\t3\tBrass lamp")
  }

  @Test func `a terminal that may not be asked is told how to be sure`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    let refusal = """
      ! Error: Confirmation is required; pass '--yes' to continue without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """
    await home.terminal().run("delete 1 --no-input").says(refusal)
    var terminal = home.terminal()
    terminal.environment = ["CI": "true"]
    terminal.input = ["y"]
    await terminal.run("delete 1").says(refusal)
    await home.pipe.run("list --json=id").says(#"{"id":1}"#)
  }

  @Test func `each of several is reported, and 7 says that some failed`() async throws {
    let home = try Home()
    try await home.fill()
    await home.pipe.run("delete 3 99 1").says(
      """
      deleted\t3\tBrass lamp
      deleted\t1\t맥북 프로
      ! Error: No item with id '99'
      ! Help:  Run 'market list' to see what is for sale
      exit 7
      """)
    var terminal = home.terminal()
    terminal.input = ["yes"]
    await terminal.run("delete 98 2").says(
      """
      Deleted #2 기계식 키보드
      ! Error: No item with id '98'
      ! Help:  Run 'market list' to see what is for sale
      ! #2 기계식 키보드 · KRW 89,000
      ! Delete it for good? [y/N] ⟨no line end⟩
      exit 7
      """)
  }

  @Test func `where there is nothing to delete nothing is asked`() async throws {
    try await Home().terminal().run("delete 9").says(
      """
      ! Error: No item with id '9'
      ! Help:  Run 'market list' to see what is for sale
      exit 3
      """)
  }

  @Test func `a dry run tells and keeps`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal().run("delete 1 9 --dry-run").says(
      """
      #1 맥북 프로 · KRW 1,690,000 → KRW 1,490,000 (−11%)
      ! Error: No item with id '9'
      ! Help:  Run 'market list' to see what is for sale
      ! Nothing was deleted. This would be:
      exit 7
      """)
    await home.pipe.run("delete 1 1 -n").says(
      """
      would delete\t1\t맥북 프로
      ! Nothing was deleted. This would be:
      """)
    await home.pipe.run("list --json=id").says("{\"id\":1}\n{\"id\":2}\n{\"id\":3}")
  }

  @Test func `the requests as curl commands`() async throws {
    let home = try Home()
    await home.terminal().run("delete 3 4 --curl").says(
      """
      curl --request DELETE 'http://127.0.0.1:8080/item/3' --header 'Content-Type: application/json' \
      --header 'Accept: application/json' --data '{"password":"********"}'
      curl --request DELETE 'http://127.0.0.1:8080/item/4' --header 'Content-Type: application/json' \
      --header 'Accept: application/json' --data '{"password":"********"}'
      """)
  }
}
