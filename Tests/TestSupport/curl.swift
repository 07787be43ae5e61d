import Foundation

/// Whether curl is installed. A Swift toolchain does not include it; `.ci/run` installs it.
package let curlIsInstalled = isInstalled("curl")

/// Runs curl and returns its standard output. Throws when its exit code is not 0.
package func curl(_ arguments: String...) async throws -> String {
  try await onThread {
    let (status, output) = try ChildProcess.run(
      ["curl", "--silent", "--show-error", "--noproxy", "*", "--max-time", "\(patientSeconds)"] + arguments)
    guard status == 0 else { throw CurlFailure(status: status) }
    return String(decoding: output, as: UTF8.self)
  }
}

package struct CurlFailure: Error {
  package let status: Int32
}
