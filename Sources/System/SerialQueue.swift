import CSystem
import Dispatch
import Foundation
import Synchronization

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

/// Runs tasks on threads of its own, for tasks that compute for long: they would keep others from the few threads that all tasks
/// share, which are also those of the concurrent queues of Dispatch. The system runs other threads first.
package final class ThreadExecutor: TaskExecutor {
  private struct Jobs {
    var waiting: [(job: UnownedJob, executor: UnownedTaskExecutor)] = []
    var threads = 0
  }

  /// The state that the threads share, and a signal for each job.
  private final class Shared: Sendable {
    let jobs = Mutex(Jobs())
    let arrival = DispatchSemaphore(value: 0)

    /// Runs jobs until there is none for a signal: the end.
    func run() {
      csystem_lower_thread_priority()
      while true {
        arrival.wait()
        guard let next = jobs.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else {
          return
        }
        next.job.runSynchronously(on: next.executor)
      }
    }
  }

  private let label: String
  private let limit: Int
  private let shared = Shared()

  /// - Parameters:
  ///   - label: The name of the threads in debuggers.
  ///   - threads: The most threads; each starts when it is first needed.
  package init(label: String, threads: Int) {
    (self.label, limit) = (label, threads)
  }

  deinit {
    for _ in 0..<limit { shared.arrival.signal() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let next = (job: UnownedJob(job), executor: asUnownedTaskExecutor())
    let isNew = shared.jobs.withLock { jobs in
      jobs.waiting.append(next)
      guard jobs.threads < limit else { return false }
      jobs.threads += 1
      return true
    }
    if isNew {
      Thread { [shared, label] in
        // Here, since a thread that has not started has no name.
        Thread.current.name = label
        shared.run()
      }.start()
    }
    shared.arrival.signal()
  }
}
