import Dispatch

/// Runs an actor's work on a thread of its own. Waiting for a disk inside a Swift task would hold one of the few
/// threads that all tasks share.
package final class SerialQueue: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
