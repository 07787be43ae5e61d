import Dispatch

/// Runs an actor's jobs on a dispatch queue.
///
/// Blocking calls (files, locks) inside Swift tasks starve the cooperative thread pool, which has one thread a core.
package final class SerialQueue: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter label: The queue's name in debuggers.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs one piece of blocking work outside the cooperative pool and returns its result.
  package static func run<Result: Sendable>(
    label: String, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: label).async { continuation.resume(with: Swift.Result { try work() }) }
    }
  }
}

/// Runs tasks on threads of its own: for tasks that compute for long, which would keep others from the few threads that
/// all tasks share.
package final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label, attributes: .concurrent)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
