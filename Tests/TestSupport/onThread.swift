import Foundation

/// Runs work that blocks on a thread of its own, so that it holds none of the few threads that tasks share.
package func onThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws
  -> Result
{
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
  }
}
