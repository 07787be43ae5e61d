import Console
import Foundation
import OpenMarket

/// A file of the program to which other users of this machine have access: a store, which holds hashes of passwords, or
/// the config file, which names the server that passwords are sent to.
///
/// A warning for most commands; an error for a server that other machines reach.
struct ExposedFile: ReportableError, Equatable {
  enum Kind {
    case store
    case config
  }

  let kind: Kind
  let path: String

  /// Nil where other users have no access, or there is no such file.
  init?(_ kind: Kind, at path: String) {
    let access: mode_t =
      switch kind {
      // Of the group or others: read, write or execute.
      case .store: 0o077
      // To write.
      case .config: 0o022
      }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & access != 0 else {
      return nil
    }
    self.kind = kind
    self.path = path
  }

  var message: LocalizedPhrase {
    switch kind {
    case .store: "Other users have access to the store '\(path)'"
    case .config: "Other users can change the config file '\(path)'"
    }
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? { "Make it private: chmod 600 \(path.shellQuoted)" }
}

extension Settings {
  /// The files of a command to which other users have access.
  ///
  /// - Parameter store: The store that the command uses; nil for none.
  func exposedFiles(_ store: StoreLocation?) -> [ExposedFile] {
    var files = [ExposedFile(.config, at: directories.configFile)]
    if case .file(let path) = store { files.append(ExposedFile(.store, at: path)) }
    return files.compactMap(\.self)
  }
}

extension CommandContext {
  /// Warns of each file of the command to which other users have access.
  func warn(of files: [ExposedFile]) {
    guard !isQuiet else { return }
    for file in files { ErrorReport(of: file, settings: settings).write(to: console, as: .warning) }
  }
}
