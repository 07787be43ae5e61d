/// The location of a store: the value of `--store`.
package enum StoreLocation: Sendable, Hashable, CustomStringConvertible {
  /// A file, by its path.
  case file(String)
  /// The memory of this process. The store is lost when the process ends.
  case memory
  /// A PostgreSQL database, by its address.
  case postgreSQL(PostgresAddress)

  /// Parses a path, which may have `sqlite:` before it, `:memory:`, or a URL such as `postgres://host/name`. Nil for another URL, which would otherwise be used as a
  /// path, and for an address with a password.
  package init?(_ text: String) {
    if text == ":memory:" {
      self = .memory
    } else if let path = SQLiteFile.path(in: text) {
      guard !path.isEmpty, !path.hasPrefix("//") else { return nil }
      self = .file(path)
    } else if let address = try? PostgresAddress(text) {
      self = .postgreSQL(address)
    } else if text.beginsWithScheme {
      return nil
    } else {
      self = .file(text)
    }
  }

  /// The path, `:memory:`, or the address, by which files of this program name the store.
  package var name: String {
    if case .postgreSQL(let address) = self { address.text } else { description }
  }

  /// The name for messages: without the query of an address.
  package var description: String {
    switch self {
    case .file(let path): path
    case .memory: ":memory:"
    case .postgreSQL(let address): address.shown
    }
  }

  /// Whether the store can be read without creating it: its file exists, or it is in memory.
  package var exists: Bool { driver(Store.Options(timeout: .zero)).exists }

  func driver(_ options: Store.Options) -> any DatabaseDriver {
    switch self {
    case .file(let path): SQLiteFile(path: path, options)
    case .memory: SQLiteMemory(options.contents, limit: options.limit, timeZone: options.timeZone)
    case .postgreSQL(let address): PostgresServer(address, options)
    }
  }
}

extension String {
  /// Whether it begins with the scheme of a URL (RFC 3986 §3.1) and `://`.
  package var beginsWithScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: "://".utf8),
      case let scheme = self[..<colon], let first = scheme.unicodeScalars.first
    else { return false }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool { "a"..."z" ~= scalar || "A"..."Z" ~= scalar }
    return isLetter(first)
      && scheme.unicodeScalars.allSatisfy {
        isLetter($0) || "0"..."9" ~= $0 || "+.-".unicodeScalars.contains($0)
      }
  }
}

extension StoreLocation {
  /// The folder with the smaller copies of images beside a store in a file; nil for another store, whose servers have each its own.
  package var thumbnails: ThumbnailFolder? {
    guard case .file(let path) = self else { return nil }
    return ThumbnailFolder(path: path + ".thumbnails")
  }
}
