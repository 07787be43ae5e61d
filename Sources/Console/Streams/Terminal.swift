import Foundation

/// The questions that only a terminal driver can answer.
enum Terminal {
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Rows and the size of a cell; nil for what the terminal does not tell.
  static func screen(of descriptor: Int32) -> (rows: Int?, cell: CellSize?) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
      return (nil, nil)
    }
    let cell = CellSize(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    return (Int(size.ws_row), cell.width > 0 && cell.height > 0 ? cell : nil)
  }

  /// Returns when the descriptor is ready, or broken: the next call on it will tell.
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

  enum Outcome<Value> {
    case finished(Value)
    case interrupted(Int32)
  }

  /// Runs `body` while the terminal shows nothing of what is typed.
  static func withoutEcho<Value>(
    _ descriptor: Int32, _ body: (Interruption) throws -> Value
  ) throws -> Outcome<Value> {
    try changed(descriptor, flushing: TCSAFLUSH) { settings in
      settings.c_lflag &= ~tcflag_t(ECHO)
      settings.c_lflag |= tcflag_t(ECHONL)
    } _: {
      try body($0)
    }
  }

  /// Runs `body` while the terminal has other settings. They and the signal handlers are restored on every way out,
  /// before a signal that arrived meanwhile takes its usual effect (POSIX `tcsetattr`, and the order of BSD's
  /// `readpassphrase`). What `body` has left unread is thrown away.
  ///
  /// - Parameter flushing: What becomes of what was typed before: `TCSADRAIN` keeps it, `TCSAFLUSH` throws it away.
  static func changed<Value>(
    _ descriptor: Int32, flushing: Int32, _ change: (inout termios) -> Void,
    _ body: (Interruption) throws -> Value
  ) throws -> Outcome<Value> {
    var former = termios()
    guard tcgetattr(descriptor, &former) == 0 else { throw ConsoleError.reading(errno) }
    let interruption = try Interruption()
    var settings = former
    change(&settings)

    let result: Result<Value, any Error>
    if tcsetattr(descriptor, flushing, &settings) == 0 {
      result = Result { try body(interruption) }
    } else {
      result = .failure(ConsoleError.reading(errno))
    }
    _ = tcsetattr(descriptor, TCSAFLUSH, &former)
    interruption.end()

    guard let signal = interruption.signal else { return .finished(try result.get()) }
    raise(signal)
    return .interrupted(signal)
  }
}
