package import Foundation

/// A file that is there whole or not at all: it is written beside its place, and gets its name when it is complete.
/// Whoever reads what was there before reads on. What a killed process leaves has the name of the file, and more.
package struct WholeFile {
  private let path: String

  package init(path: String) {
    self.path = path
  }

  /// - Parameters:
  ///   - mode: Who may do what with it, as far as the process's mask lets them (POSIX, XBD 4.7).
  ///   - replaces: Whether it takes the place of a file that is there; else that is `EEXIST`.
  ///   - waitsForDisk: Whether it is to be there after a power cut too.
  package func write(_ data: Data, mode: mode_t = 0o600, replaces: Bool, waitsForDisk: Bool)
    throws(POSIXError)
  {
    let draft = "\(path).\(UUID().uuidString)"
    let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .last }
    // After a renaming there is nothing of that name.
    defer { unlink(draft) }
    do throws(POSIXError) {
      try Self.fill(descriptor, with: data)
      guard !waitsForDisk || fsync(descriptor) == 0 else { throw .last }
    } catch {
      close(descriptor)
      throw error
    }
    // Some disks over a network tell only now that they are full.
    guard close(descriptor) == 0 else { throw .last }
    try place(draft, replaces: replaces)
  }

  private func place(_ draft: String, replaces: Bool) throws(POSIXError) {
    if !replaces {
      guard link(draft, path) != 0 else { return }
      // Some disks, such as those of cameras, know no second name for a file (link(2)): there the name is taken first,
      // for a moment by an empty file.
      guard [EPERM, ENOTSUP, ENOSYS].contains(errno) else { throw .last }
      let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .last }
      close(descriptor)
    }
    guard rename(draft, path) == 0 else { throw .last }
  }

  private static func fill(_ descriptor: Int32, with data: Data) throws(POSIXError) {
    var rest = data
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
  }
}

extension POSIXError {
  /// Must be asked before anything else can change `errno`.
  fileprivate static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
