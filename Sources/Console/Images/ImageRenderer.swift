import Foundation

/// Draws images on a terminal, by its protocol and size.
package struct ImageRenderer: Sendable {
  package private(set) var `protocol`: ImageProtocol
  /// Whether the terminal has not been asked yet whether it draws more than the protocol.
  package private(set) var isAssumed = false
  package let multiplexer: Multiplexer
  /// The size of a character cell.
  package let cell: CellSize
  /// The height of the screen, in lines.
  package let rows: Int
  /// Nil if it is not installed.
  package let chafa: Chafa?
  /// Whether images are drawn on a canvas, where they come and go: each is sent once, and placed by its id.
  package var isForCanvas = false

  package init(
    _ protocol: ImageProtocol, multiplexer: Multiplexer = .none, cell: CellSize = .assumed, rows: Int = 24,
    chafa: Chafa? = nil
  ) {
    self.protocol = `protocol`
    self.multiplexer = multiplexer
    self.cell = cell
    self.rows = rows
    self.chafa = chafa
  }

  /// Takes the answer of the terminal.
  package mutating func take(supportsKitty: Bool) {
    if supportsKitty { `protocol` = .kitty }
    isAssumed = false
  }

  /// Draws nothing.
  package static let none = ImageRenderer(.none)

  /// The image, as large as fits into the box; nil if it cannot be drawn. Blocks; may run chafa.
  package func drawing(of image: TerminalImage, in limit: ImageBox) -> Drawing? {
    let most = ImageBox(
      columns: limit.columns, rows: min(limit.rows, KittyImage.mostRows, max(1, rows - 2)))
    let box = most.filled(by: image, cell: cell)
    switch `protocol` {
    case .kitty: return kitty(image, box)
    case .blocks: return chafa?.blocks(image, in: box).map { Drawing(box: box, .text($0.rows)) }
    case .none: return nil
    }
  }

  private func kitty(_ image: TerminalImage, _ box: ImageBox) -> Drawing? {
    // Other formats are sent as pixels, twice as many in each direction as needed: the screen may have a high resolution.
    let fine = CellSize(width: cell.width * 2, height: cell.height * 2)
    let payload =
      image.isPNG
      ? KittyImage.Payload.png(image.bytes) : chafa?.pixels(image, in: box, cell: fine)
    guard let payload else { return nil }
    let id = Self.id(of: image, in: box)
    if multiplexer == .tmux {
      let sequences = KittyImage.stored(payload, in: box, id: id)
      return Drawing(
        box: box, .text(KittyImage.placeholders(in: box, id: id)),
        preparation: sequences.map(multiplexer.passing).joined(), id: id)
    }
    guard isForCanvas else {
      return Drawing(box: box, .sequence(KittyImage.drawn(payload, in: box).joined()))
    }
    return Drawing(
      box: box, .placement, preparation: KittyImage.transmitted(payload, id: id).joined(), id: id)
  }

  /// An id of 24 bits, not 0. Within a run the id depends on the image and its size alone, so that the terminal stores
  /// each image once.
  private static func id(of image: TerminalImage, in box: ImageBox) -> UInt32 {
    var hasher = Hasher()
    image.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(box.columns)
    hasher.combine(box.rows)
    return max(1, UInt32(truncatingIfNeeded: hasher.finalize()) & 0xFF_FFFF)
  }
}

/// An image encoded for a terminal.
package struct Drawing: Sendable, Equatable {
  enum Content: Equatable {
    /// One line for each row, exactly as wide as the box.
    case text([String])
    /// A sequence that draws to the right of and below the cursor, and may leave the cursor anywhere.
    case sequence(String)
    /// The stored image, which a canvas places.
    case placement
  }

  package let box: ImageBox
  let content: Content
  /// A sequence to send before the content, which stores the image. It draws nothing and does not move the cursor.
  let preparation: String
  /// The id of the stored image; 0 without a preparation.
  let id: UInt32

  /// Bytes of memory that it takes.
  package var bytes: Int {
    let texts: [String] =
      switch content {
      case .text(let lines): lines
      case .sequence(let sequence): [sequence]
      case .placement: []
      }
    return texts.reduce(preparation.utf8.count) { $0 + $1.utf8.count }
  }

  init(box: ImageBox, _ content: Content, preparation: String = "", id: UInt32 = 0) {
    self.box = box
    self.content = content
    self.preparation = preparation
    self.id = id
  }
}

extension ImageRenderer {
  /// For the response of a terminal to the query.
  private static let timeout = Duration.milliseconds(250)

  /// The renderer for the terminal on standard output. Its protocol is the choice, the one that the environment implies, or
  /// the one that the terminal reports. Requires that standard output is a terminal.
  ///
  /// - Parameters:
  ///   - choice: The value of `--images`; nil to detect the protocol.
  ///   - asks: Whether the terminal is asked where it has to be, and waited for. A screen to which it may answer later
  ///     (`Keyboard.Event.answered`) is there at once.
  package static func standard(
    _ choice: ImageProtocol?, environment: [String: String], isColored: Bool, asks: Bool
  ) throws -> ImageRenderer {
    let multiplexer = Multiplexer(environment: environment)
    var known = choice ?? implied(by: environment, multiplexer)
    if known == nil, asks { known = try reported(input: STDIN_FILENO, output: STDOUT_FILENO) }
    var found = known ?? .text(environment)
    // Blocks need colour.
    if choice == nil, found == .blocks, !isColored { found = .none }
    var renderer = ImageRenderer(
      found, multiplexer: multiplexer, cell: Terminal.cell(of: STDOUT_FILENO) ?? .assumed,
      rows: Terminal.rows(of: STDOUT_FILENO) ?? 24, chafa: Chafa(environment: environment))
    renderer.isAssumed = known == nil && !asks
    return renderer
  }

  private static func implied(by environment: [String: String], _ multiplexer: Multiplexer) -> ImageProtocol?
  {
    guard multiplexer == .tmux else { return .implied(by: environment) }
    return TmuxClient(environment: environment)?.imageProtocol ?? .text(environment)
  }

  /// The protocol that the terminal reports; nil without a response, or if it supports none.
  static func reported(input: Int32, output: Int32, timeout: Duration = timeout) throws -> ImageProtocol? {
    var query = TerminalQuery()
    _ = try Terminal.query(TerminalQuery.query, input: input, output: output, timeout: timeout) {
      query.take($0)
      return query.isComplete
    }
    return query.supportsKitty ? .kitty : nil
  }
}
