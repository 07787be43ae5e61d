/// Which ancillary chunks of a PNG image stay: those without which the image or its animation looks different, in the form
/// of the standard (PNG, third edition, 11.3).
///
/// hIST and sPLT only advise; text, time, Exif and what is not in the standard do not stay either, nor does a second chunk
/// of a kind, one of another length than its kind has, or a frame of an image that is not animated.
struct PNGChunks {
  /// Bytes of a profile; those of cameras and printers have far fewer.
  static let largestProfile = 1 << 20

  private let colourType: Int
  private var present: Set<Int> = []
  private var isAnimated = false

  init(colourType: Int) {
    self.colourType = colourType
  }

  static func type(_ name: String) -> Int {
    name.utf8.reduce(0) { $0 << 8 | Int($1) }
  }

  /// A chunk as an image has it (PNG, third edition, 5.3).
  static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
    let typed = type.utf8 + contents
    return UInt32(contents.count).bigEndianBytes + typed + CRC32(typed).bytes
  }

  private static let animation = type("acTL")
  private static let frames = [type("fcTL"): 26...26, type("fdAT"): 4...Int.max]

  private static let lengths = [
    type("gAMA"): 4...4, type("cHRM"): 32...32, type("sRGB"): 1...1, type("cICP"): 4...4,
    type("mDCV"): 24...24, type("cLLI"): 8...8, type("pHYs"): 9...9, type("iCCP"): 3...largestProfile,
    // A decoder reads pixels differently with it, so that PNGContents refuses a wrong one.
    type("tRNS"): 0...Int.max,
  ]

  /// Bytes of sBIT and of bKGD by colour type.
  private static let significantBits = [0: 1, 2: 3, 3: 3, 4: 2, 6: 4]
  private static let background = [0: 2, 2: 6, 3: 1, 4: 2, 6: 6]

  /// Whether a chunk stays, in the order of the chunks.
  mutating func keeps(_ type: Int, length: Int, isBeforePixels: Bool) -> Bool {
    if let lengths = Self.frames[type] { return isAnimated && lengths.contains(length) }
    guard isOfStandardLength(type, length), type == Self.type("tRNS") || present.insert(type).inserted else {
      return false
    }
    if type == Self.animation {
      // Behind the pixels it says nothing.
      isAnimated = isBeforePixels
      return isBeforePixels
    }
    return true
  }

  private func isOfStandardLength(_ type: Int, _ length: Int) -> Bool {
    switch type {
    case Self.animation: length == 8
    case Self.type("sBIT"): length == Self.significantBits[colourType]
    case Self.type("bKGD"): length == Self.background[colourType]
    default: Self.lengths[type]?.contains(length) ?? false
    }
  }
}
