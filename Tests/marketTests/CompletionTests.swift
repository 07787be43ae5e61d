import Console
import Foundation
import HTTP
import TestSupport
import Testing

@testable import market

struct CompletionTests {
  @Test func `ids are completed with their titles, the newest first`() async throws {
    let home = try Home()
    try await home.fill()
    for command in ["show", "edit", "delete"] {
      await home.pipe.run(words: ["--complete", "--", command, ""]).prints(
        "3\tBrass lamp\n2\t기계식 키보드\n1\t맥북 프로")
      await home.pipe.run(words: ["--complete", "--", command, "2"]).prints("2\t기계식 키보드")
    }
    await home.pipe.run(words: ["--complete", "--", "history", "2", ""]).prints("")
    await home.pipe.run(words: ["--complete", "--", "show", "1", "2"]).prints("2\t기계식 키보드")
  }

  @Test func `commands, options, values, lists, files and topics are completed`() async throws {
    let home = try Home()
    for (words, expected) in [
      (["sh"], "show\tShow an item with all its details."),
      (["--v"], "--version\tShow the version."),
      (["list", "--no-h"], "--no-headers\tOmit the table header."),
      (["list", "--sort", "-"], "-price\t\n-title\t\n-stock\t\n-rating\t"),
      (["list", "--json=id,t"], "--json=id,title\t\n--json=id,thumbnails\t\n--json=id,tags\t"),
      (["list", "--columns", "id,s"], "id,stock\t\nid,sku\t"),
      (["show", "--json=i"], "--json=id\t\n--json=images\t"),
      (["add", "--currency", "KR"], "KRW\t"),
      (["add", "--image", ""], ":files"),
      (["serve", "--store="], ":files"),
      (["seller", "r"], "remove\tRevoke a seller's right to sell."),
      (["review", "f"], "fold\tFold the text of a review, as the owner of its item."),
      (["help", "vendor", "l"], "list\tList all sellers."),
      (["vendor", "remove", "--y"], "--yes\tProceed without confirmation."),
      (["zone", "Asia/Se"], "Asia/Seoul\t"),
      (["help", "f"], "formats\tFormats of data, dates, amounts and the config file."),
      (["completion", ""], "bash\t\nzsh\t\nfish\t"),
      (["add", "--title", ""], ""), (["nonsense", ""], ""), ([], ""),
    ] {
      await home.pipe.run(words: ["--complete", "--"] + words).prints(expected)
    }
  }

  @Test func `entries of today, and items in the trash, are completed where they are asked for`() async throws
  {
    let home = try Home()
    try await home.fill()
    #expect(await home.pipe.run("sell 1 --reference o-1").exitCode == .done)
    #expect(await home.pipe.run("edit 2 --sku K-2").exitCode == .done)
    #expect(await home.pipe.run("delete 2").exitCode == .done)
    let entries = await home.pipe.run(words: ["--complete", "--", "correct", ""]).output
    #expect(entries.wholeMatch(of: /[1-9]\t맥북 프로\n/) != nil, "\(entries)")
    for (words, expected) in [
      (["correct", "9"], ""), (["correct", "--reference", ""], "o-1\t"),
      (["correct", "--reference", "o-1", ""], "3\tBrass lamp\n1\t맥북 프로"),
      (["trash", "restore", ""], "2\t기계식 키보드"), (["trash", "restore", "k"], "K-2\t기계식 키보드"),
      (["trash", "restore", "1"], ""),
    ] {
      await home.pipe.run(words: ["--complete", "--"] + words).prints(expected)
    }
  }

  @Test func `completion looks into the store that the words name`() async throws {
    let home = try Home()
    let store = home.path + "/garage.db"
    for line in ["add --title Desk --price 80", "add --title Saw --price 8 --store \(store)"] {
      #expect(await home.pipe.run(line).exitCode == .done)
    }
    let words = ["--complete", "--", "show"]
    await home.pipe.run(words: words + [""]).prints("1\tDesk")
    await home.pipe.run(words: words + ["--store", store, ""]).prints("1\tSaw")
    var pipe = home.pipe
    pipe.environment = ["MARKET_STORE": store]
    await pipe.run(words: words + [""]).prints("1\tSaw")
  }

