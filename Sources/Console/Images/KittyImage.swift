import Foundation

/// Sequences of kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
enum KittyImage {
  /// The data of an image: a PNG file (`f=100`), or four bytes for each pixel (`f=32`).
  enum Payload: Equatable {
    case png(Data)
    case pixels(Data, width: Int, height: Int)

    fileprivate var data: Data {
      switch self {
      case .png(let data), .pixels(let data, _, _): data
      }
    }

    fileprivate var keys: String {
      switch self {
      case .png: "f=100"
      case .pixels(_, let width, let height): "f=32,s=\(width),v=\(height)"
      }
    }
  }

  /// The most base64 characters in one sequence, by the protocol.
  private static let chunk = 4_096

  /// Sequences that draw at the cursor, scaled into the box. The cursor does not move (`C=1`), and the terminal sends no
  /// response (`q=2`).
  static func drawn(_ payload: Payload, in box: ImageBox) -> [String] {
    sequences("a=T,q=2,\(payload.keys),c=\(box.columns),r=\(box.rows),C=1", payload)
  }

  /// Sequences that store the image without drawing it; `placed` draws it, however often.
  static func transmitted(_ payload: Payload, id: UInt32) -> [String] {
    sequences("a=t,q=2,\(payload.keys),i=\(id)", payload)
  }

  /// A sequence that draws a stored image at the cursor, scaled into the box.
  ///
  /// - Parameter place: Tells this placement of the image from others.
  static func placed(in box: ImageBox, id: UInt32, place: Int) -> String {
    "\u{1B}_Ga=p,q=2,i=\(id),p=\(place),c=\(box.columns),r=\(box.rows),C=1\u{1B}\\"
  }

  /// A sequence that removes a placement, and not the image.
  static func removed(id: UInt32, place: Int) -> String { "\u{1B}_Ga=d,d=i,i=\(id),p=\(place),q=2\u{1B}\\" }

  /// A sequence that removes a stored image with its placements.
  static func erased(id: UInt32) -> String { "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\" }

  /// Sequences that store the image without drawing it; `placeholders` place it (`U=1`).
  static func stored(_ payload: Payload, in box: ImageBox, id: UInt32) -> [String] {
    sequences("a=T,q=2,\(payload.keys),c=\(box.columns),r=\(box.rows),U=1,i=\(id)", payload)
  }

  /// The text that the terminal replaces by a stored image, row by row: U+10EEEE in the colour whose number is the image's
  /// id, the first of each row with the row's number as a combining mark. It moves as text does, so a multiplexer needs
  /// no support for images.
  static func placeholders(in box: ImageBox, id: UInt32) -> [String] {
    let color = "\u{1B}[38;2;\(id >> 16 & 0xFF);\(id >> 8 & 0xFF);\(id & 0xFF)m"
    return rowMarks.prefix(box.rows).map { mark in
      var row = "\u{10EEEE}"
      row.unicodeScalars.append(mark)
      row.unicodeScalars.append(firstColumn)
      return color + row + String(repeating: "\u{10EEEE}", count: box.columns - 1) + "\u{1B}[39m"
    }
  }

  /// The most rows that `placeholders` can number.
  static var mostRows: Int { rowMarks.count }

  /// The combining marks for 0, 1, 2 … (rowcolumn-diacritics.txt of kitty).
  private static let rowMarks: [Unicode.Scalar] = [
    "\u{305}", "\u{30D}", "\u{30E}", "\u{310}", "\u{312}", "\u{33D}", "\u{33E}", "\u{33F}", "\u{346}",
    "\u{34A}",
    "\u{34B}", "\u{34C}", "\u{350}", "\u{351}", "\u{352}", "\u{357}", "\u{35B}", "\u{363}", "\u{364}",
    "\u{365}",
    "\u{366}", "\u{367}", "\u{368}", "\u{369}", "\u{36A}", "\u{36B}", "\u{36C}", "\u{36D}", "\u{36E}",
    "\u{36F}",
  ]
  private static let firstColumn: Unicode.Scalar = "\u{305}"

  private static func sequences(_ keys: String, _ payload: Payload) -> [String] {
    let text = payload.data.base64EncodedString().utf8
    var sequences: [String] = []
    var rest = text[...]
    repeat {
      let chunk = rest.prefix(Self.chunk)
      rest = rest.dropFirst(Self.chunk)
      let more = "m=\(rest.isEmpty ? 0 : 1)"
      // Later chunks have only `m`, and `q`, without which some terminals respond to each.
      let control = sequences.isEmpty ? "\(keys),\(more)" : "q=2,\(more)"
      sequences.append("\u{1B}_G\(control);\(Substring(chunk))\u{1B}\\")
    } while !rest.isEmpty
    return sequences
  }
}

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
