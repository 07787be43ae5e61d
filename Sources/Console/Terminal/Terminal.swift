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
