import Foundation
import SystemSupport

/// Contents that are kept on disk while a slow client sends or reads them: a temporary file without a name, gone when it
/// is closed.
final class SpoolFile: Sendable {
  private let descriptor: Int32

  /// Throws 507 (Insufficient Storage) where the disk is full, and 503 where no temporary file can be made.
  init() throws(HTTPError) {
    descriptor = UnnamedFile.open()
    guard descriptor >= 0 else {
      throw errno == ENOSPC || errno == EDQUOT
        ? Self.noSpace
        : HTTPError(
          503, "The server's folder for temporary files cannot be used", section: "RFC 9110 §15.6.4")
    }
  }

  deinit {
    close(descriptor)
  }

  /// Appends bytes at an offset. Throws 507 when the disk is full.
  func write(_ data: Data, at offset: Int) throws(HTTPError) {
    let isWritten = data.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
        guard count > 0 || errno == EINTR else { return false }
        written += max(0, count)
      }
      return true
    }
    guard isWritten else { throw Self.noSpace }
  }

  /// Reads into the whole buffer, as far as the file reaches, and returns the number of bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
  }

  /// The first bytes of the file, mapped into memory: the system can take the memory back, since the bytes are on disk.
  func mapped(count: Int) throws(HTTPError) -> Data {
    guard count > 0 else { return Data() }
    let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw Self.noSpace }
    return Data(bytesNoCopy: address, count: count, deallocator: .custom { munmap($0, $1) })
  }

  private static let noSpace = HTTPError(
    507, "The disk for temporary files is full", section: "RFC 4918 §11.5")
}
