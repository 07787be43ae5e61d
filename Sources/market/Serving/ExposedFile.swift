import Console
import Foundation
import OpenMarket

/// A file of the program to which other users of this machine have access: a store, which holds hashes of passwords, or
/// the config file, which names the server that passwords are sent to.
///
/// A warning for most commands; an error for a server that other machines reach.
enum ExposedFile {
  /// The config file, if other users can change it.
  static func config(_ settings: Settings) -> CommandFailure? {
    let path = settings.directories.configFile
    return failure(at: path, permissions: 0o022, "Other users can change the config file '\(path)'")
  }

  /// The store, if its group or others can do anything with it.
  static func store(_ location: StoreLocation) -> CommandFailure? {
    guard case .file(let path) = location else { return nil }
    return failure(at: path, permissions: 0o077, "Other users have access to the store '\(path)'")
  }

  /// Nil if there is no such file, or none of the permissions is set.
  private static func failure(
    at path: String, permissions: mode_t, _ message: LocalizedPhrase
  ) -> CommandFailure? {
    guard path.fileType == S_IFREG, let status = path.fileStatus, status.st_mode & permissions != 0 else {
      return nil
    }
    return CommandFailure(message, .usage, help: .makePrivate(path))
  }
}

extension CommandContext {
  /// Warns of a file to which other users have access.
  func warn(of file: CommandFailure?) {
    guard let file, !interaction.isQuiet else { return }
    ErrorReport(of: file, settings: settings).write(to: console, isWarning: true)
  }

  /// Warns of the store of the embedded market, after it was used: a file that is no store is an error.
  func warnOfExposedStore() {
    if case .embedded(let store) = settings.place { warn(of: ExposedFile.store(store)) }
  }
}
