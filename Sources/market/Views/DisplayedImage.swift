import Console
import OpenMarket
import Wording

/// An image of an item as it is shown: drawn, if the terminal can draw it, and described.
struct DisplayedImage: Sendable {
  /// `macbook.png · 1280×720 · 240 kB`, or why there is no image. Sanitized.
  let caption: String
  /// Nil if it cannot be drawn.
  let drawing: Drawing?
}

extension FetchedImage {
  /// `1280×720` and `240 kB`.
  func facts(_ format: OutputFormat) -> [LocalizedPhrase] {
    ["\(width)×\(height)", LocalizedPhrase(verbatim: format.size(bytes.count))]
  }

  private var width: Int { info.isSideways ? info.height : info.width }
  private var height: Int { info.isSideways ? info.width : info.height }

  /// The image for a terminal; nil if it is too large to be decoded.
  var forTerminal: TerminalImage? {
    TerminalImage(bytes: bytes, isPNG: info.format == .png, width: width, height: height)
  }
}
