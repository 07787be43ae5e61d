package import Foundation

/// A picture of an item as it came from the market: whole, of a known kind, and no larger than a picture may be.
package struct ItemPicture: Sendable, Equatable {
  package let bytes: Data
  package let info: ImageInfo

  /// Refuses what is not a whole PNG or JPEG, and what is too large.
  package init(_ bytes: Data) throws(PictureError) {
    guard bytes.count <= ItemLimits.imageBytes else { throw .tooLarge }
    do {
      info = try ImageInfo(checking: bytes)
    } catch {
      throw .notAPicture(error)
    }
    self.bytes = bytes
  }
}
