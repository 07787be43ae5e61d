import Foundation

/// A file with an image, of which a piece is in memory. It is not mapped: a file that is truncated, or on a card that is
/// removed, would end the process.
final class ImageFile {
  /// The most bytes that a caller may need at once.
  static let fieldSize = 16
  /// The fewest bytes that are read at once from a place that does not follow the last one: about what is read in the
  /// time of a system call.
  private static let smallWindow = 4 << 10

  private let descriptor: Int32
  private let buffer: UnsafeMutableRawBufferPointer
  private let largestWindow: Int
  private var windowSize = 0
  /// Where the bytes end that were read last.
  private var end = 0
  /// Whether a read has failed, or the file is shorter than it was.
  private(set) var isUnreadable = false

  /// Nil for a file that cannot be opened.
  ///
  /// - Parameter window: The most bytes to read at once, where they are read one after the other.
  init?(path: String, window: Int = 256 << 10) {
    // A pipe without a writer is opened at once, too.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    largestWindow = window
    buffer = .allocate(byteCount: max(window, Self.fieldSize), alignment: 16)
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// Reads bytes at a position, in place of those read before: a few after a jump, more where it goes on. Nil when they
  /// cannot be read.
  func bytes(at position: Int, atLeast needed: Int, atMost limit: Int) -> UnsafeRawBufferPointer? {
    let isNext = position <= end && position + needed > end
    windowSize = min(largestWindow, isNext ? max(Self.smallWindow, 2 * windowSize) : Self.smallWindow)
    let wanted = min(limit, max(windowSize, needed), buffer.count)
    var count = 0
    while count < needed {
      let read = pread(
        descriptor, buffer.baseAddress.map { $0 + count }, wanted - count, off_t(position + count))
      if read < 0, errno == EINTR { continue }
      guard read > 0 else {
        isUnreadable = true
        return nil
      }
      count += read
    }
    end = position + count
    return UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
  }
}
