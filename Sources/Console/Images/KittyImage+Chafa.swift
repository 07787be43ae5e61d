import Foundation

extension KittyImage.Payload {
  /// The pixels from chafa's output in the format `kitty`, whose own placement is dropped. Nil for any other output.
  init?(chafa output: Data) {
    guard let text = String(validating: output, as: UTF8.self) else { return nil }
    var pixels = Data()
    var size: (width: Int, height: Int)?
    for sequence in text.components(separatedBy: "\u{1B}\\") {
      guard let start = sequence.range(of: "\u{1B}_G") else { continue }
      let halves = sequence[start.upperBound...].split(
        separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      let keys = halves[0].split(separator: ",").reduce(into: [Substring: Substring]()) { keys, pair in
        let parts = pair.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { keys[parts[0]] = parts[1] }
      }
      if size == nil {
        guard keys["f"] == "32", let width = keys["s"].flatMap({ Int($0) }),
          let height = keys["v"].flatMap({ Int($0) })
        else { return nil }
        size = (width, height)
      }
      // Each chunk is padded base64 by itself.
      guard halves.count == 2, !halves[1].isEmpty else { continue }
      guard let chunk = Data(base64Encoded: String(halves[1])) else { return nil }
      pixels.append(chunk)
    }
    guard let size, 1...10_000 ~= size.width, 1...10_000 ~= size.height,
      pixels.count == size.width * size.height * 4
    else { return nil }
    self = .pixels(pixels, width: size.width, height: size.height)
  }
}
