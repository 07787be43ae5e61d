/// An option as data: what the parser accepts, and what help, completion and the manual page show.
package struct OptionDeclaration: Sendable, Equatable {
  /// A second spelling that the parser accepts; help and completion leave it out.
  package struct Alias: Sendable, Equatable {
    /// As it is typed, with its dashes: `--limit`, `-L`.
    let word: String
    /// The value that the alias stands for, as `--no-color` stands for `--color never`; nil for an alias that takes
    /// what the option itself takes.
    let value: String?

    package init(_ word: String, value: String? = nil) {
      self.word = word
      self.value = value
    }
  }

  /// Which pages list an option. The parser reads it in any case.
  package enum Listing: Sendable {
    /// The page of the command.
    case always
    /// The topic of the options that commands share, and the whole page of the command.
    case shared
    /// The whole page of the command: few need it.
    case rare
    /// None: another word has replaced it.
    case never
  }

  /// The long name without its dashes: `price` for `--price`.
  package let long: String
  package var short: Character?
  /// The placeholder for the value in help, such as `amount`; nil for a flag.
  package var value: String?
  package var help: LocalizedPhrase
  /// The only values accepted; empty if any value is.
  package var choices: [String] = []
  /// The values that completion offers; nil for the choices.
  var otherCandidates: Candidates?
  /// Whether a second value adds to the first. Without it, a second value is an error. A flag may always be repeated.
  package var repeats = false
  /// Whether the value may be omitted. Such a value follows `=`. The next word is the value only where it can be nothing
  /// else, and the option stands behind the command: the command takes no arguments and the candidates are unknown, or
  /// they are a list that has each part of the word, and the command takes no free text.
  package var optionalValue = false
  /// The value in force when the option is not given, for help. The parser does not read it.
  package var defaultValue: String?
  /// The environment variable that is read when the option is not given, for help. The parser does not read it.
  package var environment: String?
  /// Where help lists the option.
  package var section = OptionSection.command
  /// Where that differs from the section's.
  package var ownListing: Listing?
  package var aliases: [Alias] = []
  /// Whether the words after the option are ignored and no required argument is missed, as with `--help`.
  package var endsParsing = false
  /// Whether the command cannot run without the option.
  package var isRequired = false

  package var candidates: Candidates {
    otherCandidates ?? (choices.isEmpty ? .unknown : .terms(choices.map { Definition($0) }))
  }

  package var listing: Listing { ownListing ?? section.listing }

  var needsValue: Bool { value != nil && !optionalValue }

  /// Whether the value is a number or a date, in which full-width characters are those of an input method.
  var isNumeric: Bool {
    ["amount", "count", "number", "id", "day", "week", "month", "time", "date"].contains(value)
  }
}

/// A heading under which help and the manual page list options that belong together.
package struct OptionSection: Sendable, Hashable {
  /// In capitals where the language has them, without a colon.
  package let heading: LocalizedPhrase
  /// Sections are shown in ascending order.
  let position: Int
  let listing: OptionDeclaration.Listing

  package init(
    _ heading: LocalizedPhrase, position: Int, listing: OptionDeclaration.Listing = .always
  ) {
    (self.heading, self.position, self.listing) = (heading, position, listing)
  }

  /// The options of one command, as opposed to those that several commands share.
  package static let command = OptionSection(LocalizedPhrase("OPTIONS"), position: 0)
}

extension OptionDeclaration {
  /// As help and usage show it: `-n, --dry-run`, `--price <amount>`, `--json[=<fields>]`.
  var label: LocalizedPhrase {
    let word = (short.map { "-\($0), " } ?? "") + "--" + long
    guard let value else { return LocalizedPhrase(verbatim: word) }
    let placeholder = LocalizedPhrase(term: value)
    return optionalValue ? "\(word)[=<\(placeholder)>]" : "\(word) <\(placeholder)>"
  }

  /// The option as help and the manual page list it.
  package var definition: Definition { Definition(named: label, fullHelp) }

  /// The help text followed by the choices, the default and the like in parentheses.
  private var fullHelp: LocalizedPhrase {
    var notes: [LocalizedPhrase] = []
    if isRequired { notes.append(LocalizedPhrase("required")) }
    if !choices.isEmpty { notes.append("values: \(choices.joined(separator: ", "))") }
    if let defaultValue { notes.append("default: \(defaultValue)") }
    if let environment { notes.append("environment: \(environment)") }
    if repeats { notes.append("may be repeated") }
    return notes.isEmpty ? help : "\(help) (\(LocalizedPhrase(joining: notes, by: "; ")))"
  }

  /// Every spelling, with dashes.
  package var words: [String] { ["--" + long] + (short.map { ["-\($0)"] } ?? []) + aliases.map(\.word) }
}

/// An option in a word of a command line.
struct OptionInWord {
  /// As it is typed, with its dashes.
  let name: String
  /// Nil for one that is unknown.
  let option: OptionDeclaration?
  /// The value that an alias implies.
  let impliedValue: String?
  /// The value in the word.
  let attachedValue: String?

  fileprivate init(
    _ name: String, _ found: (option: OptionDeclaration, impliedValue: String?)?, _ attachedValue: String?
  ) {
    (self.name, option, impliedValue, self.attachedValue) = (
      name, found?.option, found?.impliedValue, attachedValue
    )
  }

  var takesNextWord: Bool { option?.needsValue == true && impliedValue == nil && attachedValue == nil }
}

extension [OptionDeclaration] {
  /// The option that a word names, and the value that the word implies where it is an alias with one.
  ///
  /// - Parameter word: With its dashes and without a value: `--price`, `-p`.
  func named(_ word: String) -> (option: OptionDeclaration, impliedValue: String?)? {
    for option in self {
      if word == "--" + option.long || option.short.map({ word == "-\($0)" }) == true { return (option, nil) }
      if let alias = option.aliases.first(where: { $0.word == word }) { return (option, alias.value) }
    }
    return nil
  }

  /// The options in a word that begins with a dash: a long one, or letters up to one that is unknown or takes a value.
  func options(in word: String) -> [OptionInWord] {
    if word.hasPrefix("--") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return [OptionInWord(parts[0], named(parts[0]), parts.count == 2 ? parts[1] : nil)]
    }
    var (letters, options) = (word.dropFirst(), [OptionInWord]())
    while let letter = letters.popFirst() {
      let found = named("-\(letter)")
      let takesRest = found == nil || found?.option.value != nil && found?.impliedValue == nil
      let rest = takesRest && !letters.isEmpty ? letters : nil
      let value = rest.map { String($0.first == "=" ? $0.dropFirst() : $0) }
      options.append(OptionInWord("-\(letter)", found, found == nil ? nil : value))
      if takesRest { break }
    }
    return options
  }

  /// The one option whose name begins with a letter; of several the one that takes no value; nil if there are more.
  func onlyOption(beginningWith letter: Character) -> String? {
    let found = filter { $0.long.first == letter }
    let flags = found.filter { $0.value == nil }
    let only = found.count == 1 ? found : flags
    return only.count == 1 ? "--" + only[0].long : nil
  }

  /// The long spelling that is nearest to a misspelt one.
  func nearestSpelling(to word: String) -> String? {
    let spellings = flatMap(\.words).filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    return nearest(to: String(word.trimmingPrefix("--")), among: spellings).map { "--" + $0 }
  }
}
