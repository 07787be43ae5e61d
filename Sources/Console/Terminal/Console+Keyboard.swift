extension Console {
  /// Whether `withKeyboard` does anything.
  package var hasKeyboard: Bool { canRedraw && input.hasKeyboard }

  /// Does something with the keys one by one. The terminal is given back on every way out, with the line of the cursor
  /// empty, and nobody else writes on its last line meanwhile. Nil, and nothing done, where there are no keys to press
  /// or where the cursor cannot be moved.
  package func withKeyboard<Result>(_ work: (Keyboard) async throws -> Result) async throws -> Result? {
    guard hasKeyboard, let keyboard = try input.keyboard() else { return nil }
    return try await withLastLine {
      defer { keyboard.end() }
      return try await work(keyboard)
    }
  }

  /// Does something while nobody else writes on the last line of the terminal.
  package func withLastLine<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    let isOurs = status.take()
    defer { if isOurs { status.release() } }
    return try await work()
  }
}
