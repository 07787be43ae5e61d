package import Foundation

/// Recorded responses and small real images, in the folder `MockData` beside `Tests`.
package enum MockData {
  package static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../MockData/\(name)")
      .standardizedFileURL.path(percentEncoded: false)
  }

  /// The names of the two images where a market has stored them under a number (`StoredImage.pathName`).
  package static func png(_ id: Int) -> String { "\(id)-e75795238ca98f5b1324eb7375b4c37e.png" }
  package static func jpg(_ id: Int) -> String { "\(id)-5cb4642906f998fa26ab9ce1a2885bf5.jpg" }

  package static func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }
}
