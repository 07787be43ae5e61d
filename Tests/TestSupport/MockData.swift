package import Foundation

/// Recorded responses and small real images, in the folder `MockData` beside `Tests`.
package enum MockData {
  package static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../MockData/\(name)")
      .standardizedFileURL.path(percentEncoded: false)
  }

  package static func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }
}
