import Foundation

/// Wakes a thread that waits in `poll(2)`, from another thread or from a signal handler.
package final class WakeUpPipe: Sendable {
  /// Readable after a signal.
  package let descriptor: Int32
  private let writing: Int32

  /// Nil without free descriptors.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Makes the descriptor readable. A full pipe is readable already.
  ///
  /// - Parameter byte: What `receive` returns.
  package func send(_ byte: UInt8 = 0) {
    var byte = byte
    _ = write(writing, &byte, 1)
  }

  /// Takes all signals and returns their bytes.
  @discardableResult package func receive() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    var received: [UInt8] = []
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return received }
      received += bytes[..<count]
    }
  }
}
