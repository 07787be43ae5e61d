import Synchronization

/// How much of a request's contents has been handed over so far, for someone who watches.
package final class TransferProgress: Sendable {
  private let bytes = Atomic(0)

  package init() {}

  package var sent: Int { bytes.load(ordering: .relaxed) }

  /// Of a request that is sent once more, the bytes count from the first again.
  func begin() {
    bytes.store(0, ordering: .relaxed)
  }

  /// So many bytes more.
  package func report(_ count: Int) {
    bytes.add(count, ordering: .relaxed)
  }
}

extension TransferProgress: Equatable {
  package static func == (left: TransferProgress, right: TransferProgress) -> Bool { left === right }
}
