package import Foundation

/// Calls `body` with a file of these contents in a new directory, and removes both afterwards.
@discardableResult
package func withTemporaryFile<Result>(
  _ contents: Data, named name: String = "file", _ body: (_ path: String) async throws -> Result
) async throws -> Result {
  let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  let file = directory.appending(path: name)
  try contents.write(to: file)
  return try await body(file.path(percentEncoded: false))
}
