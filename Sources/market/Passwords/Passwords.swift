import Console
import Foundation
import OpenMarket

/// A password, and where it was read from.
struct Password: Equatable {
  enum Source: Equatable {
    /// A file that the person named.
    case file(String)
    /// A file in the `PasswordFolder`.
    case remembered(String)
    case environment
    case standardInput
    case prompt
  }

  let text: String
  let source: Source

  /// The file that it was read from; nil if it is from none.
  var path: String? {
    switch source {
    case .file(let path), .remembered(let path): path
    case .environment, .standardInput, .prompt: nil
    }
  }

  var isRemembered: Bool {
    if case .remembered = source { true } else { false }
  }
}

extension Password {
  init(_ contents: PasswordFile.Contents, _ file: PasswordFile) {
    self.init(text: contents.password, source: .remembered(file.path))
  }
}

/// The passwords for the items of one market. They never come from the command line, where other users of the machine
/// could read them: from a file, the environment, standard input, or a prompt without echo.
///
/// If none of those gives one, a random password is created on the first add to a market and stored in a
/// `PasswordFolder`.
final class Passwords {
  /// A password that a person gives with a command, in place of the remembered one.
  enum Given {
    case file(String)
    case environment(String)
  }

  private let given: Given?
  let folder: PasswordFolder
  private let console: Console
  /// The password from standard input, which can be read only once.
  private var piped: Password?

  init(given: Given?, folder: PasswordFolder, console: Console) {
    self.given = given
    self.folder = folder
    self.console = console
  }

  /// Asks the person for a password, without showing it.
  func ask(for subject: PasswordSubject) throws -> Password {
    Password(text: try console.askSecret("Password for \(subject.name): "), source: .prompt)
  }

  /// The password that was given with the command; nil if there is none.
  func givenPassword() throws -> Password? {
    switch given {
    case .environment(let password):
      let text = try PasswordFile.password(in: Data(password.utf8), path: "MARKET_PASSWORD")
      return Password(text: text, source: .environment)
    case .file("-"):
      if let piped { return piped }
      // Without echo at a terminal.
      let data =
        console.input.isTerminal
        ? Data(try console.askSecret("Password: ").utf8)
        : try console.input.contents(
          // With a byte order mark and a line end.
          upTo: ItemLimits.passwordBytes + 5,
          tooLong: PasswordFileError(
            path: "-",
            reason: .invalid(ValidationError(.password, .longerThan(bytes: ItemLimits.passwordBytes)))))
      piped = Password(text: try PasswordFile.password(in: data, path: "-"), source: .standardInput)
      return piped
    case .file(let path):
      guard let contents = try PasswordFile(path: path).read() else {
        throw PasswordFileError(path: path, reason: .missing)
      }
      return Password(text: contents.password, source: .file(path))
    case nil: return nil
    }
  }
}

extension Passwords.Given {
  init?(_ settings: Settings, environment: [String: String]) {
    let file = settings[.passwordFile]
    if file.source != .option, let password = environment["MARKET_PASSWORD"], !password.isEmpty {
      // MARKET_PASSWORD_FILE and MARKET_PASSWORD have the same rank; the file wins, since it is the safer of the two.
      if case .variable = file.source, let path = file.text {
        self = .file(path)
      } else {
        self = .environment(password)
      }
    } else if let path = file.text {
      self = .file(path)
    } else {
      return nil
    }
  }
}
