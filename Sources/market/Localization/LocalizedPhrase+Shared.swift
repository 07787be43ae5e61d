import Console

/// Sentences that several errors and commands have in common.
extension LocalizedPhrase {
  static let checkPath: LocalizedPhrase = "Check the path"
  static let checkPermissions: LocalizedPhrase = "Check its permissions"
  static let checkAddress: LocalizedPhrase = "Check the address; 'market config' shows where it is set"
  static let tryLater: LocalizedPhrase = "Try again later"
  static let showCause: LocalizedPhrase = "Run the command again with '--verbose' to see the cause"
  static let saveAsUTF8: LocalizedPhrase = "Save it as UTF-8"
  static let passRightPassword: LocalizedPhrase =
    "Pass the right one with '--password-file <file>' or MARKET_PASSWORD"
  static let nothingChanged: LocalizedPhrase = "Nothing was changed."
  static let nothingDeleted: LocalizedPhrase = "Nothing was deleted."
  static let dryRun: LocalizedPhrase = "Dry run, nothing changed."
  static let notAnID: LocalizedPhrase = "an id is a whole number from 1"
  static let mustNotBeEmpty: LocalizedPhrase = "it must not be empty"
  static let unreadable: LocalizedPhrase = "it cannot be read"

  static func makePrivate(_ path: String) -> LocalizedPhrase {
    "Make it private: chmod 600 \(path.shellQuoted)"
  }
  static func didYouMean(_ word: String) -> LocalizedPhrase { "Did you mean '\(word)'?" }
  static func socketNotPermitted(_ path: String) -> LocalizedPhrase {
    "Permission denied for the socket '\(path)'"
  }
  static func nothingOnPage(_ number: String) -> LocalizedPhrase { "Nothing on page \(number)" }
  static func requestFailed(_ server: String) -> LocalizedPhrase {
    "The request to '\(server)' failed unexpectedly"
  }
}
