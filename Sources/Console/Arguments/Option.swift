/// An option of a command, and the type that is read of it: `arguments[.quiet]` is a `Bool`, `arguments[.name]` a `String?`.
///
/// Options are static members, of a command or of this type, so that a misspelt name does not compile. Options of one long
/// name are the same option: what is given of one is read by all.
package struct Option<Value: Sendable>: Sendable {
  /// One; several for a group of options, which nothing is read of.
  package private(set) var declarations: [OptionDeclaration]
  /// The value where the option is not given.
  let absent: Value
  /// Makes the value of what is given.
  let parse: @Sendable (GivenOption) throws -> Value

  init(
    _ declaration: OptionDeclaration, absent: Value, parse: @escaping @Sendable (GivenOption) throws -> Value
  ) {
    declarations = [declaration]
    self.absent = absent
    self.parse = parse
  }

  package var declaration: OptionDeclaration { declarations[0] }

  /// The option as it is typed: `--price`.
  package var word: String { "--" + declaration.long }

  /// Returns the option as a required one: the command cannot run without it.
  package var required: Self { changed { $0.isRequired = true } }

  /// Returns the option, or each of the group, as one that fewer pages list.
  package func listed(_ listing: OptionDeclaration.Listing) -> Self { changed { $0.ownListing = listing } }

  /// Returns the option with another help text, for a command in which its value means something more exact.
  package func described(as help: LocalizedPhrase) -> Self { changed { $0.help = help } }

  /// Returns the option with other values to complete.
  package func completed(by candidates: Candidates) -> Self { changed { $0.otherCandidates = candidates } }

  private func changed(_ change: (inout OptionDeclaration) -> Void) -> Self {
    var option = self
    for index in option.declarations.indices { change(&option.declarations[index]) }
    return option
  }
}

/// Options that several commands declare together.
package typealias OptionGroup = Option<Void>

extension OptionGroup {
  package init<each Member>(of options: repeat Option<each Member>) {
    var declarations: [OptionDeclaration] = []
    for option in repeat each options { declarations += option.declarations }
    self.init(declarations)
  }

  package init(_ declarations: [OptionDeclaration]) {
    self.declarations = declarations
    absent = ()
    parse = { _ in }
  }
}

extension Option<Bool> {
  /// A flag.
  package init(
    _ long: String, short: Character? = nil, help: LocalizedPhrase, environment: String? = nil,
    section: OptionSection = .command, endsParsing: Bool = false
  ) {
    let declaration = OptionDeclaration(
      long: long, short: short, help: help, environment: environment, section: section,
      endsParsing: endsParsing)
    self.init(declaration, absent: false) { _ in true }
  }
}

extension Option<String?> {
  /// Text; the last one where it is given several times.
  package init(
    _ long: String, short: Character? = nil, _ value: String, help: LocalizedPhrase, choices: [String] = [],
    candidates: Candidates? = nil, optionalValue: Bool = false, defaultValue: String? = nil,
    environment: String? = nil, section: OptionSection = .command, aliases: [OptionDeclaration.Alias] = []
  ) {
    let declaration = OptionDeclaration(
      long: long, short: short, value: value, help: help, choices: choices, otherCandidates: candidates,
      optionalValue: optionalValue, defaultValue: defaultValue, environment: environment, section: section,
      aliases: aliases)
    self.init(declaration, absent: nil) { $0.texts.last }
  }
}

extension Option<[String]> {
  /// Texts, in the order given.
  package init(
    _ long: String, short: Character? = nil, _ value: String, help: LocalizedPhrase,
    candidates: Candidates? = nil, section: OptionSection = .command
  ) {
    let declaration = OptionDeclaration(
      long: long, short: short, value: value, help: help, otherCandidates: candidates, repeats: true,
      section: section)
    self.init(declaration, absent: [], parse: \.texts)
  }
}

extension Option where Value: RawRepresentable<String> & CaseIterable {
  /// One of several words, with a default.
  package init(
    _ long: String, _ value: String, help: LocalizedPhrase, default absent: Value,
    aliases: [OptionDeclaration.Alias] = []
  ) {
    let declaration = OptionDeclaration(
      long: long, value: value, help: help, choices: Value.allCases.map(\.rawValue),
      defaultValue: absent.rawValue, aliases: aliases)
    self.init(declaration, absent: absent) { Value(rawValue: $0.text) ?? absent }
  }
}

extension Option<Int> {
  /// A whole number, with a default.
  package init(
    _ long: String, _ value: String, help: LocalizedPhrase, default absent: Int, in range: ClosedRange<Int>,
    otherwise reason: LocalizedPhrase? = nil
  ) {
    let declaration = OptionDeclaration(long: long, value: value, help: help, defaultValue: String(absent))
    self.init(declaration, absent: absent) { try $0.wholeNumber(in: range, otherwise: reason) }
  }
}

extension Option where Value: ExpressibleByNilLiteral {
  /// A value that is parsed, and nil where the option is not given.
  package init(
    _ long: String, _ value: String, help: LocalizedPhrase, choices: [String] = [],
    candidates: Candidates? = nil, repeats: Bool = false, optionalValue: Bool = false,
    defaultValue: String? = nil, section: OptionSection = .command,
    parse: @escaping @Sendable (GivenOption) throws -> Value
  ) {
    let declaration = OptionDeclaration(
      long: long, value: value, help: help, choices: choices, otherCandidates: candidates, repeats: repeats,
      optionalValue: optionalValue, defaultValue: defaultValue, section: section)
    self.init(declaration, absent: nil, parse: parse)
  }

  /// One of several words, without a default.
  package init<Choice: RawRepresentable<String>>(
    _ long: String, _ value: String, help: LocalizedPhrase, choices: [Choice], defaultValue: String? = nil
  ) where Value == Choice? {
    self.init(
      long, value, help: help, choices: choices.map(\.rawValue), defaultValue: defaultValue
    ) { Choice(rawValue: $0.text) }
  }
}

/// An option that is given, with its values.
package struct GivenOption: Sendable {
  /// The option as it is typed: `--price`.
  package let word: String
  /// The values, in the order given; none where an optional one is left out.
  package let texts: [String]
  /// The words that run the command.
  let invocation: String

  /// The last value; empty where an optional one is left out.
  package var text: String { texts.last ?? "" }

  /// The error of a value, by a clause such as "USD has two decimal places".
  package func invalid(_ value: String, _ reason: LocalizedPhrase) -> UsageError {
    UsageError(.invalidValue(value, option: word, reason: reason), invocation: invocation)
  }

  /// The error of a word that is not among those that are known.
  package func unknown(_ value: String, among choices: [String]) -> UsageError {
    UsageError(.notAChoice(value, option: word, choices: choices), invocation: invocation)
  }

  /// Reads the value as a whole number in a range.
  ///
  /// - Parameters:
  ///   - digits: The number; nil for the whole value.
  ///   - reason: Describes the range, as a clause; nil for its bounds.
  package func wholeNumber(
    _ digits: String? = nil, in range: ClosedRange<Int>, otherwise reason: LocalizedPhrase? = nil
  ) throws(UsageError) -> Int {
    if let number = Int(digits ?? text), range.contains(number) { return number }
    throw invalid(text, reason ?? .wholeNumber(in: range))
  }
}

extension LocalizedPhrase {
  /// A range as the reason of an invalid value.
  package static func wholeNumber(in range: ClosedRange<Int>) -> LocalizedPhrase {
    "it must be a whole number from \(range.lowerBound) to \(grouped: range.upperBound)"
  }
}
