import CSystem
package import Foundation

extension Data {
  /// Random bytes of the system, at most 256, which cannot be guessed.
  package static func random(count: Int) -> Data {
    var bytes = Data(count: count)
    let isFilled = bytes.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { csystem_random($0, bytes.count) } == 0
    }
    return isFilled ? bytes : Data((0..<count).map { _ in UInt8.random(in: 0...255) })
  }
}
