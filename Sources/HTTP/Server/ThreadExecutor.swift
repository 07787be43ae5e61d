import Dispatch
import Synchronization

/// Runs asynchronous work on the thread that waits for its result, which saves two thread switches a request.
final class ThreadExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let arrival = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrival.signal()
  }

  /// Runs the work and returns its result. Jobs run on the calling thread, except those of actors with their own
  /// executor. Blocks the thread: not for tasks.
  func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
    let outcome = Outcome<Result>()
    Task(executorPreference: self) { outcome.set(await work()) }
    while true {
      arrival.wait()
      jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
      if let result = outcome.take() { return result }
    }
  }

  private final class Outcome<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func set(_ new: Value) { value.withLock { $0 = new } }
    func take() -> Value? { value.withLock { $0 } }
  }
}
