package import Foundation

/// A PNG or JPEG image to draw on a terminal. Its format and size are known to be valid.
package struct TerminalImage: Sendable, Equatable {
  /// The largest width and height that kitty decodes, in pixels.
  private static let longestSide = 10_000
  private static let mostPixels = 64_000_000

  let bytes: Data
  /// Whether the bytes are PNG, and not JPEG.
  let isPNG: Bool
  /// In pixels.
  let width: Int
  let height: Int

  /// Nil if the width, the height or the number of pixels exceeds its limit.
  package init?(bytes: Data, isPNG: Bool, width: Int, height: Int) {
    guard 1...Self.longestSide ~= width, 1...Self.longestSide ~= height, width * height <= Self.mostPixels
    else { return nil }
    self.bytes = bytes
    self.isPNG = isPNG
    self.width = width
    self.height = height
  }
}
