import Dispatch
import Foundation
import SystemSupport

/// Receives SIGINT (Ctrl-C) and SIGTERM (service managers). While it exists, the signals do not end the process.
///
/// A handler writes a byte to a pipe (signal-safety(7)). A signal that is ignored and watched by Dispatch would be lost if it
/// arrived while no thread blocks it.
final class StopSignals: Sendable {
  private let stream: AsyncStream<Void>
  private static let pipe = WakeUpPipe()

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
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in
        let former = errno
        StopSignals.pipe?.send()
        errno = former
      }
    }
  }

  /// Waits for the next signal.
  func next() async {
    for await _ in stream { return }
  }
}
