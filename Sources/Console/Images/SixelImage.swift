import Foundation

/// An image in sixels, made by another program.
struct SixelImage: Equatable {
  /// From `ESC P` to `ESC \`.
  let sequence: String
  /// In pixels.
  let width: Int
  let height: Int

  /// Parses one device control string of sixels with raster attributes (VT330/340 manual, chapter 14: `DCS P1;P2;P3 q
  /// "Pan;Pad;Ph;Pv …`). Output around it is dropped. Nil if there is none, or if it holds any other byte.
  init?(_ output: Data) {
    let escape = UInt8(ascii: "\u{1B}")
    guard let start = output.firstRange(of: [escape, UInt8(ascii: "P")])?.lowerBound,
      let end = output[start...].firstRange(of: [escape, UInt8(ascii: "\\")])?.upperBound
    else { return nil }
    let body = output[(start + 2)..<(end - 2)]
    guard body.allSatisfy({ 0x20...0x7E ~= $0 || $0 == 0x0A || $0 == 0x0D }),
      let q = body.firstIndex(of: UInt8(ascii: "q")),
      body[..<q].allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ";") }),
      body[(q + 1)...].first == UInt8(ascii: "\"")
    else { return nil }
    let raster = body[(q + 2)...].prefix { UInt8(ascii: "0")...UInt8(ascii: ";") ~= $0 }
    let numbers = raster.split(separator: UInt8(ascii: ";")).compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard numbers.count == 4, 1...20_000 ~= numbers[2], 1...20_000 ~= numbers[3] else { return nil }
    width = numbers[2]
    height = numbers[3]
    sequence = String(decoding: output[start..<end], as: UTF8.self)
  }
}
