import Foundation

/// Converts text to UTF-8, piece by piece. Bytes that are no character become the byte FF, which UTF-8 never has.
extension TextLayout {
  private static let invalid: UInt8 = 0xFF

  /// Appends the characters of a piece to a buffer.
  /// - Returns: How many bytes at the end of the piece belong to a character that is cut in two.
  func append(_ piece: [UInt8], isLast: Bool, to buffer: inout [UInt8]) -> Int {
    switch encoding {
    case .utf8:
      buffer += piece
      return 0
    case .utf16: return appendUTF16(piece, isLast: isLast, to: &buffer)
    case .cp949:
      return appendDoubleByte(piece, .cp949, isLast: isLast, to: &buffer) { _ in nil }
    case .shiftJIS:
      // JIS X 0201: half-width katakana are one byte.
      return appendDoubleByte(piece, .shiftJIS, isLast: isLast, to: &buffer) { byte in
        (0xA1...0xDF).contains(byte) ? Unicode.Scalar(0xFF61 + UInt32(byte) - 0xA1) : nil
      }
    case .windows1252:
      for byte in piece { append(Self.windows1252[Int(byte)], to: &buffer) }
      return 0
    }
  }

  private func append(_ scalar: Unicode.Scalar?, to buffer: inout [UInt8]) {
    if let scalar {
      UTF8.encode(scalar).map { buffer += $0 }
    } else {
      buffer.append(Self.invalid)
    }
  }

  private func appendUTF16(_ piece: [UInt8], isLast: Bool, to buffer: inout [UInt8]) -> Int {
    func unit(_ index: Int) -> UInt16 {
      let (high, low) =
        isBigEndian ? (piece[index], piece[index + 1]) : (piece[index + 1], piece[index])
      return UInt16(high) << 8 | UInt16(low)
    }
    var index = 0
    while index + 2 <= piece.count {
      let first = unit(index)
      if UTF16.isLeadSurrogate(first) {
        guard index + 4 <= piece.count || isLast else { break }
        if index + 4 <= piece.count, UTF16.isTrailSurrogate(unit(index + 2)) {
          append(UTF16.decode(UTF16.EncodedScalar([first, unit(index + 2)])), to: &buffer)
          index += 4
          continue
        }
      }
      append(Unicode.Scalar(first), to: &buffer)
      index += 2
    }
    guard isLast, index < piece.count else { return piece.count - index }
    buffer.append(Self.invalid)
    return 0
  }

  private func appendDoubleByte(
    _ piece: [UInt8], _ table: DoubleByteTable, isLast: Bool, to buffer: inout [UInt8],
    single: (UInt8) -> Unicode.Scalar?
  ) -> Int {
    var index = 0
    while index < piece.count {
      let first = piece[index]
      if first < 0x80 {
        buffer.append(first)
        index += 1
      } else if let scalar = single(first) {
        append(scalar, to: &buffer)
        index += 1
      } else if index + 1 < piece.count {
        let second = piece[index + 1]
        let scalar = table.scalar(first, second)
        append(scalar, to: &buffer)
        // ASCII behind a byte that begins no character is read: it may be the delimiter.
        index += scalar == nil && second < 0x80 ? 1 : 2
      } else {
        guard isLast else { return 1 }
        buffer.append(Self.invalid)
        index += 1
      }
    }
    return 0
  }

  /// By byte; five have none.
  private static let windows1252 = (UInt8.min...UInt8.max).map {
    String(bytes: [$0], encoding: .windowsCP1252)?.unicodeScalars.first
  }
}
