import Console
import Foundation
import OpenMarket

/// An image of an item as a person is to see it: drawn where that is possible, and in words.
struct DisplayedImage: Sendable {
  /// `macbook.png · 1280×720 · 240 kB`, or why there is nothing to see. Safe on a terminal.
  let caption: String
  /// Nil where it cannot be drawn.
  let drawing: Drawing?
}

extension FetchedImage {
  /// `1280×720` and `240 kB`.
  func facts(_ format: OutputFormat) -> [LocalizedPhrase] {
    ["\(width)×\(height)", LocalizedPhrase(verbatim: format.size(bytes.count))]
  }

  private var width: Int { info.isSideways ? info.height : info.width }
  private var height: Int { info.isSideways ? info.width : info.height }

  /// The image for a terminal; nil when it is too large to be decoded there.
  var forTerminal: TerminalImage? {
    let format: TerminalImage.Format =
      switch info.format {
      case .png: .png
      case .jpeg: .jpeg
      }
    return TerminalImage(bytes: bytes, format: format, width: width, height: height)
  }
}
