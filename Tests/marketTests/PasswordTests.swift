import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport
import TestSupport
import Testing

struct PasswordTests {
  private static let secrets = ".local/share/market/passwords"

  private static let wrong = """
    ! Error: Wrong password for item 1, read from MARKET_PASSWORD
    ! Help:  Pass the right one with '--password-file <file>' or MARKET_PASSWORD
    exit 4
    """

  /// A server in front of a store, at whatever address it is asked.
  ///
  /// - Parameter identity: The identity that it sends in place of the store's; empty for none.
  private func server(_ home: Home, _ store: String = "server.db", claiming identity: String? = nil)
    -> MockSession
  {
    let market = home.market(at: .file(home.path + "/" + store))
    return MockSession { request in
      var request = request
      request.target.trimPrefix("/shop")
      var response = try await market.response(to: request)
      if let identity { response.headers["Market-Identity"] = identity.isEmpty ? nil : identity }
      return response
    }
  }

  /// A terminal whose market is a server on this machine.
  private func remote(_ home: Home, _ terminal: Terminal? = nil) -> Terminal {
    var terminal = terminal ?? home.pipe
    terminal.session = server(home)
    terminal.environment["MARKET_SERVER"] = "http://127.0.0.1:8080"
    return terminal
  }

  /// The only password file, and the password in it.
  private func onlyFile(_ home: Home) throws -> (name: String, password: String) {
    let files = home.files(in: Self.secrets)
    try #require(files.count == 1, "\(files)")
    let text = try home.text(of: Self.secrets + "/" + files[0])
    return (files[0], String(text.prefix { !$0.isNewline }))
  }

  private func sends(_ password: String, _ session: MockSession) -> Bool {
    session.requests.contains { $0.wire.contains(password) }
  }

  @Test func `a password that no other item at a server has is said to begin a seller`() async throws {
    let home = try Home()
    var pipe = remote(home)
    pipe.environment["MARKET_PASSWORD"] = "the seller's password"
    let begun = """
      No other item there has this password: if it is mistyped, your other items have another seller
      """
    // The market's first seller can be no second one.
    #expect(!(await pipe.run("add --title Lamp --price 5 --currency USD").error.contains(begun)))
    #expect(!(await pipe.run("add --title Desk --price 5").error.contains(begun)))
    pipe.environment["MARKET_PASSWORD"] = "the sellers password"
    #expect(await pipe.run("add --title Chair --price 5").error.contains(begun))
    // At the store itself whoever opens it sees and changes all items.
    pipe.session = home.pipe.session
    pipe.environment["MARKET_SERVER"] = nil
    pipe.environment["MARKET_PASSWORD"] = "one more password"
    #expect(!(await pipe.run("add --title Shelf --price 5").error.contains(begun)))
  }

