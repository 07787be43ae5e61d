import Foundation
import Synchronization
import TestSupport
import Testing

/// Tests with a terminal, one after the other: a signal is sent to the whole process, which has one terminal.
@Suite(.serialized) struct TerminalTests {}

/// A pseudo-terminal: `screen` reads the output and types, `user` is the side of the program.
final class PseudoTerminal: Sendable {
  struct Unavailable: Error {}

  let screen: Int32
  let user: Int32
  private let isHungUp = Atomic(false)

  init(columns: UInt16 = 80) throws {
    var screen: Int32 = -1
    var user: Int32 = -1
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&screen, &user, nil, nil, &size) == 0 else { throw Unavailable() }
    self.screen = screen
    self.user = user
  }

  deinit {
    hangUp()
    close(user)
  }

  /// Closes the screen side, as a closed window does.
  func hangUp() {
    if !isHungUp.exchange(true, ordering: .relaxed) { close(screen) }
  }

  var isEchoing: Bool {
    var settings = termios()
    return tcgetattr(user, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// All settings, byte for byte.
  var settings: [UInt8] {
    var settings = termios()
    guard tcgetattr(user, &settings) == 0 else { return [] }
    return withUnsafeBytes(of: &settings) { Array($0) }
  }

  func resize(columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    _ = write(screen, text, text.utf8.count)
  }

  /// The output up to and including `end`; less when nothing more comes within a `WaitLimit`.
  func shown(until end: String) -> String {
    var bytes: [UInt8] = []
    var limit = WaitLimit(for: "the terminal shows more")
    while !String(decoding: bytes, as: UTF8.self).hasSuffix(end) {
      var request = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 100) == 1 else {
        if limit.isReached { break }
        continue
      }
      var byte: UInt8 = 0
      guard read(screen, &byte, 1) == 1 else { break }
      bytes.append(byte)
      limit = WaitLimit(for: "the terminal shows more")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
