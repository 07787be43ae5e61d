import Synchronization

/// The number of bytes of a request's body that have been sent; written by a session, read by a progress bar.
package final class TransferProgress: Sendable {
  private let bytes = Atomic(0)

  package init() {}

  /// In bytes.
  package var sent: Int { bytes.load(ordering: .relaxed) }

  /// Starts at zero: of a request that is sent again, bytes are counted again.
  package func begin() {
    bytes.store(0, ordering: .relaxed)
  }

  /// Adds bytes that were sent.
  package func report(_ count: Int) {
    bytes.add(count, ordering: .relaxed)
  }
}

extension TransferProgress: Equatable {
  /// Identity.
  package static func == (left: TransferProgress, right: TransferProgress) -> Bool { left === right }
}
