import Foundation

/// Whether curl is there to be a client. A toolchain comes without it; `.ci/run` sees to it.
package let curlIsInstalled = isInstalled("curl")

/// What curl writes to its standard output. It has to be installed. Throws when it ends with an error of its own.
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
