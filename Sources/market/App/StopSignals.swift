import Dispatch
import Foundation
import Synchronization
import SystemSupport

/// Receives SIGINT (Ctrl-C) and SIGTERM (service managers). While it exists, the signals do not end the process.
///
/// A handler writes a byte to a pipe (signal-safety(7)). A signal that is ignored and watched by Dispatch would be lost if it
/// arrived while no thread blocks it.
final class StopSignals: Sendable {
  private let stream: AsyncStream<Void>
  private static let pipe = WakeUpPipe()
  private static let latest = Atomic<Int32>(0)
  private static let numbers = [SIGINT, SIGTERM]

  /// Nil without free descriptors.
  init?() {
    // Made before a handler uses it.
    guard let pipe = Self.pipe else { return nil }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.descriptor, queue: .global())
    // The handler retains its source, which would otherwise be cancelled.
    source.setEventHandler {
      for _ in 0..<pipe.receive() { continuation.yield() }
      _ = source
    }
    source.resume()
    // Made before a handler uses it.
    Self.latest.store(0, ordering: .relaxed)
    for number in Self.numbers {
      signal(number) { number in
        let former = errno
        StopSignals.latest.store(number, ordering: .relaxed)
        StopSignals.pipe?.send()
        errno = former
      }
    }
  }

  /// Whether the latest signal was SIGTERM.
  static var isTermination: Bool { latest.load(ordering: .relaxed) == SIGTERM }

  /// Lets the next signal end the process.
  static func restoreDefaults() {
    for number in numbers { signal(number, SIG_DFL) }
  }

  /// Runs work that the first signal cancels; a second one ends the process.
  ///
  /// - Parameter signals: Nil for none: a signal then ends the process at once.
  static func cancelling<Result: Sendable>(
    _ signals: StopSignals?, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let signals else { return try await work() }
    let task = Task(operation: work)
    let watch = Task {
      await signals.next()
      guard !Task.isCancelled else { return }
      restoreDefaults()
      task.cancel()
    }
    defer {
      watch.cancel()
      restoreDefaults()
    }
    return try await task.value
  }

  /// Waits for the next signal.
  func next() async {
    for await _ in stream { return }
  }
}
