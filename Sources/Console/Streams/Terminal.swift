import Foundation

/// The questions that only a terminal driver can answer.
enum Terminal {
  static func columns(of descriptor: Int32) -> Int? { size(of: descriptor, \.ws_col) }

  static func rows(of descriptor: Int32) -> Int? { size(of: descriptor, \.ws_row) }

  private static func size(of descriptor: Int32, _ extent: KeyPath<winsize, UInt16>) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size[keyPath: extent] > 0 else { return nil }
    return Int(size[keyPath: extent])
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
}
