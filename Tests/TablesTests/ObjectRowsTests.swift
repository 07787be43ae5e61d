import TestSupport
import Testing

@testable import Tables

/// Objects of JSON as rows.
struct ObjectRowsTests {
  @Test(arguments: [
    (
      "a.jsonl",
      #"{"a":1690000.00,"b":"x"}"# + "\n\n" + #"{"b":true,"a":0.1}"# + "\r\n" + #"{"c":null,"a":1e+06}"#
    ),
    (
      "a.json",
      " [\n" + #"{"a":1690000.00,"b":"x"} ,"# + "\n" + #"{"b":true,"a":0.1},"# + "\n"
        + #"{"c":null,"a":1e+06}]"# + "\n"
    ),
  ])
  func `numbers keep their digits, and keys become columns as they come`(name: String, text: String) throws {
    let table = try TableFile(reading: text, named: name)
    #expect(table.columns.map(\.name) == ["a", "b"])
    var columns: [[String]] = []
    var rows: [[String?]] = []
    try table.rows { row, known in
      columns.append(known.map(\.name))
      rows.append(row.texts)
    }
    #expect(columns == [["a", "b"], ["a", "b"], ["a", "b", "c"]])
    #expect(rows == [["1690000.00", "x"], ["0.1", "true"], ["1e+06", nil, ""]])
  }

  @Test(arguments: [
    #"{"products":[{"a":1},{"a":2}],"total":2}"#, "{\n \"data\" : [\n{\"a\":1},{\"a\":2}]}\n",
  ])
  func `objects may be in a list of one object`(text: String) throws {
    let table = try TableFile(reading: text, named: "a.json")
    #expect(try table.allRows().map(\.texts) == [["1"], ["2"]])
    #expect(try table.allRows().map(\.line) == [1, 2])
  }

  @Test
  func `strings and lists are unescaped`() throws {
    let text = #"{"a":"\"\\\/\b\f\n\r\t가\uD83D\uDE00é","b":["x",1.50,false,null,"[,]"],"c":[],"d":""}"#
    let table = try TableFile(reading: text, named: "a.jsonl")
    #expect(
      try table.allRows().map(\.cells) == [
        [
          .text("\"\\/\u{8}\u{C}\n\r\t가😀é"), .list(["x", "1.50", "false", "", "[,]"]), .list([]), .text(""),
        ]
      ])
  }

  /// A line, and its problem with the column.
  private static let defects: [(String, TableProblem.Rule, Int)] = [
    (#"{"a":01}"#, .json, 7), (#"{"a":1,}"#, .json, 8), (#"{"a":"x"#, .json, 8), ("x", .json, 1),
    (#"{"a":1} {"b":2}"#, .json, 9), ("[1,2]", .notAnObject, 1), ("1", .notAnObject, 1),
    ("null", .notAnObject, 1),
    (#"{"가":1,"가":2}"#, .duplicateKey("가"), 8), (#"{"a":1,"\u0061":2}"#, .duplicateKey("a"), 8),
    (#"{"a":{"b":1}}"#, .nested(key: "a"), 6), (#"{"a":[1,[2]]}"#, .nested(key: "a"), 9),
    (#"{"a":"\ud800"}"#, .loneSurrogate, 7), (#"{"a":"\ud800A"}"#, .loneSurrogate, 7),
    (#"{"a":"x\u0000"}"#, .nul, 8), ("{\"a\":\"\0\"}", .nul, 7),
    ("{\"a\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "}", .json, 69),
  ]

  @Test(arguments: defects)
  func `a defective line is a problem, and the lines behind it are read`(
    line: String, rule: TableProblem.Rule, column: Int
  ) throws {
    let table = try TableFile(
      reading: #"{"z":1}"# + "\n" + line + "\n" + #"{"z":2}"# + "\n", named: "a.jsonl")
    #expect(
      try table.allRows() == [
        TableRow(line: 1, cells: [.text("1")]),
        TableRow(
          line: 2, cells: [],
          problem: TableProblem(
            rule, line: 2, column: column, value: String(line.prefix(TableProblem.valueLength)))),
        TableRow(line: 3, cells: [.text("2")]),
      ])
  }

  @Test
  func `a row of an array has its number there, and a defect its line`() throws {
    let text = "[\n{\"a\":1},\n{\n  \"a\": tru\n},\n{\"a\":2}]"
    let rows = try TableFile(reading: text, named: "a.json").allRows()
    #expect(rows.map(\.line) == [1, 2, 3])
    #expect(rows.map { $0.problem?.rule } == [nil, .json, nil])
    #expect(rows[1].problem?.line == 4)
  }

  @Test(arguments: [
    ("[{\"a\":1},]", 1, 10), ("[{\"a\":1}", 1, 2), ("[{\"a\":1}]\nx", 2, 1),
    ("[,{}]", 1, 2), ("{\"a\":1}", 1, 1), ("[\n{\"a\":1},\n{\"a\":\"x]", 3, 1),
  ])
  func `an array that is cut off or no array is an error with its place`(text: String, line: Int, column: Int)
  {
    var options = TableOptions()
    options.format = .json
    #expect(throws: TableError.json(line: line, column: column)) {
      _ = try TableFile(reading: text, named: "a", options: options).allRows()
    }
  }

  @Test
  func `two objects without a comma are one defective element`() throws {
    let rows = try TableFile(reading: "[{\"a\":1} {\"a\":2}]", named: "a.json").allRows()
    #expect(rows.map { $0.problem?.rule } == [.json])
  }

  @Test
  func `pieces of any size give the same rows`() throws {
    let text = "\u{FEFF}[ {\"a\":\"가,]}\\\"\",\"b\":[1, 2]} ,\n\r\n{\"c\":\"x\\\\\"}, {} ]\n"
    func rows(_ size: Int) throws -> [TableRow] {
      let source = TableSource(bytes: Array(text.utf8), name: "a")
      let stream = TextStream(source, TextLayout(.utf8, start: 3), pieceSize: size)
      var reader = ObjectRows(
        ElementStream(stream, isArray: true, limit: 1_000), limits: TableLimits())
      var rows: [TableRow] = []
      while let row = try reader.next() { rows.append(row) }
      return rows
    }
    let whole = try rows(1 << 16)
    #expect(whole.map(\.texts) == [["가,]}\"", "[1|2]"], [nil, nil, "x\\"], [nil, nil, nil]])
    for size in 1...20 { #expect(try rows(size) == whole, "pieces of \(size)") }
  }

  @Test(arguments: ["a.jsonl", "a.json"])
  func `an object that is too long is a problem`(name: String) throws {
    var options = TableOptions()
    options.limits.rowBytes = 100
    options.limits.cellBytes = 50
    let objects = [10, 60, 2_000_000, 20].map { "{\"a\":\"\(String(repeating: "x", count: $0))\"}" }
    let text =
      name == "a.json" ? "[" + objects.joined(separator: ",\n") + "]" : objects.joined(separator: "\n")
    let rows = try TableFile(reading: text, named: name, options: options).allRows()
    #expect(rows.map { $0.problem?.rule } == [nil, .cellTooLong(limit: 50), .rowTooLong(limit: 100), nil])
    #expect(rows.map(\.line) == [1, 2, 3, 4])
  }

  @Test(arguments: ["", " \n", "[]", "\u{FEFF}"])
  func `a file without an object is empty`(text: String) {
    var options = TableOptions()
    options.format = text == "[]" ? .json : .jsonl
    #expect(throws: TableError.empty) { try TableFile(reading: text, named: "a", options: options) }
  }
}
