/// A size of smaller copies of images. The raw value is the width in pixels, and part of the path.
package enum ThumbnailSize: Int, Sendable, CaseIterable {
  /// For rows and cards of a list.
  case small = 320
  /// For the page of an item.
  case large = 960

  /// The largest width and height, in pixels. A tall image is cut down to the height.
  var width: Int { rawValue }
  var height: Int {
    switch self {
    case .small: rawValue
    case .large: 2 * rawValue
    }
  }

  /// The width of the copy of an image with so many pixels: no copy is larger than its image.
  package func width(ofCopy pixels: (width: Int, height: Int)) -> Int {
    let scale = min(1, Double(width) / Double(pixels.width), Double(height) / Double(pixels.height))
    return max(1, Int((Double(pixels.width) * scale).rounded()))
  }

  /// The bytes that a copy should have at most.
  var bytes: Int {
    switch self {
    case .small: 40_000
    case .large: 400_000
    }
  }
}