  @Test func `a past search is completed by its number, with its words beside it`() async throws {
    let home = try Home()
    for words in ["lamp", "'맥북 14'"] { _ = await home.pipe.run("search \(words)") }
    await home.pipe.run(words: ["--complete", "--", "list", "--again", ""]).prints("1\t맥북 14\n2\tlamp")
    await home.pipe.run(words: ["--complete", "--", "list", "--again=2"]).prints("--again=2\tlamp")
  }

  @Test func `completion sends no request`() async throws {
    let home = try Home()
    try await home.fill()
    var pipe = home.pipe
    let asked = Locked(0)
    pipe.session = MockSession { _ in
      asked.withLock { $0 += 1 }
      throw SessionError.unreachable
    }
    await pipe.run(words: ["--complete", "--", "show", "--server", "https://shop.example", ""]).prints("")
    pipe.environment = ["MARKET_SERVER": "https://shop.example"]
    await pipe.run(words: ["--complete", "--", "show", ""]).prints("")
    #expect(asked.value == 0)
  }

  @Test func `an error gives no completions and creates no file`() async throws {
    let home = try Home()
    await home.pipe.run(words: ["--complete", "--", "show", ""]).prints("")
    #expect(home.files(in: "") == [])
    try home.write("nonsense", to: ".config/market/config")
    try home.write("not a store", to: ".local/share/market/market.db")
    await home.pipe.run(words: ["--complete", "--", "show", ""]).prints("")
    #expect(try home.text(of: ".local/share/market/market.db") == "not a store")
    #expect(home.files(in: ".local/share/market") == ["market.db"])
  }

  @Test func `titles can neither control the terminal nor forge a line`() async throws {
    let home = try Home()
    for (name, title) in HostileTextTests.payloads.sorted(by: { $0.key < $1.key }) {
      let added = await home.pipe.run(words: ["add", "--price", "1", "--porcelain", "--title", title])
      // A title may be refused: then there is nothing to complete.
      guard added.exitCode == .done else { continue }
      let id = added.output.trimmingCharacters(in: .newlines)
      let lines = await home.pipe.run(words: ["--complete", "--", "show", id]).output
      #expect(lines.split(separator: "\n").filter { $0.hasPrefix("\(id)\t") }.count == 1, "\(name)")
      #expect(lines.split(separator: "\n").allSatisfy { $0.split(separator: "\t").count == 2 }, "\(name)")
      #expect(HostileTextTests.dangers(in: lines, allowing: ["\t"]) == [], "\(name)")
    }
    #expect(await home.pipe.run(words: ["--complete", "--", "show", ""]).output.contains("\n1\t"))
  }

