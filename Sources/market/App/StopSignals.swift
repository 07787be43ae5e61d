import Console
import Dispatch
import Foundation
import Synchronization
import SystemSupport

/// Receives SIGINT (Ctrl-C), SIGTERM (service managers) and SIGHUP (the end of a terminal). While it exists, the signals do not end
/// the process.
///
/// Signals within a second are one: a program that passes a signal on sends it beside the terminal or the service manager.
///
/// A handler writes a byte to a pipe (signal-safety(7)). A signal that is ignored and watched by Dispatch would be lost if it
/// arrived while no thread blocks it.
final class StopSignals: Sendable {
  private let stream: AsyncStream<Void>
  private let number: Int
  private static let latest = Atomic<Int32>(0)
  /// A process under `nohup` goes on without its terminal.
  private static let numbers = [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])
  /// The instances that exist, by number; each receives all signals.
  private static let listeners = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
  private static let count = Atomic<Int>(0)
  /// When the listeners got a signal last, in milliseconds.
  private static let counted = Atomic<Int>(-window)
  private static let window = 1_000

  /// Read by one source in the whole process: two would take each other's signals. Nil without free descriptors.
  private static let pipe: WakeUpPipe? = {
    guard let pipe = WakeUpPipe() else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.descriptor, queue: .global())
    // The handler retains its source, which would otherwise be cancelled.
    source.setEventHandler {
      pipe.receive()
      let now = MonotonicClock.milliseconds()
      if now - counted.load(ordering: .relaxed) >= window {
        counted.store(now, ordering: .relaxed)
        listeners.withLock { for listener in $0.values { listener.yield() } }
      }
      _ = source
    }
    source.resume()
    return pipe
  }()

  /// Nil without free descriptors.
  init?() {
    // Made before a handler uses it.
    guard Self.pipe != nil else { return nil }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    let number = Self.count.add(1, ordering: .relaxed).newValue
    self.number = number
    Self.listeners.withLock { $0[number] = continuation }
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

  deinit {
    _ = Self.listeners.withLock { $0.removeValue(forKey: number) }
  }

  /// Whether the latest signal was another one than Ctrl-C.
  static var isTermination: Bool { ![0, SIGINT].contains(latest.load(ordering: .relaxed)) }

  private static func isIgnored(_ number: Int32) -> Bool {
    let former = signal(number, SIG_IGN)
    signal(number, former)
    // Pointers to functions of C cannot be compared.
    return withUnsafeBytes(of: former) { former in withUnsafeBytes(of: SIG_IGN) { former.elementsEqual($0) } }
  }

  /// Lets the next signal end the process.
  static func restoreDefaults() {
    for number in numbers { signal(number, SIG_DFL) }
  }

  /// Lets the next signal end the process that is not one with the latest.
  static func restoreDefaultsLater() async {
    try? await Task.sleep(for: .milliseconds(window))
    restoreDefaults()
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
      task.cancel()
      await restoreDefaultsLater()
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

extension CommandFailure {
  /// A signal has stopped a command.
  static func stopped(_ message: LocalizedPhrase, help: LocalizedPhrase? = nil) -> CommandFailure {
    CommandFailure(message, StopSignals.isTermination ? .terminated : .interrupted, help: help)
  }
}
