import Foundation

extension ImageRenderer {
  /// How long a terminal may take to say what it draws, all in all.
  private static let patience = Duration.milliseconds(250)

  /// What the terminal on standard output draws: what the person says, what the environment tells, or what the terminal
  /// itself answers. The caller makes sure that there is one.
  ///
  /// - Parameter choice: The person's word; nil to find out.
  package static func standard(_ choice: ImageProtocol?, environment: [String: String], isColored: Bool)
    throws
    -> ImageRenderer
  {
    let chafa = Chafa(environment: environment)
    let multiplexer = Multiplexer(environment: environment)
    var found = try choice ?? found(environment, multiplexer)
    // Colour is what blocks are made of.
    if choice == nil, found == .blocks, !isColored { found = .none }
    return ImageRenderer(
      found, multiplexer: multiplexer, cell: Terminal.cell(of: STDOUT_FILENO) ?? .assumed,
      rows: Terminal.rows(of: STDOUT_FILENO) ?? 24, chafa: chafa)
  }

  private static func found(_ environment: [String: String], _ multiplexer: Multiplexer) throws
    -> ImageProtocol
  {
    if multiplexer == .tmux { return TmuxClient(environment: environment)?.draws ?? .text(environment) }
    switch ImageProtocol.hint(environment: environment) {
    case .certain(let known): return known
    case .ask(let sixel):
      return try answer(input: STDIN_FILENO, output: STDOUT_FILENO, sixel: sixel) ?? .text(environment)
    }
  }

  /// What a terminal says that it draws; nil when it does not say, or nothing that is drawn here.
  static func answer(
    input: Int32, output: Int32, sixel: ImageProtocol, patience: Duration = patience
  ) throws -> ImageProtocol? {
    var query = TerminalQuery()
    _ = try Terminal.ask(TerminalQuery.query, input: input, output: output, patience: patience) {
      query.take($0)
      return query.isAnswered
    }
    if query.drawsKitty { return .kitty }
    return query.drawsSixel ? sixel : nil
  }
}
