package import Foundation

/// Reads a small file whole. The path may lead to anything, such as a device without an end.
package enum BoundedFile {
  /// The contents; nil for more bytes than the limit. A pipe without a writer is empty.
  package static func contents(ofPath path: String, limit: Int) throws(POSIXError) -> Data? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var contents = Data()
    var buffer = [UInt8](repeating: 0, count: 16 * 1_024)
    while contents.count <= limit {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { return contents }
      contents.append(contentsOf: buffer[..<count])
    }
    return nil
  }
}
