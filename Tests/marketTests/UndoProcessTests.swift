import Foundation
import TestSupport
import Testing

/// Undo in processes that are killed.
@Suite(.serialized) struct UndoProcessTests {
  @Test func `a process that is killed inside an undo leaves all of it, or nothing`() async throws {
    let home = try Home()
    let rows = (1...2_000).map { "Item \($0),\($0),USD,3" }.joined(separator: "\n")
    _ = try home.write("title,price,currency,stock\n\(rows)\n", to: "items.csv")
    let program = Program(home: home)
    #expect(try await program.run("market import items.csv --yes -q").status == 0)
    for delay in ["0.02", "0.1", "0.2", "0.3", "0.5"] {
      let line = """
        market undo --yes >/dev/null & undo=$!; sleep \(delay); kill -9 $undo 2>/dev/null; wait $undo
        market check && market list --json=id --all | wc -l
        """
      let result = try await program.run(line)
      let lines = result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines.first?.hasPrefix("The store is sound") == true, "\(result)")
      #expect(["0", "2000"].contains(lines.last ?? ""), "\(result)")
    }
  }

  @Test func `a process that is killed inside an edit of many leaves all of it, or nothing`() async throws {
    let home = try Home()
    let rows = (1...2_000).map { "Item \($0),\($0),USD,3" }.joined(separator: "\n")
    _ = try home.write("title,price,currency,stock\n\(rows)\n", to: "items.csv")
    let program = Program(home: home)
    #expect(try await program.run("market import items.csv --yes -q").status == 0)
    for delay in ["0.05", "0.1", "0.2", "0.4", "0.8"] {
      let line = """
        market edit 1-2000 --stock +1 --yes -q >/dev/null & edit=$!; sleep \(delay); kill -9 $edit 2>/dev/null; wait $edit
        market check && market list --json=stock --all | sort | uniq -c | wc -l
        """
      let result = try await program.run(line)
      let lines = result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines.first?.hasPrefix("The store is sound") == true, "\(result)")
      // All items have one stock.
      #expect(lines.last == "1", "\(result)")
    }
  }

  @Test func `of two processes that undo at once one wins, and the other says why not`() async throws {
    let home = try Home()
    let program = Program(home: home)
    #expect(try await program.run("market add --title Lamp --price 5 --currency USD -q").status == 0)
    for round in 0..<5 {
      let entry = 2 + 2 * round
      let line = """
        market edit 1 --price \(6 + round) -q >/dev/null
        for number in 1 2; do (market undo \(entry) --yes -q >out$number 2>err$number; echo $? >code$number) & done; wait
        sort code1 code2; cat out1 out2; cat err1 err2
        """
      let result = try await program.run(line)
      result.prints(
        """
        0
        6
        undone\t\(entry)\tedited\t1\tLamp\tprice\t\(6 + round)\t5
        Error: Entry \(entry) was taken back already, by entry \(entry + 1)
        Help:  Take that back: 'market undo \(entry + 1)'

        """)
    }
    #expect(try await program.run("market show 1 --json=price").output == "{\"price\":5}\n")
  }
}
