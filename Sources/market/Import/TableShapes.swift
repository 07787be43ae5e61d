/// A cell of a table.
enum TableCell: Sendable, Equatable { case text(String), list([String]) }
/// A row of a table.
struct TableRow: Sendable, Equatable {
  let line: Int
  let cells: [TableCell?]
  let problem: TableProblem?
}
/// Why a row cannot be read.
struct TableProblem: Sendable, Equatable {
  let line: Int
  let column: Int
  let rule: String
}
/// A column of a table.
struct TableColumn: Sendable, Equatable {
  let name: String
  let line: Int
  let position: Int
}
/// How a table is written.
enum TableFormat: String, CaseIterable, Sendable { case csv, tsv, jsonl, json, xlsx }
