import HTTP
import Synchronization
import SystemSupport

/// Counts the errors of the store, and the requests that were refused for their number.
final class FailureCounts: Sendable {
  private let status: ServerStatus
  private let storeErrors = Mutex<[StoreError.Kind: Int]>([:])

  init(_ status: ServerStatus) {
    self.status = status
  }

  func note(_ error: any Error) {
    switch error {
    case let error as StoreError: storeErrors.withLock { $0[error.kind, default: 0] += 1 }
    case is OverloadError: status.noteRefusal(.overload)
    default: break
    }
  }

  func noteRateLimit() { status.noteRefusal(.rateLimit) }

  func count(of kind: StoreError.Kind) -> Int { storeErrors.withLock { $0[kind, default: 0] } }
}
