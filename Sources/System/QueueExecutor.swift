import Dispatch

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
