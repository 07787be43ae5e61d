package import Foundation

/// An image of an item as it came from the market: whole, of a known kind, and no larger than an image may be.
package struct FetchedImage: Sendable, Equatable {
  package let bytes: Data
  package let info: ImageInfo

  /// Refuses what is not a whole PNG or JPEG, and what is too large.
  package init(_ bytes: Data) throws(ImageFetchError) {
    guard bytes.count <= ItemLimits.imageBytes else { throw .tooLarge }
    do {
      info = try ImageInfo(checking: bytes)
    } catch {
      throw .notAnImage(error)
    }
    self.bytes = bytes
  }
}
