/// One option of a command: what the parser accepts, what help, completion and the manual say of it.
package struct Option: Sendable, Equatable {
  /// Without its dashes: `price` for `--price`.
  package let long: String
  package let short: Character?
  /// What stands for the value in help, such as `amount`; nil for a flag.
  package let value: String?
  package let help: LocalizedPhrase
  /// The only values accepted; empty if any is.
  package let choices: [String]
  package let candidates: Candidates
  /// Whether a second value adds to the first. Without it, a second value is an error; a flag may always be
  /// given again, to no effect.
  package let repeats: Bool
  /// Whether the value may be left out. Such a value is only taken after `=`: in `--json id`, id is a word of
  /// its own.
  package let optionalValue: Bool
  /// The variable that stands in when the option is not given. The parser does not read it.
  package let environment: String?
  /// Whether nothing else is asked of someone who gives it, as with `--help`: the words after it are not read,
  /// and none is missed.
  package let answersAlone: Bool

  /// - Parameter candidates: Nil for the choices.
  package init(
    long: String, short: Character? = nil, value: String? = nil, help: LocalizedPhrase,
    choices: [String] = [],
    candidates: Candidates? = nil, repeats: Bool = false, optionalValue: Bool = false,
    environment: String? = nil,
    answersAlone: Bool = false
  ) {
    self.long = long
    self.short = short
    self.value = value
    self.help = help
    self.choices = choices
    self.candidates = candidates ?? (choices.isEmpty ? .unknown : .terms(choices.map { Definition($0) }))
    self.repeats = repeats
    self.optionalValue = optionalValue
    self.environment = environment
    self.answersAlone = answersAlone
  }

  /// As it appears in help and usage: `-n, --dry-run`, `--price <amount>`, `--json[=<fields>]`.
  var label: String {
    (short.map { "-\($0), " } ?? "") + "--" + long + valueLabel
  }

  var valueLabel: String {
    guard let value else { return "" }
    return optionalValue ? "[=<\(value)>]" : " <\(value)>"
  }
}
