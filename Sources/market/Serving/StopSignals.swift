import Dispatch
import Foundation

/// Receives SIGINT (Ctrl-C) and SIGTERM (service managers). While it exists, the signals do not end the process.
final class StopSignals: Sendable {
  private let stream: AsyncStream<Void>

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The handler retains its source, which would otherwise be cancelled.
      source.setEventHandler {
        continuation.yield()
        _ = source
      }
      source.resume()
    }
  }

  /// Waits for the next signal.
  func next() async {
    for await _ in stream { return }
  }
}
