extension String {
  /// Text out of bytes, byte for byte, a byte order mark too; nil when they are not UTF-8. (The standard
  /// library's `String(validating:as:)` needs macOS 15, and Foundation's reading drops the mark.)
  package init?(exactly bytes: some Collection<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}
