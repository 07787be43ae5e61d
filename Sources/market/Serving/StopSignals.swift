import Dispatch
import Foundation

/// Waits for somebody to ask the program to stop: Ctrl-C, or a service manager's SIGTERM. From its making on the
/// signals no longer end the process by themselves.
final class StopSignals: Sendable {
  private let stream: AsyncStream<Void>

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The source lives as long as its handler, which holds it.
      source.setEventHandler {
        continuation.yield()
        _ = source
      }
      source.resume()
    }
  }

  func next() async {
    for await _ in stream { return }
  }
}
