import Foundation

/// The path of a built program of the package, in the folder of the test bundle or one above it.
package func builtProgram(_ name: String = "market") throws -> String {
  let starts = [Bundle(for: Marker.self).bundleURL, Bundle.main.bundleURL, Bundle.main.executableURL]
    .compactMap(\.self)
  for start in starts {
    var folder = start
    while folder.path != "/" {
      let candidate = folder.appending(path: name)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue,
        FileManager.default.isExecutableFile(atPath: candidate.path)
      {
        return candidate.path
      }
      folder.deleteLastPathComponent()
    }
  }
  throw CocoaError(.fileNoSuchFile)
}

private final class Marker {}
