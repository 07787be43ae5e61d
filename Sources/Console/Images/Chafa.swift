import Foundation
import SystemSupport

/// The program that turns images into what terminals without images of their own can show
/// (https://hpjansson.org/chafa/), where it is installed.
package struct Chafa: Sendable, Equatable {
  /// A side of the places that it reckons with where it is given no terminal, in pixels, by its versions up to 1.12;
  /// later ones say in their answer what they took.
  private static let unit = 8
  private static let outputLimit = 16 << 20

  let path: String
  /// Whether the terminal shows 24 bits of colour, and not 256 colours.
  let hasTrueColor: Bool
  let patience: Duration

  init(path: String, hasTrueColor: Bool, patience: Duration = .seconds(3)) {
    self.path = path
    self.hasTrueColor = hasTrueColor
    self.patience = patience
  }

  /// Nil where it is not installed.
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

  /// At most as large as the box: made smaller once when it turns out that chafa reckons with larger places.
  func sixels(_ image: TerminalImage, in box: ImageBox, cell: CellSize) -> SixelImage? {
    let goal = (width: box.columns * cell.width, height: box.rows * cell.height)
    var size = (columns: max(1, goal.width / Self.unit), rows: max(1, goal.height / Self.unit))
    for _ in 1...2 {
      guard let output = output(for: image, ["--format", "sixels"], size: size),
        let sixels = SixelImage(output)
      else { return nil }
      if sixels.width <= goal.width, sixels.height <= goal.height { return sixels }
      size.columns = max(1, size.columns * goal.width / max(goal.width, sixels.width))
      size.rows = max(1, size.rows * goal.height / max(goal.height, sixels.height))
    }
    return nil
  }

  /// The image's pixels, about as many as the box has.
  func pixels(_ image: TerminalImage, in box: ImageBox, cell: CellSize) -> KittyImage.Payload? {
    let size = (
      max(1, box.columns * cell.width / Self.unit), max(1, box.rows * cell.height / Self.unit)
    )
    return output(for: image, ["--format", "kitty"], size: size).flatMap(KittyImage.Payload.init(chafa:))
  }

  /// The name of the image is no argument: it comes as the input.
  private func output(
    for image: TerminalImage, _ arguments: [String], size: (columns: Int, rows: Int)
  ) -> Data? {
    let common = [
      "--size", "\(size.columns)x\(size.rows)", "--stretch", "--animate", "off", "--polite", "on", "-",
    ]
    return BoundedProcess(
      path: path, arguments: arguments + common,
      // No word of a multiplexer, which later versions would wrap their sequences for.
      environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"], limit: Self.outputLimit,
      timeout: patience
    ).output(for: image.bytes)
  }
}
