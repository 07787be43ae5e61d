/// Prefetches a value; cancelled on release.
///
/// The work starts at once. Cancelling a task that awaits the value cancels the work.
package final class Prefetch<Value: Sendable>: Sendable {
  private let task: Task<Value, Never>

  package init(_ work: @escaping @Sendable () async -> Value) {
    task = Task { await work() }
  }

  deinit { task.cancel() }

  /// The value, when the work has finished.
  package func value() async -> Value {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
