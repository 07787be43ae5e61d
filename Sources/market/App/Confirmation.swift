import Console

extension Arguments {
  /// The confirmation of a change by `--yes`.
  ///
  /// - Parameter action: What is to be confirmed, as an infinitive without "to", and refused where no prompt can be shown; nil for a
  ///   single item or review that its id names.
  func confirmation(of action: LocalizedPhrase?) -> Confirmation {
    Confirmation(
      isGiven: self[.yes],
      refusal: action.map { error(.cannotAsk(option: OptionGroup.yes.word, action: $0)) })
  }
}

/// The confirmation of a change that cannot be taken back. One policy holds for all commands:
///
/// - `--yes` goes ahead.
/// - Where a person can be asked, the person decides.
/// - Where no prompt can be shown (in a pipe, with `--no-input` or CI), a single item or review that its id names goes
///   ahead, and what reaches further is refused without `--yes`.
struct Confirmation {
  /// Whether `--yes` was given.
  let isGiven: Bool
  /// The error where no prompt can be shown; nil for a single item or review that its id names.
  let refusal: (any Error)?

  /// Whether a person will be asked. Throws where the change needs `--yes`.
  func asks(in context: CommandContext) throws -> Bool {
    if !isGiven, !context.interaction.canPrompt, let refusal { throw refusal }
    return !isGiven && context.interaction.canPrompt
  }

  /// Whether the change is to be made. Asks a person if it has to, and notes after a no that nothing was done.
  ///
  /// - Parameter more: Lines that the person can see before the answer; nil for none.
  func isGranted(
    _ question: LocalizedPhrase, declined: LocalizedPhrase, more: [String]? = nil, in context: CommandContext
  ) throws -> Bool {
    if try !asks(in: context) { return true }
    if try context.console.ask(question, more: more) { return true }
    context.note(declined)
    return false
  }
}
