import Console
import Foundation
import OpenMarket
import SystemSupport
import Testing

@testable import market

struct ErrorReportTests {
  private struct Odd: Error, CustomStringConvertible {
    let description = "https://me:hunter2@market.example is odd"
  }

  /// An error that reports what led to it.
  private struct Wrapped: ReportableError, CausedError {
    let cause: (any Error)?
    var message: LocalizedPhrase { "The server cannot be reached" }
    var exitCode: ExitCode { .temporary }

    func help(_ settings: Settings?) -> LocalizedPhrase? { "Try again later" }
  }

  private let gone = ErrorReport(
    message: "The server 'https://market.example' cannot be reached",
    help: "Check the address and the network", exitCode: .temporary)

  @Test func `lines are as long as the window is wide, in colour too, and labels are whole`() {
    let plain = gone.lines(.english, .plain, columns: 31)
    #expect(
      plain == [
        "Error: The server",
        "       'https://market.example'",
        "       cannot be reached",
        "Help:  Check the address and",
        "       the network",
      ])
    let painted = gone.lines(.english, Style(isColored: true), columns: 31)
    #expect(painted.map { $0.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") } == plain)
    #expect(gone.lines(.korean, .plain, columns: 12).contains { $0.hasPrefix("오류: ") })
  }

  @Test func `a terminal gets lines of its width, and a pipe gets one`() async throws {
    let home = try Home()
    try await home.fill()
    await home.terminal(24).run("show 9").prints(
      """
      ! Error: No item with id
      !        '9'
      ! Help:  Run 'market list'
      !        to see what is
      !        for sale
      exit 3
      """)
    await home.pipe.run("show 9").prints(
      """
      ! Error: No item with id '9'
      ! Help:  Run 'market list' to see what is for sale
      exit 3
      """)
  }

  @Test func `without a width each is one line`() {
    #expect(
      gone.lines(.english, .plain) == [
        "Error: The server 'https://market.example' cannot be reached",
        "Help:  Check the address and the network",
      ])
  }

  @Test(arguments: [
    (StoreError.Kind.inaccessible, "3F000", "SELECT 1", "ALTER ROLE <role> SET search_path", ExitCode.failed),
    (.inaccessible, "42501", "USAGE", "GRANT USAGE ON SCHEMA", .failed),
    (.inaccessible, "42501", "CREATE TEMP TABLE a (b INT)", "GRANT TEMPORARY ON DATABASE", .failed),
    (.inaccessible, "42501", "CREATE TABLE a (b INT)", "GRANT CREATE ON SCHEMA", .failed),
    (.inaccessible, "42501", "SELECT 1", "GRANT SELECT ON ALL TABLES", .failed),
    (.inaccessible, "42501", "LOCK TABLE a", "GRANT SELECT, INSERT, UPDATE, DELETE", .failed),
    (.readOnly, "25006", "INSERT", "Name a server that takes writes", .failed),
    (.unexpected, "57014", "SELECT 1", "ALTER ROLE <role> SET statement_timeout = 0", .failed),
    (.inaccessible, "26000", "SELECT 1", "Add 'prepare=off' to the address", .failed),
    (.foreign, "22021", "", "ENCODING 'UTF8'", .failed),
    (.unreachable, "53300", "", "Raise max_connections", .temporary),
  ])
  func `an error of a server names what mends it, by its code`(
    kind: StoreError.Kind, code: String, sql: String, help: String, exitCode: ExitCode
  ) throws {
    let error = StoreError(kind, DatabaseError(engine: "PostgreSQL", code: code, message: "?", sql: sql))
    #expect(error.exitCode == exitCode)
    let shown = error.help(at: StoreLocation("postgres://localhost/shop"))
    #expect(shown?.english.contains(help) == true)
  }

  @Test func `a missing right is named with its role, and its GRANT is complete`() throws {
    let cause = DatabaseError(
      engine: "PostgreSQL", code: "42501", message: "?", sql: "INSERT INTO item",
      session: DatabaseSession(role: "reader", schema: "shop", database: "market"))
    let error = StoreError(.inaccessible, cause)
    #expect(error.message.english == "The role 'reader' may not write to the store")
    #expect(
      error.help(at: StoreLocation("postgres://localhost/shop"))?.english
        == "Run 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA shop TO reader' as the owner")
    // A connection that is refused has no session.
    #expect(
      StoreError(.inaccessible, DatabaseError(engine: "PostgreSQL", code: "42501", message: "?")).message
        .english
        == "The store cannot be opened")
  }

  @Test func `no query of an address is shown`() async throws {
    for line in [
      "import http://h/x.csv?token=hunter2", "add --title a --price 1 --image https://h/a.png?sig=hunter2",
      "backup postgres://u@h/d?sslpassword=hunter2", "images 1 add http://h/?x=hunter2",
    ] {
      let result = try await Home().pipe.run(line)
      #expect(result.error.contains("=***") && !result.error.contains("hunter2"), "\(result.error)")
    }
  }

  @Test func `what to do has its own label, whatever it says`() {
    let same = ErrorReport(message: "Again", help: "Again", exitCode: .failed)
    #expect(
      same.lines(.english, Style(isColored: true)) == [
        "\u{1B}[31m\u{1B}[1mError:\u{1B}[22m\u{1B}[39m Again", "\u{1B}[1mHelp:\u{1B}[22m  Again",
      ])
  }

  @Test func `an error without words is unexpected, and its type is not shown`() async {
    let lines = ErrorReport(of: Odd(), settings: nil).lines(.english, .plain)
    #expect(
      lines == [
        "Error: Unexpected error", "Help:  Run the command again with '--verbose' to see the cause",
      ])
    #expect(
      ErrorReport(of: Odd(), settings: nil, isVerbose: true).lines(.korean, .plain)
        == ["오류:   예상하지 못한 오류가 발생했습니다", "원인:   https://***@market.example is odd"])
  }

  @Test func `verbose lists the chain of causes, a line each, and nothing else does`() {
    let error = Wrapped(cause: Wrapped(cause: Wrapped(cause: POSIXError(.ECONNREFUSED))))
    let plain = ErrorReport(of: error, settings: nil, isVerbose: false)
    let message = "Error: The server cannot be reached"
    #expect(plain.lines(.english, .plain) == [message, "Help:  Try again later"])
    let verbose = ErrorReport(of: error, settings: nil, isVerbose: true).lines(.english, .plain)
    #expect(verbose.count == 3)
    #expect(verbose.first == message)
    #expect(verbose[1].hasPrefix("Cause: NSPOSIXErrorDomain \(POSIXErrorCode.ECONNREFUSED.rawValue): "))
    #expect(verbose.last == "Help:  Try again later")
  }

  @Test func `the command line tells the causes when it is verbose`() async throws {
    let home = try Home()
    try home.write("in the way", to: ".local/share/market/passwords")
    let brief = await home.served().run("add --title Lamp --price 5")
    let verbose = await home.served().run("add --title Lamp --price 5 --verbose")
    #expect(brief.exitCode == .failed)
    #expect(!brief.error.contains("Cause:"))
    #expect(verbose.exitCode == .failed)
    #expect(verbose.error.split(separator: "\n").count { $0.hasPrefix("Cause: ") } == 1)
  }

  @Test func `verbose shows what the database said, and nothing else does`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    let path = home.path + "/.local/share/market/market.db"
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replaceSubrange(4_096..., with: Data(repeating: 0xFF, count: bytes.count - 4_096))
    try home.write(bytes, to: ".local/share/market/market.db", mode: 0o600)
    let brief = await home.pipe.run("list")
    let verbose = await home.pipe.run("list --verbose")
    #expect(
      brief.error == """
        Error: The store is damaged
        Help:  Restore a backup of '\(path)' that 'market backup' made; 'sqlite3 <file> .recover' can save a part of the damaged file

        """)
    #expect(verbose.error.contains("\nError: The store is damaged\nCause: SQLite 11: "))
    #expect(verbose.error.hasSuffix(brief.error.drop { !$0.isNewline }))
  }

  @Test func `work that was cancelled is an interruption, not trouble with the network`() {
    let cancelled = ErrorReport(message: LocalizedPhrase("Interrupted"), exitCode: .interrupted)
    #expect(ErrorReport(of: CancellationError(), settings: nil) == cancelled)
    #expect(ErrorReport(of: Wrapped(cause: CancellationError()), settings: nil, isVerbose: true) == cancelled)
  }

  /// Errors of other modules reach a command as one type with a message, such as `ClientError`: their functions name it
  /// in their signatures, and the compiler checks that.
  @Test func `each type of error that the command declares has words`() throws {
    var declared: Set<String> = []
    for text in try Self.sources() {
      for match in text.matches(of: /(?:struct|enum|class) (\w+): ([^{]*)\{/) {
        let protocols = match.2.split(whereSeparator: { ", ".contains($0) })
        guard protocols.contains(where: { $0.hasSuffix("Error") }) else { continue }
        // The defect of a number becomes a problem of its row.
        if match.1 == "Defect" { continue }
        declared.insert(String(match.1))
        #expect(protocols.contains("ReportableError"), "\(match.1)")
      }
    }
    #expect(declared.count > 8)
  }

  private static func sources() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/market")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }
}
