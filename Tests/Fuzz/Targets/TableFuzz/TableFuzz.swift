import CFuzzer
import Foundation

@testable import Tables

@main
struct TableFuzz {
  static func main() {
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &words, fuzzTable))
  }
}

/// A table that is read again has the same rows, in the order of their lines.
private func fuzzTable(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  var options = TableOptions()
  options.format = TableFormat.allCases[Int(first) % TableFormat.allCases.count]
  options.encoding =
    first & 0x40 != 0 ? nil : TextEncoding.allCases[Int(first >> 3) % TextEncoding.allCases.count]
  options.limits.partBytes = 1 << 20
  let source = TableSource(bytes: Array(bytes.dropFirst()), name: "table")
  guard let table = try? TableFile(reading: source, options: options) else { return 0 }
  let (rows, error) = read(table)
  let again = read(table)
  precondition(again.0 == rows && again.1 == error)
  precondition(zip(rows, rows.dropFirst()).allSatisfy { $0.line <= $1.line })
  return 0
}

private func read(_ table: TableFile) -> ([TableRow], TableError?) {
  var rows: [TableRow] = []
  do {
    try table.rows { row, _ in rows.append(row) }
    return (rows, nil)
  } catch {
    return (rows, error as? TableError)
  }
}
