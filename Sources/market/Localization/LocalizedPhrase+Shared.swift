import Console
import OpenMarket

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

  static let chooseAnotherFile: LocalizedPhrase = "Choose another path, or replace the file with '--force'"
  static let checkFolder: LocalizedPhrase = "Check the permissions of the folder, and the space on its disk"
  static let unsupportedAddress: LocalizedPhrase = "its address is not supported"
  static let missingLibrary: LocalizedPhrase = "libcurl is not installed"
  static let requestFailed: LocalizedPhrase = "the request failed unexpectedly"

  static func exists(_ path: String) -> LocalizedPhrase { "The file '\(path.sanitized)' already exists" }
  static func unwritable(_ path: String) -> LocalizedPhrase {
    "The file '\(path.sanitized)' cannot be written"
  }
  static func notFetched(_ image: String, _ error: ImageFetchError) -> LocalizedPhrase {
    "The image '\(image)' cannot be fetched: \(error.clause)"
  }
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