  @Test func `the first add at a server creates a password, stores it by identity, and says so once`()
    async throws
  {
    let home = try Home()
    let pipe = remote(home)
    let first = await pipe.run("add --title Lamp --price 5 --porcelain")
    let files = home.files(in: Self.secrets)
    let name = try #require(files.first)
    #expect(files.count == 1)
    #expect(name.wholeMatch(of: /market-[0-9a-f]{32}/) != nil)
    first.prints(
      "1\n! A password was created for this market; it is stored in '\(home.path)/\(Self.secrets)/\(name)'")
    #expect(try home.mode(of: Self.secrets) == 0o700)
    #expect(try home.mode(of: Self.secrets + "/" + name) == 0o600)
    let secret = try home.text(of: Self.secrets + "/" + name)
    let market = secret.wholeMatch(of: #/[0-9a-hjkmnp-tv-z]{32}\n(.+)\n/#)?.1
    #expect(market ?? "" == "http://127.0.0.1:8080")

    await pipe.run("add --title Desk --price 80 --porcelain").prints("2")
    #expect(home.files(in: Self.secrets) == files)
    #expect(try home.text(of: Self.secrets + "/" + name) == secret)
    await pipe.run("edit 1 --stock 2").prints("stock\t1\t2")
    #expect(await pipe.run("delete 2").exitCode == .done)
  }

  @Test func `a store that is renamed or copied needs no password`() async throws {
    let home = try Home()
    await home.pipe.run("add --title Lamp --price 5 --porcelain --store \(home.path)/garage.db").prints("1")
    let (old, new) = (home.path + "/garage.db", home.path + "/attic.db")
    try FileManager.default.moveItem(atPath: old, toPath: new)
    await home.pipe.run("edit 1 --stock 2 --store \(new)").prints("stock\t1\t2")
    try FileManager.default.copyItem(atPath: new, toPath: old)
    for store in [old, new] {
      #expect(await home.pipe.run("add --title Desk --price 8 --store \(store)").exitCode == .done)
      #expect(await home.pipe.run("delete 1 --store \(store)").exitCode == .done)
    }
    #expect(home.files(in: Self.secrets).isEmpty)
  }

  @Test func `no other origin is sent a password for the identity that it claims`() async throws {
    let home = try Home()
    let pipe = remote(home)
    _ = await pipe.run("add --title Lamp --price 5")
    let own = try onlyFile(home)
    let hostile = server(home, "hostile.db", claiming: String(own.name.dropFirst("market-".count)))
    var other = home.pipe
    other.session = hostile
    for line in ["edit 1 --stock 2", "delete 1", "add --title Bait --price 1", "edit 1 --stock 2"] {
      _ = await other.run("\(line) --server http://127.0.0.1:9090")
    }
    #expect(!sends(own.password, hostile))
    #expect(home.files(in: Self.secrets) == [own.name, own.name + "-2"])
    // Nor is the password that the hostile server knows used for the market whose identity it claims.
    #expect(await pipe.run("add --title Desk --price 5").exitCode == .done)
    let known = try home.text(of: Self.secrets + "/" + own.name + "-2").prefix { !$0.isNewline }
    var guess = pipe
    guess.environment["MARKET_PASSWORD"] = String(known)
    for id in 1...2 { #expect(await guess.run("edit \(id) --stock 9").exitCode == .wrongPassword) }
    await pipe.run("edit 2 --stock 3").prints("stock\t1\t3")
    // A person decides.
    var terminal = home.terminal()
    (terminal.session, terminal.input) = (server(home), ["y"])
    let allowed = await terminal.run("edit 1 --stock 4 --server http://127.0.0.1:9191")
    #expect(allowed.exitCode == .done)
    #expect(
      allowed.error.replacing("\n", with: " ").contains(
        "The password was accepted at 'http://127.0.0.1:8080'. Send it to 'http://127.0.0.1:9191'? [y/N]"))
  }

  @Test
  func `a server that claims the identity of one's own store gets no password, and cannot use a signature`()
    async throws
  {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    let local = home.market(at: .file(home.path + "/.local/share/market/market.db"))
    let identity = try #require(try await NetworkManager(session: local).identity())
    let hostile = server(home, "hostile.db", claiming: identity)
    let bait = try ValidDraft(ItemDraft(title: "Bait", price: Price(1, .usDollar)))
    _ = try await NetworkManager(session: hostile).add(bait, images: [], password: "of the other")
    var pipe = home.pipe
    pipe.session = hostile
    for line in ["add --title Bait --price 1", "edit 1 --stock 2", "sell 1"] {
      let outcome = await pipe.run("\(line) --server https://hostile.example")
      #expect(outcome.exitCode == .wrongPassword, "\(line)")
      #expect(outcome.error.contains("The signature is not accepted"), "\(line)")
    }
    #expect(home.files(in: Self.secrets).isEmpty)
    // The signatures are for its own address alone.
    let key = try #require(
      try await Store(at: .file(home.path + "/.local/share/market/market.db")).operatorKey())
    #expect(!sends(key.text, hostile))
    for request in hostile.requests where request.headers[.signatureInput] != nil {
      #expect(try await local.response(to: request).status == 401)
    }
  }

