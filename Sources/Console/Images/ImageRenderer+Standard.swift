import Foundation

extension ImageRenderer {
  /// For the response of a terminal to the query.
  private static let timeout = Duration.milliseconds(250)

  /// The renderer for the terminal on standard output. Its protocol is the choice, the one that the environment implies, or
  /// the one that the terminal reports. Requires that standard output is a terminal.
  ///
  /// - Parameter choice: The value of `--images`; nil to detect the protocol.
  package static func standard(_ choice: ImageProtocol?, environment: [String: String], isColored: Bool)
    throws
    -> ImageRenderer
  {
    let chafa = Chafa(environment: environment)
    let multiplexer = Multiplexer(environment: environment)
    var found = try choice ?? found(environment, multiplexer)
    // Blocks need colour.
    if choice == nil, found == .blocks, !isColored { found = .none }
    return ImageRenderer(
      found, multiplexer: multiplexer, cell: Terminal.cell(of: STDOUT_FILENO) ?? .assumed,
      rows: Terminal.rows(of: STDOUT_FILENO) ?? 24, chafa: chafa)
  }

  private static func found(_ environment: [String: String], _ multiplexer: Multiplexer) throws
    -> ImageProtocol
  {
    if multiplexer == .tmux {
      return TmuxClient(environment: environment)?.imageProtocol ?? .text(environment)
    }
    switch ImageProtocol.hint(environment: environment) {
    case .certain(let known): return known
    case .query(let sixel):
      return try reported(input: STDIN_FILENO, output: STDOUT_FILENO, sixel: sixel) ?? .text(environment)
    }
  }

  /// The protocol that the terminal reports; nil without a response, or if it supports none.
  static func reported(
    input: Int32, output: Int32, sixel: ImageProtocol, timeout: Duration = timeout
  ) throws -> ImageProtocol? {
    var query = TerminalQuery()
    _ = try Terminal.query(TerminalQuery.query, input: input, output: output, timeout: timeout) {
      query.take($0)
      return query.isComplete
    }
    if query.supportsKitty { return .kitty }
    return query.supportsSixel ? sixel : nil
  }
}
