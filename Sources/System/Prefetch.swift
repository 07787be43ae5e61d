/// What is worked on before it is asked for. Nobody wants it any more when nobody holds it.
package final class Prefetch<Value: Sendable>: Sendable {
  private let task: Task<Value, Never>

  package init(_ work: @escaping @Sendable () async -> Value) {
    task = Task { await work() }
  }

  deinit { task.cancel() }

  package func value() async -> Value {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
