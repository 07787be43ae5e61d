package import Foundation

/// A PNG or JPEG image that has been found to be one, on its way to a terminal.
package struct TerminalImage: Sendable, Equatable {
  package enum Format: Sendable {
    case png, jpeg
  }

  /// What terminals still decode: kitty takes 10,000 pixels a side.
  private static let longestSide = 10_000
  private static let mostPixels = 64_000_000

  let bytes: Data
  let format: Format
  /// In pixels.
  let width: Int
  let height: Int

  /// Nil for an image that is too large to be decoded for a look at it, however few bytes it has.
  package init?(bytes: Data, format: Format, width: Int, height: Int) {
    guard 1...Self.longestSide ~= width, 1...Self.longestSide ~= height, width * height <= Self.mostPixels
    else { return nil }
    self.bytes = bytes
    self.format = format
    self.width = width
    self.height = height
  }
}
