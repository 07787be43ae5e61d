import Console
import Synchronization

/// Receives the signals that stop an import: the first one ends it after the batch, the second one also ends the batch, and a
/// third one ends the process. An import in one transaction, of which nothing is left, ends with the first one.
final class ImportStop: Sendable {
  private struct State {
    var signals = 0
    /// Waits for the signals.
    var waiting: Task<Void, Never>?
    /// Cancels what is under way.
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// Whether the first signal also ends the batch.
  let endsBatch: Bool

  /// - Parameters:
  ///   - signals: Nil for none: a signal then ends the process.
  ///   - onFirst: Called with the first signal.
  init(_ signals: StopSignals?, endsBatch: Bool = false, onFirst: @escaping @Sendable () -> Void) {
    self.endsBatch = endsBatch
    guard let signals else { return }
    let task = Task { [weak self] in
      await signals.next()
      guard !Task.isCancelled else { return }
      self?.state.withLock { $0.signals = 1 }
      onFirst()
      if !endsBatch {
        await signals.next()
        guard !Task.isCancelled else { return }
        StopSignals.restoreDefaults()
      }
      self?.state.withLock { state in
        state.signals = 2
        return state.cancel
      }?()
      if endsBatch { await StopSignals.restoreDefaultsLater() }
    }
    state.withLock { $0.waiting = task }
  }

  deinit { state.withLock { $0.waiting?.cancel() } }

  var isStopped: Bool { state.withLock { $0.signals > 0 } }

  var isForced: Bool { state.withLock { $0.signals > 1 } }

  /// As shells report the signal.
  var exitCode: ExitCode { StopSignals.isTermination ? .terminated : .interrupted }

  /// Runs work, which the second signal cancels.
  func running<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task { try await work() }
    let isForced = state.withLock { state in
      state.cancel = { task.cancel() }
      return state.signals > 1
    }
    if isForced { task.cancel() }
    defer { state.withLock { $0.cancel = nil } }
    return try await task.value
  }
}
