import Console
import Foundation
import OpenMarket

/// A picture of an item as a person is to see it: drawn where that is possible, and in words.
struct ShownPicture: Sendable {
  /// `macbook.png · 1280×720 · 240 kB`, or why there is nothing to see. Safe on a terminal.
  let caption: String
  /// Nil where it cannot be drawn.
  let drawing: Drawing?
}

extension ItemPicture {
  /// `1280×720` and `240 kB`.
  func facts(_ format: OutputFormat) -> [LocalizedPhrase] {
    ["\(width)×\(height)", LocalizedPhrase(verbatim: format.size(bytes.count))]
  }

  private var width: Int { info.isSideways ? info.height : info.width }
  private var height: Int { info.isSideways ? info.width : info.height }

  /// The picture for a terminal; nil when it is too large to be decoded there.
  var forTerminal: Picture? {
    let format: Picture.Format =
      switch info.format {
      case .png: .png
      case .jpeg: .jpeg
      }
    return Picture(bytes: bytes, format: format, width: width, height: height)
  }
}
