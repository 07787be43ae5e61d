import Foundation

/// Properties of terminals, mostly from their driver.
enum Terminal {
  /// Whether the terminal supports no control sequences: `TERM` (POSIX, XBD 8.3) is unset, empty or `dumb`.
  static func isDumb(_ environment: [String: String]) -> Bool {
    ["", "dumb"].contains(environment["TERM"] ?? "")
  }

  static func columns(of descriptor: Int32) -> Int? {
    size(of: descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
  }

  static func rows(of descriptor: Int32) -> Int? {
    size(of: descriptor).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
  }

  /// The size of a character cell; nil where the terminal does not report it.
  static func cell(of descriptor: Int32) -> CellSize? {
    guard let size = size(of: descriptor), size.ws_row > 0, size.ws_col > 0 else { return nil }
    let cell = CellSize(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    return cell.width > 0 && cell.height > 0 ? cell : nil
  }

  private static func size(of descriptor: Int32) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Blocks until the descriptor is ready or has failed.
  static func wait(for descriptor: Int32, events: some BinaryInteger) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&request, 1, -1)
  }

  /// Keeps descriptors 0, 1 and 2 from being given to the first file that is opened, when the program was
  /// started with one of them closed: output would end up in that file. Opened the wrong way round, so that
  /// using them still fails.
  static func reserveStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

extension Terminal {
  /// Sends a query to the terminal and passes each byte of the response to `take`, until that returns true or the time is
  /// up. The response is not echoed, and its unread rest is dropped. Returns whether `take` returned true.
  ///
  /// Nothing is sent to a terminal with type-ahead, which would be lost, or to one with another process in the
  /// foreground, where changing the settings would stop this process (SIGTTOU).
  static func query(
    _ query: String, input: Int32, output: Int32, timeout: Duration, take: (UInt8) -> Bool
  ) throws(ConsoleError) -> Bool {
    guard isatty(input) == 1, isatty(output) == 1, isInForeground(input) else { return false }
    let mode = try TerminalMode(input, .keys)
    defer { mode.end() }
    guard try mode.wait(milliseconds: 0) == .timedOut else { return false }
    try OutputDescriptor(output, isBuffered: false).write(query)
    defer { tcflush(input, TCIFLUSH) }
    let deadline = ContinuousClock.now + timeout
    while true {
      let rest = ((deadline - .now) / .milliseconds(1)).rounded(.up)
      guard rest > 0 else { return false }
      switch try mode.wait(milliseconds: Int32(rest)) {
      case .resized: continue
      // Another program may have read the response.
      case .resumed, .woken, .timedOut: return false
      case .input: break
      }
      var buffer = [UInt8](repeating: 0, count: 1_024)
      let count = read(input, &buffer, buffer.count)
      // The end of input: the terminal was closed.
      guard count > 0 else { return false }
      for byte in buffer[..<count] where take(byte) { return true }
    }
  }

  /// Whether this process is in the foreground of the terminal, or the terminal controls no session.
  static func isInForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group == getpgrp() || group <= 0
  }
}

/// The size of a character cell, in pixels.
package struct CellSize: Sendable, Equatable {
  let width: Int
  let height: Int

  /// For terminals that do not report it: twice as high as wide, and rather too small than too large, so that an image
  /// stays within its box.
  package static let assumed = CellSize(width: 8, height: 16)
}
