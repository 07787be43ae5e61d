import Foundation

/// Whether curl is installed. A Swift toolchain does not include it; `.ci/run` installs it.
package let curlIsInstalled = isInstalled("curl")

/// Runs curl and returns its standard output. Throws when its exit code is not 0.
package func curl(_ arguments: String...) async throws -> String {
  try await onThread {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["curl", "--silent", "--show-error", "--noproxy", "*", "--max-time", "\(patientSeconds)"]
      + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CurlFailure(status: process.terminationStatus) }
    return String(decoding: written, as: UTF8.self)
  }
}

package struct CurlFailure: Error {
  package let status: Int32
}
