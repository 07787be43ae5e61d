import Foundation
package import OpenMarket

/// The databases of tests: a file of SQLite, or with the variable MARKET_TEST_DATABASE a schema of that PostgreSQL database, such
/// as `postgres://postgres@127.0.0.1/test`, so that the same tests run with both drivers.
extension TemporaryFolder {
  /// The location of a store, which is the same for the same name.
  package func store(_ name: String = TemporaryMarket.filename) -> StoreLocation {
    TestDatabase.schema(named: path(name)) ?? .file(path(name))
  }
}

extension StoreLocation {
  /// A store of one test: in memory, or in a new schema.
  package static var ofOneTest: StoreLocation {
    TestDatabase.schema(named: UUID().uuidString) ?? .memory
  }
}

package enum TestDatabase {
  /// Whether the tests run with PostgreSQL.
  package static var isServer: Bool { url != nil }
  private static let url = ProcessInfo.processInfo.environment["MARKET_TEST_DATABASE"]

  /// Nil where the tests run with SQLite.
  fileprivate static func schema(named name: String) -> StoreLocation? {
    guard let url else { return nil }
    let schema = "test_" + name.utf8.suffix(50).map { String($0, radix: 16) }.joined().suffix(40)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/psql")
    process.arguments = ["-qX", "-d", url, "-c", "CREATE SCHEMA IF NOT EXISTS \(schema)"]
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    process.waitUntilExit()
    return StoreLocation(url + "?options=-csearch_path%3D\(schema)")
  }
}
