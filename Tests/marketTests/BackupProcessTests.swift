import Foundation
import TestSupport
import Testing

/// Backups of the built program, beside a server and its writers, and their way back.
@Suite(.serialized) struct BackupProcessTests {
  private let home = try? Home()

  @Test func `backups under load are sound, and one of them takes the place of the store`() async throws {
    let home = try #require(home)
    let program = Program(home: home)
    let server = try await ServingProgram(home)
    let before = try await program.run(
      "mkdir backups; market add --title Lamp --price 5 --stock 1000000 --quiet --porcelain --server \(server.url)"
    )
    before.prints("1\n")
    // A line in 'acknowledged' for each sale that the server has confirmed.
    let writers = (1...2).map { number in
      """
      while [ ! -e stop ]; do market sell 1 --reference \(number)-$((n=n+1)) --quiet --server \(server.url) >/dev/null \
      && echo sold >>acknowledged; done
      """
    }
    async let written: [Program.Result] = withThrowingTaskGroup { group in
      for writer in writers { group.addTask { try await program.run(writer) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    var sold: [Int] = []
    for _ in 0..<3 {
      try await eventually("a change is acknowledged") {
        (try? home.text(of: "acknowledged"))?.isEmpty == false
      }
      sold.append(try home.text(of: "acknowledged").split(separator: "\n").count)
      let made = try await program.run("market backup --to backups --keep 2 --json=items >/dev/null")
      made.prints("")
    }
    try home.write("", to: "stop")
    for result in try await written { #expect(result.status == 0) }
    let names = home.files(in: "backups")
    #expect(names.count == 2)
    #expect(names.allSatisfy { $0.contains(#/^market-[0-9]{8}T[0-9]{6}Z\.db$/#) })
    for (name, sold) in zip(names, sold.suffix(2)) {
      let check = try await program.run("market check --store backups/\(name)")
      #expect(check.status == 0 && check.output.hasPrefix("The store is sound: 1 item, "))
      let stock = try await program.run("market show 1 --json=stock --store backups/\(name)").output
      let left = try #require(stock.firstMatch(of: #/"stock":([0-9]+)/#).flatMap { Int($0.1) })
      // Whatever was confirmed before the backup began is in it.
      #expect(1_000_000 - left >= sold)
    }
    // As OPERATIONS says: stop the server, put the file in the store's place, check, start.
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    let restored = try await program.run(
      """
      set -e
      store=.local/share/market/market.db
      mv $store former.db
      cp backups/\(names[1]) $store
      chmod 600 $store
      market check >/dev/null
      market show 1 --json=stock >restored; market show 1 --json=stock --store backups/\(names[1]) | cmp - restored
      market sell 1 --reference after --quiet >/dev/null
      market check >/dev/null
      """)
    restored.prints("")
    let again = try await ServingProgram(home)
    let listed = try await program.run("market list --json=id --server \(again.url)")
    listed.prints("{\"id\":1}\n")
    again.send(SIGTERM)
    #expect(try await again.end() == 0)
  }

  @Test func `folders and files may have names of one character`() async throws {
    let home = try #require(home)
    let made = try await Program(home: home).run(
      """
      mkdir b; printf 'a password\n' >p; chmod 600 p
      market add --title Lamp --price 5 --password-file p --porcelain --store s
      market backup --to b --keep 1 --store s --json=items,removed
      market backup b/c --store s --json=items; market backup c --store s --json=items
      market export -o x.csv --store s --quiet; market check --store c
      """)
    made.prints(
      """
      1
      {"items":1,"removed":[]}
      {"items":1}
      {"items":1}
      The store is sound: 1 item, 1 movement

      """)
  }

  @Test func `backups that begin in the same second have different names`() async throws {
    let home = try #require(home)
    let made = try await Program(home: home).run(
      """
      mkdir backups; market add --title Lamp --price 5 --quiet >/dev/null
      for n in 1 2 3; do market backup --to backups --json=items & done; wait
      """)
    made.prints("{\"items\":1}\n{\"items\":1}\n{\"items\":1}\n")
    let names = home.files(in: "backups")
    #expect(names.count == 3)
    #expect(names.allSatisfy { $0.contains(#/^market-[0-9]{8}T[0-9]{6}Z\.db$/#) })
  }
}
