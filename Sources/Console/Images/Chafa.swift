import Foundation
import SystemSupport

/// The program chafa (https://hpjansson.org/chafa/), which converts images to blocks and pixels.
package struct Chafa: Sendable, Equatable {
  /// The width and height in pixels of the character cell that versions up to 1.12 assume without a terminal. Later
  /// versions report the size of the image.
  private static let unit = 8
  /// In bytes.
  private static let outputLimit = 16 << 20

  let path: String
  /// Whether the terminal has 24-bit colour instead of 256 colours.
  let hasTrueColor: Bool
  var timeout = Duration.seconds(3)
}

extension Chafa {
  /// Nil if chafa is not installed.
  package init?(environment: [String: String]) {
    guard let path = BoundedProcess.path(of: "chafa", environment) else { return nil }
    self.init(
      path: path, hasTrueColor: ["truecolor", "24bit"].contains(environment["COLORTERM"]))
  }

  func blocks(_ image: TerminalImage, in box: ImageBox) -> BlockImage? {
    let colors = hasTrueColor ? "full" : "256"
    let output = output(
      for: image, ["--format", "symbols", "--symbols", "block+space", "--colors", colors],
      size: (box.columns, box.rows))
    return output.flatMap { BlockImage($0, in: box) }
  }

  /// The pixels of the image, scaled to about the size of the box.
  func pixels(_ image: TerminalImage, in box: ImageBox, cell: CellSize) -> KittyImage.Payload? {
    let size = (
      max(1, box.columns * cell.width / Self.unit), max(1, box.rows * cell.height / Self.unit)
    )
    return output(for: image, ["--format", "kitty"], size: size).flatMap(KittyImage.Payload.init(chafa:))
  }

  /// Passes the image on standard input, so that no file name is an argument.
  private func output(
    for image: TerminalImage, _ arguments: [String], size: (columns: Int, rows: Int)
  ) -> Data? {
    let common = [
      "--size", "\(size.columns)x\(size.rows)", "--stretch", "--animate", "off", "--polite", "on", "-",
    ]
    return BoundedProcess(
      path: path, arguments: arguments + common,
      // No variables of a multiplexer: later versions would wrap their sequences for it.
      environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"], limit: Self.outputLimit,
      timeout: timeout
    ).output(for: image.bytes)
  }
}
