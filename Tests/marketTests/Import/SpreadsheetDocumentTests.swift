import Foundation
import OpenMarket
import Tables
import Testing

@testable import market

/// The document about spreadsheets says what the reader of rows does.
struct SpreadsheetDocumentTests {
  private static func document() throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: ".github/SPREADSHEETS.md"), encoding: .utf8)
  }

  /// The contents of the blocks fenced with a language and a file name, by that name.
  private static func files() throws -> [String: String] {
    var (files, name) = ([String: String](), String?.none)
    for line in try document().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        name = name == nil ? line.split(separator: " ").dropFirst().first.map(String.init) : nil
      } else if let name {
        files[name, default: ""] += line + "\n"
      }
    }
    return files
  }

  private func rows(_ name: String, _ change: (inout RowCase) -> Void) throws -> [String] {
    let text = try #require(try Self.files()[name])
    let delimiter = UInt8(ascii: text.prefix { $0 != "\n" }.contains(";") ? ";" : ",")
    var tableOptions = TableOptions()
    tableOptions.delimiter = delimiter
    let table = try TableFile(
      reading: TableSource(bytes: Array(text.utf8), name: name), options: tableOptions)
    let test = RowCase(change)
    var reader = try ImportReader(table.columns, test.columnOptions, options: test.options)
    var found: [String] = []
    try table.rows { row, columns in
      try reader.read(row, columns) { found.append($0.summary(in: .english)) }
    }
    try reader.finish { found.append($0.summary(in: .english)) }
    return found
  }

  @Test func `its files are read as it says`() throws {
    #expect(
      try rows("items.csv") { $0.options.currency = Currency("KRW") } == [
        "key=sku(\"LAMP-1\") sku=LAMP-1 title=Brass lamp description=Made by hand price=89000 currency=KRW stock=12 tags=light|brass",
        "key=sku(\"DESK-1\") sku=DESK-1 title=Oak desk price=1690000 currency=KRW stock=3 tags=furniture",
      ])
    #expect(
      try rows("changes.csv") { $0.options.currency = Currency("KRW") } == [
        "key=sku(\"LAMP-1\") sku=LAMP-1 price=79000 currency=KRW clears=discounted_price",
        "key=sku(\"DESK-1\") sku=DESK-1 discounted=1490000 currency=KRW note=Ordered for May",
      ])
    #expect(
      try rows("hoodies.csv") { $0.options.currency = Currency("USD") } == [
        """
        key=sku("HOOD-B") sku=HOOD-B title=Hoodie – Blue description=Warm & soft price=50 discounted=40 currency=USD stock=5 \
        tags=winter
        """,
        "key=sku(\"HOOD-R\") sku=HOOD-R title=Hoodie – Red description=Warm & soft price=40 currency=USD stock=2 tags=winter",
      ])
    let mapping = try MappingFile(text: try #require(try Self.files()["preise.conf"]), path: "preise.conf")
      .mapping
    let arguments = try ["Artikel=title", "Preis=price", "Lager=stock"].map {
      try ColumnOptions.Mapping(argument: $0)
    }
    #expect(mapping == arguments)
    #expect(
      try rows("preise.csv") {
        $0.columnOptions.mapping = mapping
        $0.options.decimalSign = .comma
        $0.options.currency = Currency("EUR")
      } == ["title=Messinglampe price=89.5 currency=EUR stock=12"])
  }

  /// All of them in order, in one home folder that has its files.
  @Test func `its commands print what is shown`() async throws {
    let home = try Home()
    for (name, contents) in try Self.files() { try home.write(contents, to: name) }
    let program = Program(home: home)
    let document = try Self.document()
    let blocks = ConsoleBlock.blocks(of: document).map { (line: $0.line, steps: $0.steps) }
    let commands = document.matches(of: #/(?s)\n```sh\n(.*?)\n```/#).map { $0.1.split(separator: "\n") }
    #expect(blocks.count > 4 && commands.count > 2)
    for block in blocks {
      for step in block.steps {
        let result = try await program.run("{ \(step.command)\n} 2>&1")
        #expect(
          result.output.replacing("\r\n", with: "\n") == step.output, "line \(block.line): \(step.command)")
      }
    }
    for command in commands.joined() {
      let result = try await program.run(String(command))
      let isRejecting = command.contains("--variants reject")
      #expect(result.status == (isRejecting ? 7 : 0), "\(command): \(result.error)")
      #expect(result.output.contains(" to add") != isRejecting, "\(command)")
    }
  }

  @Test func `its table of columns has each column, with names that are known`() throws {
    let rows = try Self.document().matches(of: #/(?m)^\| `([a-z_]+)` \| ([^|`]*) \| ([^|`]*) \|/#)
    #expect(Set(rows.map { String($0.1) }) == Set(ImportColumn.allCases.map(\.rawValue)))
    for row in rows {
      let names = [row.1, row.2, row.3].flatMap { $0.split(separator: ",") }.map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      for name in names where !name.isEmpty {
        #expect(ImportColumn(named: name)?.rawValue == String(row.1), "\(name)")
      }
    }
  }

  @Test func `it names every format of other shops`() throws {
    let document = try Self.document()
    for format in ForeignFormat.allCases { #expect(document.contains("| `\(format.rawValue)` |")) }
  }
}
