import CSystem
import Foundation
import SystemSupport

/// The readiness of many sockets (epoll, kqueue), and a way to end the wait for it from another thread.
struct EventQueue: Sendable {
  /// An event of a socket.
  typealias Event = CEvent

  /// The token of the events that `wake()` causes.
  static let wakeUpToken = UInt64.max

  private let descriptor: Int32
  private let pipe: WakeUpPipe

  init() throws(SocketError) {
    descriptor = csystem_open()
    guard descriptor >= 0, let pipe = WakeUpPipe() else { throw .unavailable(errno) }
    self.pipe = pipe
    guard csystem_add(descriptor, pipe.descriptor, Self.wakeUpToken) == 0 else { throw .unavailable(errno) }
  }

  /// Reports each change of the socket's readiness once, with the token, until it is closed. Returns false when the system
  /// has no memory for it.
  func add(_ socket: Socket, token: UInt64) -> Bool {
    csystem_add(descriptor, socket.descriptor, token) == 0
  }

  /// Waits for events and fills the start of the buffer. Returns their number.
  func wait(into events: inout [Event], milliseconds: Int) -> Int {
    let count = events.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { csystem_wait(descriptor, $0, Int32(buffer.count), Int32(milliseconds)) } ?? 0
    }
    return Int(count)
  }

  /// Ends the wait; from any thread.
  func wake() { pipe.send() }

  /// Takes what `wake()` has sent; after an event with its token.
  func takeWakeUps() { pipe.receive() }

  func close() { _ = Foundation.close(descriptor) }
}
