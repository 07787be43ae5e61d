package import Foundation
import SystemSupport

/// How a store is opened.
package struct StoreOptions: Sendable {
  /// How long to wait for another process that writes to the store; whole seconds.
  package var timeout: Duration
  /// Whether reads, searches and writes run at the same time, on threads and connections of their own. A command does
  /// one thing at a time.
  package var isConcurrent = true
  /// Ends the statements of a database on a server when they are no longer wanted.
  var interruption: CancellationFlag?
  /// The connections to a database on a server.
  package var connections = StoreConnections()
  /// The largest size of the store, in bytes; nil for no limit.
  package var limit: Int?
  /// Bytes of the disk that are held for deleting when the disk is full.
  package var reserve = 0
  /// How long a search or a report may run.
  package var searchTime = Duration.milliseconds(500)
  /// How long a list may be read.
  package var listTime = Duration.seconds(2)
  /// How long any other read may run: none takes long in a file that this program made.
  package var readTime = Duration.seconds(10)

  /// How long a transaction of a batch goes on; nil for all of its lines in one, as far as others are not held up.
  package var batchTime: Duration? = .milliseconds(50)
  /// The bytes that each client's network may store in an hour, half of them at once; nil for no limit.
  package var clientBytes: Int?
  /// The folder with copies of images, which go with the images; nil for that beside a store in a file.
  package var thumbnails: ThumbnailFolder?
  /// The contents of a store in memory at first; nil for an empty one.
  package var contents: StoreSnapshot?
  /// The present, for limits.
  package var now: @Sendable () -> Date = { Date() }

  /// The time zone of a new market's days; nil for that of this machine.
  package var timeZone: TimeZone?

  package init(timeout: Duration = .seconds(10)) {
    self.timeout = timeout
  }

  /// For one command: it opens the file once, and its searches may take long.
  package static let forCommand = {
    var options = StoreOptions()
    options.isConcurrent = false
    (options.searchTime, options.listTime) = (.seconds(10), .seconds(10))
    options.batchTime = nil
    return options
  }()

  /// For one command that reads all of a large store.
  static let forWholeStore = {
    var options = forCommand
    options.readTime = .seconds(24 * 60 * 60)
    return options
  }()
}

/// The connections of a process to a database.
package struct StoreConnections: Sendable, Equatable {
  /// All of them.
  package let count: Int

  package static let fewest = 3
  package static let most = 500

  package init(_ count: Int = 10) {
    self.count = count
  }

  /// One is for searches, and one, unless there are only the fewest, tells whether pages are current; of the others two thirds
  /// read.
  var hasSnapshots: Bool { count > Self.fewest }
  var writers: Int { max(1, (count - 1) / 3) }
  var readers: Int { max(1, count - (hasSnapshots ? 2 : 1) - writers) }
}

/// The contents of a store in memory at one moment, which several stores may begin with: each writes to a copy.
package struct StoreSnapshot: Sendable {
  /// A database file of the present schema.
  let bytes: Data

  package var count: Int { bytes.count }
}
