package import Foundation

/// The bytes of a stored image, which are read in pieces when they are needed.
///
/// Images never change, so the pieces are of one image whatever is written between them.
package struct StoredBytes: Sendable {
  struct Properties: Sendable {
    let count: Int
    /// Digest of all bytes (`StoredImage.digest`); nil where it is not known.
    let digest: String?
    /// Width times height.
    let pixels: Double
  }

  let properties: Properties
  /// The length of the whole, in bytes.
  package var count: Int { properties.count }
  private let read: @Sendable (Range<Int>) async throws -> Data

  init(_ properties: Properties, read: @escaping @Sendable (Range<Int>) async throws -> Data) {
    (self.properties, self.read) = (properties, read)
  }

  /// Bytes that are in memory.
  init(_ data: Data) {
    self.init(Properties(count: data.count, digest: StoredImage.digest(of: data), pixels: 0)) {
      data.dropFirst($0.lowerBound).prefix($0.count)
    }
  }

  /// The bytes from `offset` on, fewer than `count` only at the end. Throws `MarketplaceError.noSuchImage` for an image
  /// that was deleted meanwhile.
  ///
  /// A database may follow the pages of the image from its start to find a piece: fewer, larger pieces take less time.
  package func read(offset: Int, count: Int) async throws -> Data {
    try await read(offset..<min(self.count, offset + count))
  }
}
