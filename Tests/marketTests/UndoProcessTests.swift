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
}
