import Console
import Synchronization

/// Receives the signals that stop an import: the first one ends it after the batch, the second one also ends the batch, and a
/// third one ends the process.
final class ImportStop: Sendable {
  private struct State {
    var signals = 0
    /// Called with the first signal.
    var atStop: (@Sendable () -> Void)?
    /// Cancels what is under way.
    var cancel: (@Sendable () -> Void)?
  }

  private let state: Box
  private let waiting: Task<Void, Never>

  private final class Box: Sendable {
    let state = Mutex(State())
  }

  /// - Parameters:
  ///   - signals: Nil for none: a signal then ends the process.
  ///   - onFirst: Called with the first signal.
  init(_ signals: StopSignals?, onFirst: @escaping @Sendable () -> Void) {
    let box = Box()
    state = box
    waiting = Task {
      guard let signals else { return }
      await signals.next()
      guard !Task.isCancelled else { return }
      box.state.withLock { state in
        state.signals = 1
        return state.atStop
      }?()
      onFirst()
      await signals.next()
      guard !Task.isCancelled else { return }
      StopSignals.restoreDefaults()
      box.state.withLock { state in
        state.signals = 2
        return state.cancel
      }?()
    }
  }

  deinit { waiting.cancel() }

  /// Whether there was a signal.
  var isStopped: Bool { state.state.withLock { $0.signals > 0 } }

  /// Whether there was a second signal.
  var isForced: Bool { state.state.withLock { $0.signals > 1 } }

  /// As shells report the signal.
  var exitCode: ExitCode { StopSignals.isTermination ? .terminated : .interrupted }

  /// Calls `action` with the first signal.
  func atStop(_ action: @escaping @Sendable () -> Void) {
    let isStopped = state.state.withLock { state in
      state.atStop = action
      return state.signals > 0
    }
    if isStopped { action() }
  }

  /// Runs work, which the second signal cancels.
  func running<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
    let task = Task { await work() }
    let isForced = state.state.withLock { state in
      state.cancel = { task.cancel() }
      return state.signals > 1
    }
    if isForced { task.cancel() }
    defer { state.state.withLock { $0.cancel = nil } }
    return await task.value
  }
}
