import Console
import Foundation
import OpenMarket

/// The passwords of one market. They never come from the command line, where other users of the machine could read
/// them: a file, the environment, standard input, or a prompt without echo.
///
/// Without one of those, a random secret is made once for each market and kept in a file that only its owner reads.
final class Passwords {
  /// Where a password comes from that is not the remembered one.
  enum Given {
    case file(String)
    case environment(String)
  }

  private let given: Given?
  /// The file of the remembered secret.
  private let secret: SecretFile
  private let console: Console
  /// What came through standard input, which can be read only once.
  private var piped: String?

  init(given: Given?, secret: SecretFile, console: Console) {
    self.given = given
    self.secret = secret
    self.console = console
  }

  /// The password for a new item.
  func forAdding() throws -> String {
    if let given = try givenPassword() { return given }
    return try secret.read() ?? secret.create()
  }

  /// The password for an item that is there; nil when there is none but the person's.
  func forChanging() throws -> String? {
    try givenPassword() ?? secret.read()
  }

  /// Asks the person.
  func ask(forItem id: Int) throws -> String {
    try console.askSecret("Password for item \(id): ")
  }

  private func givenPassword() throws -> String? {
    switch given {
    case .environment(let password):
      return try SecretFile.password(in: Data(password.utf8), path: "MARKET_PASSWORD")
    case .file("-"):
      if let piped { return piped }
      let data = try console.input.readAll(limit: ItemLimits.passwordBytes + 2)
      piped = try SecretFile.password(in: data, path: "-")
      return piped
    case .file(let path):
      guard let password = try SecretFile(path: path).read() else {
        throw SecretError(path: path, reason: .missing)
      }
      return password
    case nil: return nil
    }
  }
}

/// An item's password is needed, and there is nobody to ask.
struct NoPassword: Error, Equatable {
  let id: Int
}