  @Test func `every command completes its options`() async throws {
    let home = try Home()
    for declaration in CommandDeclaration.all {
      let outcome = await home.pipe.run(words: ["--complete", "--"] + declaration.wordList + ["--"])
      let lines = outcome.output.split(separator: "\n")
      #expect(
        lines.map { String($0.prefix { $0 != "\t" }) }
          == declaration.options.filter { $0.listing != .never }.map { "--" + $0.long },
        "\(declaration.name)")
    }
  }

  @Test func `an unknown shell is named, with the known ones`() async throws {
    let home = try Home()
    await home.pipe.run("completion fishy").prints(
      """
      ! Error: Invalid value 'fishy' for '<shell>'
      ! Help:  Did you mean 'fish'? Choose from bash, zsh, fish
      exit 2
      """)
    await home.pipe.run("completion tcsh").prints(
      """
      ! Error: Invalid value 'tcsh' for '<shell>'
      ! Help:  Choose from bash, zsh, fish
      exit 2
      """)
    await home.pipe.run("completion").prints(
      """
      ! Error: Missing <shell>
      ! Help:  Run 'market completion --help' to see the usage
      exit 2
      """)
  }

  @Test(.enabled(if: isInstalled("fish"), "fish is not installed"))
  func `fish completes what was typed`() async throws {
    let program = Program(home: try Home())
    try program.home.write("", to: "a lamp.png")
    let script = """
      market add --title 'Brass lamp' --sku 'LMP 7' --price 5 --currency USD --porcelain >/dev/null 2>&1
      market completion fish | source
      for line in 'market ser' 'market show ' 'market show LMP\\ ' 'market show "LMP 7' 'market list --sort=-p' 'market add --image=a' 'market help f'
        complete -C $line
      end
      """
    try await program.run(script, shell: "fish").prints(
      """
      serve\tServe the embedded market over the network.
      1\tBrass lamp
      LMP 7\tBrass lamp
      LMP 7\tBrass lamp
      --sort=-price
      --image=a lamp.png
      formats\tFormats of data, dates, amounts and the config file.

      """)
  }

  @Test(.enabled(if: isInstalled("zsh"), "zsh is not installed"))
  func `zsh understands its script`() async throws {
    let line = #"eval "$(market completion zsh | sed '$d')" && whence -w _market"#
    try await Program(home: Home()).run(line, shell: "zsh").prints("_market: function\n")
  }

  @Test(.enabled(if: isInstalled("zsh"), "zsh is not installed"))
  func `zsh gets colons and backslashes escaped`() async throws {
    let program = Program(home: try Home())
    let script = #"""
      market add --title 'a\b: c' --price 5 --currency USD --porcelain >/dev/null 2>&1
      eval "$(market completion zsh | sed '$d')"
      _describe() { print -rl -- $found }
      words=(market show '') CURRENT=3 PREFIX=
      _market
      """#
    try await program.run(script, shell: "zsh").prints(#"1:a\\b\: c"# + "\n")
  }

  /// Every line as bash hands it to the function, at the cursor at its end; then what the function hands back.
  @Test func `bash completes what was typed`() async throws {
    let program = Program(home: try Home())
    try program.home.write("", to: "a lamp.png")
    let script = #"""
      export MARKET_CURRENCY=USD
      market add --title 'Brass lamp' --price 5 --porcelain >/dev/null 2>&1
      market add --title 'a $(touch pwned) b' --price 5 --porcelain >/dev/null 2>&1
      eval "$(market completion bash)"
      complete_line() {
        COMP_TYPE=$1 COMP_LINE=$2 COMP_POINT=${#2}
        COMP_WORDS=("${@:3}")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _market
        printf '%s: %s\n' "$COMP_LINE" "$(IFS='|'; echo "${COMPREPLY[*]}")"
      }
      complete_line 9 'market ser' market ser
      complete_line 9 'market show ' market show ''
      complete_line 63 'market show ' market show ''
      complete_line 63 'market show 1' market show 1
      complete_line 9 'market list --sort=' market list --sort =
      complete_line 9 'market list --sort=-p' market list --sort = -p
      complete_line 9 'market list  --sort -p' market list --sort -p
      complete_line 9 'market list --json=id,ti' market list --json = id,ti
      complete_line 9 'market show --server=http://x.example 1' market show --server = http : //x.example 1
      complete_line 9 'market add --image=a' market add --image = a
      complete_line 9 'market add --title x' market add --title x
      market edit 1 --sku 'LMP 7;touch pwned' --tag 'Blue $(x)' --tag=--x --tag red --quiet >/dev/null 2>&1
      market sell 1 --reference 'order 81' --quiet >/dev/null 2>&1
      complete_line 9 'market show L' market show L
      complete_line 9 'market show LMP\ ' market show 'LMP\ '
      complete_line 9 "market show 'LMP 7" market show "'LMP 7"
      complete_line 9 'market list --tag "Blue $' market list --tag '"Blue $'
      complete_line 9 'market list --tag ' market list --tag ''
      complete_line 9 'market return --reference=o' market return --reference = o
      ls
      """#
    let result = try await program.run(script, shell: "bash")
    let lines = result.output.split(separator: "\n").filter { !$0.hasPrefix("output-") }.map(String.init)
    #expect(
      lines == [
        "market ser: serve",
        "market show : 2|1",
        "market show : 2  a $(touch pwned) b|1  Brass lamp",
        "market show 1: 1",
        "market list --sort=: best|oldest|newest|price|-price|title|-title|stock|-stock|rating|-rating",
        "market list --sort=-p: -price",
        "market list  --sort -p: -price",
        "market list --json=id,ti: id,title",
        "market show --server=http://x.example 1: ",
        "market add --image=a: a lamp.png",
        "market add --title x: ",
        // One word for bash each, whatever stands in them.
        #"market show L: LMP\ 7\;touch\ pwned"#,
        #"market show LMP\ : LMP\ 7\;touch\ pwned"#,
        "market show 'LMP 7: LMP 7;touch pwned",
        #"market list --tag "Blue $: Blue \$(x)"#,
        #"market list --tag : Blue\ \$\(x\)|red"#,
        #"market return --reference=o: order\ 81"#,
        "a lamp.png",
      ])
    #expect(result.error == "")
  }
}