  @Test func `an origin is sent a password once it has accepted the same one from its owner`() async throws {
    let home = try Home()
    let session = server(home)
    var pipe = home.pipe
    pipe.session = session
    _ = await pipe.run("add --title Lamp --price 5 --server https://old.example")
    let file = try onlyFile(home)
    let path = home.path + "/" + Self.secrets + "/" + file.name
    // Another path of the origin is the same server.
    #expect(await pipe.run("edit 1 --stock 2 --server https://old.example/shop").exitCode == .done)
    // The file by identity exists, but not for this origin.
    let refused = await pipe.run("edit 1 --stock 3 --server https://new.example")
    #expect(refused.exitCode == .wrongPassword)
    #expect(
      refused.error.hasPrefix(
        "Error: The stored password was accepted at 'https://old.example', and is not sent to another address unasked"
      ))
    #expect(refused.error.contains("pass '--password-file \(path)'"))
    #expect(
      await pipe.run("edit 1 --stock 3 --server https://new.example --password-file \(path)").exitCode
        == .done)
    #expect(await pipe.run("edit 1 --stock 4 --server https://new.example").exitCode == .done)
    #expect(
      try home.text(of: Self.secrets + "/" + file.name)
        == "\(file.password)\nhttps://old.example\nhttps://new.example\n")
    #expect(try home.mode(of: Self.secrets + "/" + file.name) == 0o600)
  }

  @Test func `a password that was stored by address is used, and stored by identity too`() async throws {
    let home = try Home()
    var earlier = remote(home)
    earlier.session = server(home, claiming: "")
    let added = await earlier.run("add --title Lamp --price 5")
    let old = try onlyFile(home)
    #expect(!old.name.hasPrefix("market-"))
    #expect(
      added.error.hasPrefix(
        "A password was created for this market; it is stored in '\(home.path)/\(Self.secrets)/\(old.name)'\n"
      ))
    #expect(await remote(home).run("add --title Desk --price 5").exitCode == .done)
    let files = home.files(in: Self.secrets)
    #expect(files.filter { $0.hasPrefix("market-") }.count == 1)
    #expect(files.count == 2)
    #expect(await remote(home).run("edit 1 --stock 2").exitCode == .done)
  }

  @Test func `a password is on the disk before the add is sent, and is used again after a failure`()
    async throws
  {
    let home = try Home()
    let seen = Locked<[String]>([])
    let first = try ValidDraft(ItemDraft(title: "First", price: Price(1, .usDollar)))
    _ = try await NetworkManager(session: server(home)).add(first, images: [], password: "of the other")
    var pipe = remote(home)
    pipe.session = MockSession { _ in
      seen.withLock { $0 = home.files(in: Self.secrets) }
      throw SessionError.malformedBody
    }
    let failed = await pipe.run("add --title Lamp --price 5 --currency USD")
    let file = try onlyFile(home)
    #expect(seen.value == [file.name])
    #expect(
      failed.error.contains(
        "A password was created for this market; it is stored in '\(home.path)/\(Self.secrets)/\(file.name)'\n"
      ))
    #expect(
      await remote(home).run("add --title Lamp --price 5 --currency USD --porcelain").output == "2\n")
    let texts = try home.files(in: Self.secrets).map { try home.text(of: Self.secrets + "/" + $0) }
    #expect(Set(texts.map { String($0.prefix { !$0.isNewline }) }) == [file.password])
  }

  @Test func `a wrong password is reported with the file that it was read from`() async throws {
    let home = try Home()
    let pipe = remote(home)
    _ = await pipe.run("add --title Lamp --price 5")
    let name = try home.path + "/" + Self.secrets + "/" + onlyFile(home).name
    var owner = pipe
    owner.environment["MARKET_PASSWORD"] = "hunter2"
    _ = await owner.run("add --title Desk --price 80")
    let file = try home.write("hunter3", to: "password", mode: 0o600)
    for (words, path) in [("", name), (" --password-file \(file)", file)] {
      await pipe.run("edit 2 --stock 2\(words)").prints(
        """
        ! Error: Wrong password for item 2, read from '\(path)'
        ! Help:  Pass the right one with '--password-file <file>' or MARKET_PASSWORD
        exit 4
        """)
    }
  }

  @Test func `another market gets another secret`() async throws {
    let home = try Home()
    for (store, port) in [("garage.db", 8080), ("attic.db", 8081), ("garage.db", 8080)] {
      var pipe = home.pipe
      pipe.session = server(home, store)
      #expect(
        await pipe.run("add --title Lamp --price 5 --server http://127.0.0.1:\(port)").exitCode == .done)
    }
    let files = home.files(in: Self.secrets)
    #expect(files.count == 2)
    #expect(Set(try files.map { try home.text(of: Self.secrets + "/" + $0) }).count == 2)
    var pipe = home.pipe
    pipe.session = server(home, "attic.db")
    #expect(
      await pipe.run("delete 1 --server http://127.0.0.1:8081").output.hasPrefix("deleted\t1\tLamp\n"))
  }

  @Test func `an address that is written in another way is the same server, and one without identity`()
    async throws
  {
    let home = try Home()
    let store = home.market(at: .file(home.path + "/remote.db"))
    var pipe = home.pipe
    pipe.session = MockSession { request in
      var request = request
      request.target = "/item"
      var response = try await store.response(to: request)
      response.headers["Market-Identity"] = nil
      return response
    }
    let addresses = [
      "https://market.example/shop", "HTTPS://Market.Example/shop/", "https://market.example/Shop",
      "http://[::1]:8080", "http://[::1]:8080/",
    ]
    var counts: [Int] = []
    for address in addresses {
      let outcome = await pipe.run("add --title Lamp --price 5 --currency USD --server \(address)")
      #expect(outcome.exitCode == .done)
      counts.append(home.files(in: Self.secrets).count)
    }
    #expect(counts == [1, 1, 2, 3, 3])
  }

  @Test func `a server whose file has the address of another does not get the password in it`() async throws {
    let home = try Home()
    var pipe = home.pipe
    pipe.session = server(home, claiming: "")
    pipe.environment["MARKET_SERVER"] = "http://127.0.0.1:8080"
    _ = await pipe.run("add --title Lamp --price 5")
    let name = try Self.secrets + "/" + #require(home.files(in: Self.secrets).first)
    let secret = try home.text(of: name).prefix { !$0.isNewline }
    let owners = [
      "https://market.example\n", "https://market.example", String(repeating: "마켓", count: 4_000),
    ]
    for owner in owners {
      try home.write("\(secret)\n\(owner)", to: name, mode: 0o600)
      for line in ["edit 1 --stock 2", "add --title Desk --price 5"] {
        let outcome = await pipe.run(line)
        let start = "The password in '\(home.path)/\(name)' is for another market: '\(owner.prefix(15))"
        #expect(outcome.error.hasPrefix("Error: " + start))
        #expect(
          outcome.error.hasSuffix(
            "\nHelp:  Pass this market's password with '--password-file <file>' or MARKET_PASSWORD\n"))
        #expect(outcome.exitCode == .usage)
      }
    }
    // A file with the password alone is from an earlier version, or written by hand.
    for end in ["", "\n", "\n\n", "\r\n"] {
      try home.write(secret + end, to: name, mode: 0o600)
      #expect(await pipe.run("edit 1 --stock 2\(end.count)").exitCode == .done)
    }
    // A file of `--password-file` may have any further lines.
    let file = try home.write("\(secret)\nhttps://elsewhere.example", to: "password", mode: 0o600)
    #expect(await pipe.run("delete 1 --password-file \(file)").exitCode == .done)
  }

  @Test func `a password by address has a name that no other address has`() async throws {
    let home = try Home()
    var pipe = home.pipe
    pipe.session = server(home, claiming: "")
    let address = "https://market.example"
    _ = await pipe.run("add --title Lamp --price 5 --server \(address)")
    let digest = SHA256.hexadecimal(Array(address.utf8)).prefix(32)
    #expect(home.files(in: Self.secrets) == ["https---market.example-\(digest)"])
    #expect(await pipe.run("edit 1 --stock 2 --server \(address)").exitCode == .done)
    #expect(home.files(in: Self.secrets).count == 1)
  }

  @Test func `a file that others can read is no secret`() async throws {
    let home = try Home()
    for mode in [0o644, 0o640, 0o604, 0o660] {
      let file = try home.write("hunter2\n", to: "password", mode: mode)
      await home.pipe.run("add --title Lamp --price 5 --password-file \(file)").prints(
        """
        ! Error: Other users can read the file '\(file)'
        ! Help:  Make it private: chmod 600 \(file)
        exit 2
        """)
    }
    let file = try home.write("hunter2\n", to: "password", mode: 0o600)
    await home.pipe.run("add --title Lamp --price 5 --porcelain --password-file \(file)").prints("1")
    #expect(home.files(in: Self.secrets).isEmpty)
  }

  @Test func `the remembered secret is refused too when others can read it`() async throws {
    let home = try Home()
    let pipe = remote(home)
    _ = await pipe.run("add --title Lamp --price 5")
    let name = try #require(home.files(in: Self.secrets).first)
    try home.write("hunter2\n", to: Self.secrets + "/" + name, mode: 0o644)
    #expect(
      await pipe.run("edit 1 --stock 2").error.hasPrefix("Error: Other users can read the file")
    )
  }

  @Test func `the option comes before the variables, and a file before the password itself`() async throws {
    let home = try Home()
    let one = try home.write("one", to: "one", mode: 0o600)
    let two = try home.write("two", to: "two", mode: 0o600)
    var pipe = remote(home)
    func adds(_ words: String = "") async { _ = await pipe.run("add --title Lamp --price 5 \(words)") }
    await adds()
    pipe.environment["MARKET_PASSWORD_FILE"] = nil
    pipe.environment["MARKET_PASSWORD"] = "three"
    await adds()
    pipe.environment["MARKET_PASSWORD_FILE"] = two
    await adds()
    await adds("--password-file \(one)")
    pipe.input = ["four"]
    await adds("--password-file -")
    try home.write("password-file = \(one)", to: ".config/market/config")
    pipe.environment["MARKET_PASSWORD_FILE"] = nil
    pipe.environment["MARKET_PASSWORD"] = "three"
    await adds()
    pipe.environment["MARKET_PASSWORD"] = nil
    await adds()
    try home.write("", to: ".config/market/config")

    var owners: [String] = []
    for id in 1...7 {
      var owner = "remembered"
      for password in ["one", "two", "three", "four"] {
        pipe.environment["MARKET_PASSWORD"] = password
        if await pipe.run("edit \(id) --stock 9").exitCode == .done { owner = password }
      }
      owners.append(owner)
    }
    #expect(owners == ["remembered", "three", "two", "one", "four", "three", "one"])
  }

  @Test func `a byte order mark is no part of a password`() async throws {
    let home = try Home()
    let file = try home.write("\u{FEFF}secret\r\n", to: "password", mode: 0o600)
    var pipe = remote(home)
    _ = await pipe.run("add --title Lamp --price 5 --password-file \(file)")
    pipe.environment["MARKET_PASSWORD"] = "secret"
    await pipe.run("edit 1 --stock 2").prints("stock\t1\t2")
    pipe = remote(home)
    pipe.input = ["\u{FEFF}secret"]
    await pipe.run("edit 1 --stock 3 --password-file -").prints("stock\t2\t3")
  }

  @Test func `standard input gives one password for several items`() async throws {
    let home = try Home()
    var pipe = remote(home)
    pipe.environment["MARKET_PASSWORD"] = "hunter2"
    for _ in 1...2 { _ = await pipe.run("add --title Lamp --price 5") }
    pipe.environment["MARKET_PASSWORD"] = nil
    pipe.input = ["hunter2"]
    #expect(await pipe.run("delete 1 2 --yes --password-file -").exitCode == .done)
    await pipe.run("list").prints("")
  }

  @Test func `without anyone to ask a wrong password ends with 4, and so does none`() async throws {
    let home = try Home()
    var pipe = remote(home)
    pipe.environment["MARKET_PASSWORD"] = "hunter2"
    _ = await pipe.run("add --title Lamp --price 5")
    pipe.environment["MARKET_PASSWORD"] = "hunter3"
    await pipe.run("delete 1").prints(Self.wrong)
    await pipe.run("edit 1 --stock 2").prints(Self.wrong)
    let identity = try #require(try await NetworkManager(session: server(home)).identity())
    pipe.environment["MARKET_PASSWORD"] = nil
    let file = home.path + "/" + Self.secrets + "/market-" + identity
    let none = """
      ! Error: No password for item 1: the file '\(file)' does not exist
      ! Help:  Pass it with '--password-file <file>' or MARKET_PASSWORD, or the key of the market by MARKET_KEY_FILE
      exit 4
      """
    await pipe.run("delete 1").prints(none)
    await pipe.run("edit 1 --stock 2").prints(none)
    for command in ["log", "trash", "trash empty --yes"] {
      let outcome = await pipe.run(command)
      #expect(
        outcome.exitCode.rawValue == 4 && outcome.error.contains("the key of the market by MARKET_KEY_FILE"))
    }
    var other = pipe
    other.environment["MARKET_PASSWORD"] = "hunter3"
    await other.run("trash empty --yes").prints("! The trash has no items of the seller with this password")
    await remote(home, home.terminal(400)).run("edit 1 --stock 2 --no-input").prints(none)
    await pipe.run("list --json=id,stock").prints(#"{"id":1,"stock":1}"#)
  }

  @Test func `a terminal is asked for the password that is wrong or missing`() async throws {
    let home = try Home()
    var pipe = remote(home)
    pipe.environment["MARKET_PASSWORD"] = "hunter2"
    _ = await pipe.run("add --title Lamp --price 5")
    var terminal = remote(home, home.terminal())
    terminal.input = ["hunter2"]
    await terminal.run("edit 1 --stock 2").prints(
      """
      #1 Lamp
        Stock  1 → 2
      ! Password for item 1: Changed #1
      """)
    terminal.environment["MARKET_PASSWORD"] = "hunter3"
    await terminal.run("delete 1 --yes").prints(
      """
      Deleted #1 Lamp
      ! Wrong password for item 1.
      ! Password for item 1: Until 2026-12-21 14:58 it can be brought back: market trash restore 1
      """)
  }

  @Test func `a wrong answer is not asked for again`() async throws {
    let home = try Home()
    var pipe = remote(home)
    pipe.environment["MARKET_PASSWORD"] = "hunter2"
    _ = await pipe.run("add --title Lamp --price 5")
    var terminal = remote(home, home.terminal())
    terminal.input = ["hunter3", "hunter2"]
    await terminal.run("edit 1 --stock 2").prints(
      """
      ! Password for item 1: Error: Wrong password for item 1
      ! Help:  Pass the right one with '--password-file <file>' or MARKET_PASSWORD
      exit 4
      """)
  }

  @Test(arguments: [
    ("", "Password is empty in '⟨file⟩'"), ("\nhunter2", "Password is empty in '⟨file⟩'"),
    (String(repeating: "x", count: 257), "Password is longer than 256 bytes in '⟨file⟩'"),
    ("hunter2\0", "Password contains a NUL character in '⟨file⟩'"),
  ])
  func `what is no password is refused before it is sent`(text: String, message: String) async throws {
    let home = try Home()
    let file = try home.write(text, to: "password", mode: 0o600)
    func expected(_ place: String) -> String {
      "! Error: \(message.replacing("⟨file⟩", with: place))\n! Help:  A password is one line of 1 to 256 bytes\nexit 2"
    }
    await home.pipe.run("add --title Lamp --price 5 --password-file \(file)").prints(expected(file))
    var pipe = home.pipe
    if !text.isEmpty, !text.contains("\n") {
      pipe.environment["MARKET_PASSWORD"] = text
      await pipe.run("add --title Lamp --price 5").prints(expected("MARKET_PASSWORD"))
    }
    #expect(home.files(in: ".local").isEmpty)
  }

  @Test func `a secret that cannot be cached is not used`() async throws {
    let home = try Home()
    try home.write("in the way", to: Self.secrets)
    let outcome = await remote(home).run("add --title Lamp --price 5")
    #expect(
      outcome.error.hasPrefix("Error: Cannot save the password to '\(home.path)/\(Self.secrets)/"))
    #expect(
      outcome.error.hasSuffix("'\nHelp:  Check the folder's permissions and the free space of the disk\n"))
    #expect(outcome.exitCode == .failed)
    #expect(home.files(in: ".local/share/market") == ["passwords"])
  }

  @Test func `no command tells a password, however much it tells`() async throws {
    let home = try Home()
    _ = await remote(home).run("add --title Lamp --price 5")
    let name = try #require(home.files(in: Self.secrets).first)
    let remembered = try String(home.text(of: Self.secrets + "/" + name).prefix { !$0.isNewline })
    let file = try home.write("swordfish", to: "password", mode: 0o600)
    for verb in [
      "list", "show 1", "add --title Desk --price 80", "edit 1 --stock 3", "delete 9", "config", "help add",
    ] {
      let isAboutMarket = !verb.hasPrefix("config") && !verb.hasPrefix("help")
      for more in isAboutMarket ? ["--verbose", "--curl", "--verbose --curl"] : [""] {
        for given in ["", "swordfish", "@"] {
          var terminal = remote(home, home.terminal())
          terminal.input = ["hunter2"]
          terminal.environment[given == "@" ? "MARKET_PASSWORD_FILE" : "MARKET_PASSWORD"] =
            given == "@" ? file : given
          let outcome = await terminal.run("\(verb) \(more)")
          for secret in [remembered, "swordfish", "hunter2"] {
            #expect(!(outcome.output + outcome.error).contains(secret), "\(verb) \(more)")
          }
        }
      }
    }
  }
}
