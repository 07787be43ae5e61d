import Console
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

struct PasswordTests {
  private static let secrets = ".local/share/market/passwords"

  private static let wrong = """
    ! Error: Wrong password for item '1'
    ! Help:  Give the right one with '--password-file <file>', or in MARKET_PASSWORD
    exit 4
    """

  @Test func `a secret is made on the first add, cached private, and used from then on`() async throws {
    let home = try Home()
    #expect(await home.pipe.run("add --title Lamp --price 5").exitCode == .done)
    let files = home.files(in: Self.secrets)
    let name = try #require(files.first)
    #expect(files.count == 1)
    #expect(try home.mode(of: Self.secrets) == 0o700)
    #expect(try home.mode(of: Self.secrets + "/" + name) == 0o600)
    let secret = try home.text(of: Self.secrets + "/" + name)
    let market = secret.wholeMatch(of: #/[0-9a-hjkmnp-tv-z]{32}\n(.+)\n/#)?.1
    #expect(market ?? "" == home.path + "/.local/share/market/market.db")

    #expect(await home.pipe.run("add --title Desk --price 80").exitCode == .done)
    #expect(home.files(in: Self.secrets) == files)
    #expect(try home.text(of: Self.secrets + "/" + name) == secret)
    await home.pipe.run("edit 1 --stock 2").says("stock\t1\t2")
    #expect(await home.pipe.run("delete 2").output.hasPrefix("deleted\t2\tDesk\n"))
  }

  @Test func `another market gets another secret`() async throws {
    let home = try Home()
    for store in ["garage.db", "attic.db", "garage.db"] {
      #expect(
        await home.pipe.run("add --title Lamp --price 5 --store \(home.path)/\(store)").exitCode == .done)
    }
    let files = home.files(in: Self.secrets)
    #expect(files.count == 2)
    #expect(Set(try files.map { try home.text(of: Self.secrets + "/" + $0) }).count == 2)
    #expect(
      await home.pipe.run("delete 1 --store \(home.path)/attic.db").output.hasPrefix("deleted\t1\tLamp\n"))
  }

  @Test func `an address that is written in another way is the same market`() async throws {
    let home = try Home()
    let store = home.market(at: .file(home.path + "/remote.db"))
    var pipe = home.pipe
    pipe.session = MockSession { request in
      var request = request
      request.target = "/item"
      return try await store.response(to: request)
    }
    let addresses = [
      "https://market.example/shop", "HTTPS://Market.Example/shop/", "https://market.example/Shop",
      "http://[::1]:8080", "http://[::1]:8080/",
    ]
    var counts: [Int] = []
    for address in addresses {
      #expect(await pipe.run("add --title Lamp --price 5 --server \(address)").exitCode == .done)
      counts.append(home.files(in: Self.secrets).count)
    }
    #expect(counts == [1, 1, 2, 3, 3])
  }

  @Test func `a market that has got the name of another's file does not get its password`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    let name = try Self.secrets + "/" + #require(home.files(in: Self.secrets).first)
    let secret = try home.text(of: name).prefix { !$0.isNewline }
    let owners = [
      "https://market.example\n", "https://market.example", String(repeating: "마켓", count: 4_000),
    ]
    for owner in owners {
      try home.write("\(secret)\n\(owner)", to: name, mode: 0o600)
      for line in ["edit 1 --stock 2", "add --title Desk --price 5"] {
        let outcome = await home.pipe.run(line)
        let start = "The password in '\(home.path)/\(name)' is for another market: '\(owner.prefix(15))"
        #expect(outcome.error.hasPrefix("Error: " + start))
        #expect(
          outcome.error.hasSuffix(
            "\nHelp:  Give this market's with '--password-file <file>', or in MARKET_PASSWORD_FILE\n"))
        #expect(outcome.exitCode == .usage)
      }
    }
    // What says no more than the password is from an earlier version, or written by hand.
    for end in ["", "\n", "\n\n", "\r\n"] {
      try home.write(secret + end, to: name, mode: 0o600)
      #expect(await home.pipe.run("edit 1 --stock 2\(end.count)").exitCode == .done)
    }
    // The file of somebody's choice may say what it likes.
    let file = try home.write("\(secret)\nhttps://elsewhere.example", to: "password", mode: 0o600)
    #expect(await home.pipe.run("delete 1 --password-file \(file)").exitCode == .done)
  }

  @Test func `a file that others can read is no secret`() async throws {
    let home = try Home()
    for mode in [0o644, 0o640, 0o604, 0o660] {
      let file = try home.write("hunter2\n", to: "password", mode: mode)
      await home.pipe.run("add --title Lamp --price 5 --password-file \(file)").says(
        """
        ! Error: Others can read the password file '\(file)'
        ! Help:  Run 'chmod 600 \(file)'
        exit 2
        """)
    }
    let file = try home.write("hunter2\n", to: "password", mode: 0o600)
    await home.pipe.run("add --title Lamp --price 5 --porcelain --password-file \(file)").says("1")
    #expect(home.files(in: Self.secrets).isEmpty)
  }

  @Test func `the remembered secret is refused too when others can read it`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    let name = try #require(home.files(in: Self.secrets).first)
    try home.write("hunter2\n", to: Self.secrets + "/" + name, mode: 0o644)
    #expect(
      await home.pipe.run("edit 1 --stock 2").error.hasPrefix("Error: Others can read the password file"))
  }

  @Test func `the option comes before the variables, and a file before the password itself`() async throws {
    let home = try Home()
    let one = try home.write("one", to: "one", mode: 0o600)
    let two = try home.write("two", to: "two", mode: 0o600)
    var pipe = home.pipe
    func adds(_ words: String = "") async { _ = await pipe.run("add --title Lamp --price 5 \(words)") }
    await adds()
    pipe.environment = ["MARKET_PASSWORD": "three"]
    await adds()
    pipe.environment["MARKET_PASSWORD_FILE"] = two
    await adds()
    await adds("--password-file \(one)")
    pipe.input = ["four"]
    await adds("--password-file -")
    try home.write("password-file = \(one)", to: ".config/market/config")
    pipe.environment = ["MARKET_PASSWORD": "three"]
    await adds()
    pipe.environment = [:]
    await adds()
    try home.write("", to: ".config/market/config")

    var owners: [String] = []
    for id in 1...7 {
      var owner = "remembered"
      for password in ["one", "two", "three", "four"] {
        pipe.environment = ["MARKET_PASSWORD": password]
        if await pipe.run("edit \(id) --stock 9").exitCode == .done { owner = password }
      }
      owners.append(owner)
    }
    #expect(owners == ["remembered", "three", "two", "one", "four", "three", "one"])
  }

  @Test func `standard input gives one password for several items`() async throws {
    let home = try Home()
    var pipe = home.pipe
    pipe.environment = ["MARKET_PASSWORD": "hunter2"]
    for _ in 1...2 { _ = await pipe.run("add --title Lamp --price 5") }
    pipe.environment = [:]
    pipe.input = ["hunter2"]
    #expect(await pipe.run("delete 1 2 --yes --password-file -").exitCode == .done)
    await home.pipe.run("list").says("")
  }

  @Test func `without anyone to ask a wrong password ends with 4, and so does none`() async throws {
    let home = try Home()
    var pipe = home.pipe
    pipe.environment = ["MARKET_PASSWORD": "hunter2"]
    _ = await pipe.run("add --title Lamp --price 5")
    pipe.environment = ["MARKET_PASSWORD": "hunter3"]
    await pipe.run("delete 1").says(Self.wrong)
    await pipe.run("edit 1 --stock 2").says(Self.wrong)
    let none = """
      ! Error: No password for item '1'
      ! Help:  Give it with '--password-file <file>', or in MARKET_PASSWORD
      exit 4
      """
    await home.pipe.run("delete 1").says(none)
    await home.pipe.run("edit 1 --stock 2").says(none)
    await home.terminal().run("edit 1 --stock 2 --no-input").says(none)
    await home.pipe.run("list --json=id,stock").says(#"{"id":1,"stock":1}"#)
  }

  @Test func `a terminal is asked for the password that is wrong or missing`() async throws {
    let home = try Home()
    var pipe = home.pipe
    pipe.environment = ["MARKET_PASSWORD": "hunter2"]
    _ = await pipe.run("add --title Lamp --price 5")
    var terminal = home.terminal()
    terminal.input = ["hunter2"]
    await terminal.run("edit 1 --stock 2").says(
      """
      #1 Lamp
        Stock  1 → 2
      ! Password for item 1: Changed #1
      """)
    terminal.environment = ["MARKET_PASSWORD": "hunter3"]
    await terminal.run("delete 1 --yes").says(
      """
      Deleted #1 Lamp
      ! Wrong password for item 1.
      ! Password for item 1: ⟨no line end⟩
      """)
  }

  @Test func `a wrong answer is not asked for again`() async throws {
    let home = try Home()
    var pipe = home.pipe
    pipe.environment = ["MARKET_PASSWORD": "hunter2"]
    _ = await pipe.run("add --title Lamp --price 5")
    var terminal = home.terminal()
    terminal.input = ["hunter3", "hunter2"]
    await terminal.run("edit 1 --stock 2").says(
      """
      ! Password for item 1: Error: Wrong password for item '1'
      ! Help:  Give the right one with '--password-file <file>', or in MARKET_PASSWORD
      exit 4
      """)
  }

  @Test(arguments: [
    ("", "Password is empty in '⟨file⟩'"), ("\nhunter2", "Password is empty in '⟨file⟩'"),
    (String(repeating: "x", count: 257), "Password is longer than 256 bytes in '⟨file⟩'"),
    ("hunter2\0", "Password holds a NUL character in '⟨file⟩'"),
  ])
  func `what is no password is refused before it is sent`(text: String, message: String) async throws {
    let home = try Home()
    let file = try home.write(text, to: "password", mode: 0o600)
    func expected(_ place: String) -> String {
      "! Error: \(message.replacing("⟨file⟩", with: place))\n! Help:  A password is one line of 1 to 256 bytes\nexit 2"
    }
    await home.pipe.run("add --title Lamp --price 5 --password-file \(file)").says(expected(file))
    var pipe = home.pipe
    if !text.isEmpty, !text.contains("\n") {
      pipe.environment["MARKET_PASSWORD"] = text
      await pipe.run("add --title Lamp --price 5").says(expected("MARKET_PASSWORD"))
    }
    #expect(home.files(in: ".local").isEmpty)
  }

  @Test func `a secret that cannot be cached is not used`() async throws {
    let home = try Home()
    try home.write("in the way", to: Self.secrets)
    let outcome = await home.pipe.run("add --title Lamp --price 5")
    #expect(
      outcome.error.hasPrefix("Error: A password could not be kept in '\(home.path)/\(Self.secrets)/"))
    #expect(outcome.error.hasSuffix("'\nHelp:  Check the folder's permissions and the disk's space\n"))
    #expect(outcome.exitCode == .failed)
    #expect(home.files(in: ".local/share/market") == ["passwords"])
  }

  @Test func `no command tells a password, however much it tells`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    let name = try #require(home.files(in: Self.secrets).first)
    let remembered = try String(home.text(of: Self.secrets + "/" + name).prefix { !$0.isNewline })
    let file = try home.write("swordfish", to: "password", mode: 0o600)
    for verb in [
      "list", "show 1", "add --title Desk --price 80", "edit 1 --stock 3", "delete 9", "config", "help add",
    ] {
      let isAboutMarket = !verb.hasPrefix("config") && !verb.hasPrefix("help")
      for more in isAboutMarket ? ["--verbose", "--curl", "--verbose --curl"] : [""] {
        for given in ["", "swordfish", "@"] {
          var terminal = home.terminal()
          terminal.input = ["hunter2"]
          terminal.environment =
            given == "@" ? ["MARKET_PASSWORD_FILE": file] : ["MARKET_PASSWORD": given]
          let outcome = await terminal.run("\(verb) \(more)")
          for secret in [remembered, "swordfish", "hunter2"] {
            #expect(!(outcome.output + outcome.error).contains(secret), "\(verb) \(more)")
          }
        }
      }
    }
  }
}
