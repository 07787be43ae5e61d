extension Console {
  /// Whether `withKeyboard` does anything.
  package var hasKeyboard: Bool { canRedraw && input.hasKeyboard }

  /// Runs work that reads single keys. The terminal is restored on every exit, with the cursor on an empty line, and no
  /// spinner is drawn meanwhile. Returns nil without running the work where there is no keyboard, or where the cursor
  /// cannot be moved.
  package func withKeyboard<Result>(_ work: (Keyboard) async throws -> Result) async throws -> Result? {
    guard hasKeyboard else { return nil }
    return try await withLastLine {
      guard let keyboard = try input.keyboard() else { return nil }
      defer { keyboard.end() }
      return try await work(keyboard)
    }
  }

  /// Runs work that draws on the bottom line of the terminal itself; no spinner is drawn meanwhile.
  package func withLastLine<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    let lease = spinner.takeOver()
    defer { spinner.release(lease) }
    return try await work()
  }
}
