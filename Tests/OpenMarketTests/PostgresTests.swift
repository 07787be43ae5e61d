import Foundation
import Testing

@testable import OpenMarket

/// The driver of PostgreSQL without a server: its statements, values and addresses.
struct PostgresTests {
  @Test(arguments: [
    ("SELECT 1", "SELECT 1"), ("a = ? AND b IN (?, ?)", "a = $1 AND b IN ($2, $3)"),
    ("a > ?1 OR b > ?1 LIMIT ?2", "a > $1 OR b > $1 LIMIT $2"), ("'?' || ? || \"?\"", "'?' || $1 || \"?\""),
    ("'it''s ?' = ?", "'it''s ?' = $1"), ("한글 = ?", "한글 = $1"),
  ])
  func `places of values have numbers`(sql: String, expected: String) {
    #expect(PostgresSQL.numbered(sql) == expected)
  }

  @Test func `one place of a value is replaced, and those in texts and names stay`() {
    let sql = "INSERT INTO \"a?\" VALUES (?, '?', ?, ?)"
    #expect(
      PostgresSQL.replacing(place: 0, in: sql, by: "(x)") == "INSERT INTO \"a?\" VALUES ((x), '?', ?, ?)")
    #expect(
      PostgresSQL.replacing(place: 2, in: sql, by: "(x)") == "INSERT INTO \"a?\" VALUES (?, '?', ?, (x))")
  }

  /// A `numeric` with digits to the base 10,000, as the server sends it.
  private static func numeric(_ digits: [Int], weight: Int, sign: Int = 0, scale: Int = 0) -> [UInt8] {
    ([digits.count, weight, sign, scale] + digits).flatMap {
      [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
  }

  private static func read(_ bytes: [UInt8], _ type: UInt32) -> Int? {
    bytes.withUnsafeBufferPointer { PostgresSQL.integer($0, ofType: type) }
  }

  @Test func `sums of 64 bits are read, and larger ones are none`() {
    let type: UInt32 = 1_700
    #expect(Self.read(Self.numeric([], weight: 0), type) == 0)
    #expect(Self.read(Self.numeric([12, 3456], weight: 1), type) == 123_456)
    // Zeros at the end are left out.
    #expect(Self.read(Self.numeric([7], weight: 2), type) == 700_000_000)
    #expect(Self.read(Self.numeric([1], weight: 0, sign: 0x4000), type) == -1)
    #expect(Self.read(Self.numeric([922, 3372, 368, 5477, 5807], weight: 4), type) == .max)
    #expect(Self.read(Self.numeric([922, 3372, 368, 5477, 5808], weight: 4, sign: 0x4000), type) == .min)
    #expect(Self.read(Self.numeric([922, 3372, 368, 5477, 5808], weight: 4), type) == nil)
    #expect(Self.read(Self.numeric([1, 5000], weight: 0, scale: 1), type) == nil)
    #expect(Self.read(Self.numeric([1], weight: 9), type) == nil)
    // Not a number, and cut off.
    #expect(Self.read(Self.numeric([], weight: 0, sign: 0xC000), type) == nil)
    #expect(Self.read([0, 1, 0, 0, 0, 0], type) == nil)
  }

  @Test func `whole numbers are read by their width`() {
    #expect(Self.read([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], 20) == -2)
    #expect(Self.read([0x80, 0, 0, 0], 23) == Int(Int32.min))
    #expect(Self.read([0xFF, 0xFF], 21) == -1)
    #expect(Self.read([1], 16) == 1)
    #expect(Self.read([0, 0], 20) == nil)
    #expect(Self.read([0x31], 25) == nil)
  }

  @Test(arguments: [
    "postgres://u:p@h/db", "postgresql://:p@h/db", "postgres://h/db?password=p", "POSTGRES://u:p@h",
    "postgres://h/db?user=a&sslpassword=p", "postgres://h/db?pass%77ord=p",
    "postgres://h/db?%70assword=p&user=a",
    "postgres://h/db?ssl%70assword=p", "postgres://h/db?oauth_client_secret=p", "postgres://u:a/b@h/db",
  ])
  func `an address with a password is refused`(text: String) {
    #expect(throws: PostgresAddress.Defect.password) { try PostgresAddress(text) }
    #expect(StoreLocation(text) == nil)
  }

  private static func parameters(_ text: String) throws -> [String: String] {
    Dictionary(try #require(try PostgresAddress(text)).parameters()) { $1 }
  }

  @Test func `each host of an address is connected to alone`() throws {
    let address = try #require(try PostgresAddress("postgres://a@db1:1,db2:2/shop?sslmode=require"))
    #expect(address.hostCount == 2)
    let names = (0..<2).map { host in address.parameters(ofHost: host).last { $0.0 == "dbname" }?.1 }
    #expect(
      names == ["postgresql://a@db1:1/shop?sslmode=require", "postgresql://a@db2:2/shop?sslmode=require"])
    // Ports in an order of their own stay with their hosts.
    for text in ["postgres://db1,db2/shop?port=1,2", "postgres:///shop", "postgres:///?service=shop"] {
      let address = try #require(try PostgresAddress(text))
      #expect(address.hostCount == 1)
      let url = text.replacing("postgres:", with: "postgresql:")
      #expect(address.parameters(ofHost: 0).contains { $0 == ("dbname", url) })
    }
  }

  @Test func `a message has no query of an address`() throws {
    let text = "postgres://a@localhost/shop?options=-csecret%3Dhunter2"
    let location = try #require(StoreLocation(text))
    #expect(location.description == "postgres://a@localhost/shop")
    let address = try #require(try PostgresAddress("postgres://localhost/shop?user=hunter2"))
    #expect(address.masked("role \"hunter2\" does not exist") == "role \"***\" does not exist")
    // Values that are kept of one database are not for another.
    #expect(location.name == text)
  }

  @Test func `errors of a server that cannot be used end all connections`() {
    for code in ["25006", "42P01", "57P01", "57P02", "57P03", "08006"] {
      #expect(PostgresSQL.endsConnections(code), "\(code)")
    }
    for code in ["40001", "40P01", "57014", "53300", ""] {
      #expect(!PostgresSQL.endsConnections(code), "\(code)")
    }
  }

  @Test func `a change that was not confirmed is repeated with its key`() {
    let response = APIError(StoreError(.unconfirmed)).response(in: .items)
    #expect(response.status == 503)
    #expect(response.headers[.retryAfter] == "1")
    let failure = FailedResponse(response)
    #expect(failure.code == .storeUnconfirmed)
    for (isUnconfirmed, leavesOpen) in [(true, true), (false, false)] {
      let error = ClientError.unavailable(
        server: "m", status: 503, reason: nil, isUnconfirmed: isUnconfirmed)
      #expect(error.leavesOutcomeUnknown == leavesOpen)
      #expect(error.isTemporary)
    }
  }

  @Test func `a remote server has to prove its name unless the address says otherwise`() throws {
    #expect(try Self.parameters("postgres://db.example/shop")["sslmode"] == "verify-full")
    #expect(try Self.parameters("postgres://a@10.0.0.1:5433,[fd00::1]/shop")["sslmode"] == "verify-full")
    #expect(try Self.parameters("postgres://127.0.0.1,db.example/shop")["sslmode"] == "verify-full")
    #expect(try Self.parameters("postgres:///shop?host=db.example")["sslmode"] == "verify-full")
    #expect(try Self.parameters("postgres://localhost/shop?h%6Fst=db.example")["sslmode"] == "verify-full")
    for local in [
      "postgres:///shop", "postgres://localhost/shop", "postgres://127.0.0.1:5432/shop",
      "postgres://[::1]:1/shop",
      "postgres://%2Fvar%2Frun/shop", "postgres:///shop?host=/tmp",
      "postgres://db.example/shop?sslmode=require",
      "postgres:///?service=shop",
    ] {
      #expect(try Self.parameters(local)["sslmode"] == nil, "\(local)")
    }
  }

  @Test func `the parameter of this program is not passed on`() throws {
    let address = try #require(try PostgresAddress("postgres://localhost/shop?prepare=off&user=a"))
    #expect(!address.isPreparing)
    #expect(address.parameters().contains { $0 == ("dbname", "postgresql://localhost/shop?user=a") })
    #expect(try PostgresAddress("postgres://localhost/shop")?.isPreparing == true)
    for text in [
      "postgres://h/d?secret", "postgres://h/d?user=%zz", "postgres://h/d?user=%00",
    ] {
      #expect(throws: PostgresAddress.Defect.malformed, "\(text)") { try PostgresAddress(text) }
    }
    for text in ["postgres://h:0/d", "postgres://a,[::1]:99999/d", "postgres://h/d?port=1,x"] {
      #expect(throws: PostgresAddress.Defect.port, "\(text)") { try PostgresAddress(text) }
    }
    for (item, words) in [
      ("prepare=maybe", ["on", "off"]), ("connect_timeout=soon", []),
      ("sslmode=secret", ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]),
    ] {
      let name = String(item.prefix { $0 != "=" })
      #expect(throws: PostgresAddress.Defect.item(name, words), "\(item)") {
        try PostgresAddress("postgres://h/d?\(item)")
      }
    }
    let decoded = try #require(try PostgresAddress("postgres://localhost/shop?pr%65pare=%6Fff&us%65r=%61"))
    #expect(!decoded.isPreparing)
    #expect(decoded.parameters().contains { $0 == ("dbname", "postgresql://localhost/shop?us%65r=%61") })
    #expect(try PostgresAddress("http://h/d") == nil)
    #expect(try PostgresAddress("market.db") == nil)
  }

  @Test func `servers of the version before are stopped first where the migration takes something away`() {
    let version = PostgresSchema.version
    let steps = SchemaStep.steps(from: PostgresSchema.former, to: version)
    // The first version from which on all steps expand.
    let running = steps.reversed().prefix { $0.kind == .expand }.last.map { $0.number - 1 } ?? version
    #expect(PostgresSchema.oldest == running)
  }
}
