import Foundation
import SystemSupport

/// An image as a market stores it: without metadata, which would reveal where a thing for sale is.
struct StrippedImage: Sendable {
  let info: ImageInfo
  /// The very bytes given where there was nothing to remove.
  let bytes: Data
  /// The SHA-256 of the bytes as they were sent, in hexadecimal, and where metadata was removed that of the stored ones
  /// behind a space: by it a client finds out that an image is one it has.
  let digest: String

  /// Throws what is wrong with bytes that are not a whole PNG or JPEG.
  init(_ data: Data) throws(ImageDefect) {
    let structure = try ImageStructure(data)
    info = structure.info
    bytes = structure.edits.applied(to: data)
    let sent = SHA256.hexadecimal(data)
    digest = bytes == data ? sent : sent + " " + SHA256.hexadecimal(bytes)
  }
}

extension StrippedImage {
  /// Checks what decoders will read, which costs as much as decoding.
  fileprivate func checkContents() throws(ImageDefect) {
    try info.checkSize()
    switch info.format {
    case .png: try PNGContents.check(bytes)
    case .jpeg: try JPEGContents.check(bytes)
    }
  }
}

extension ItemImage {
  /// The image as it is stored, checked in full. Throws a `ValidationError` for what is too large, or not a whole PNG or
  /// JPEG image that decoders read alike.
  func stripped() throws(ValidationError) -> StrippedImage {
    let bytes = try bytes()
    return try checked { () throws(ImageDefect) in
      let image = try StrippedImage(bytes)
      try image.checkContents()
      return image
    }
  }
}

/// Changes to an image's bytes, in the order of the bytes. Positions count from the first byte of the original image.
struct ImageEdits {
  private struct Edit {
    var range: Range<Int>
    var replacement: [UInt8]
  }

  private var edits: [Edit] = []

  /// Removes bytes after those of every earlier change.
  mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    // An image may have millions of segments to remove; adjacent ones are merged.
    if let last = edits.last, last.replacement.isEmpty, last.range.upperBound == range.lowerBound {
      edits[edits.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      edits.append(Edit(range: range, replacement: []))
    }
  }

  /// Replaces a range after those of every earlier change.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    edits.append(Edit(range: range, replacement: bytes))
  }

  /// Inserts bytes at a position that is not inside a removed range; at the start of one they replace it.
  mutating func insert(_ bytes: [UInt8], at position: Int) {
    let index = edits.firstIndex { $0.range.lowerBound >= position } ?? edits.endIndex
    if index < edits.endIndex, edits[index].range.lowerBound == position, edits[index].replacement.isEmpty {
      edits[index].replacement = bytes
    } else {
      edits.insert(Edit(range: position..<position, replacement: bytes), at: index)
    }
  }

  /// The changed bytes; the original, not a copy, when no change makes a difference.
  func applied(to data: Data) -> Data {
    data.withUnsafeBytes { bytes in
      let effective = edits.filter { !bytes[$0.range].elementsEqual($0.replacement) }
      guard !effective.isEmpty else { return data }
      var result = Data(capacity: data.count)
      var copied = 0
      for edit in effective {
        result.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied..<edit.range.lowerBound]))
        result.append(contentsOf: edit.replacement)
        copied = edit.range.upperBound
      }
      result.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied...]))
      return result
    }
  }
}
