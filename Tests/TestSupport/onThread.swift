import Foundation

/// Runs blocking work on a new thread, so that it blocks no thread of the cooperative pool.
package func onThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws
  -> Result
{
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
  }
}
