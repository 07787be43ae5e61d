import Console
import Foundation
import OpenMarket

/// `market review`: writes a review of an item, and answers, folds, deletes or removes one.
struct ReviewCommand: Command {
  static let usesStore = true

  static let declaration = CommandDeclaration(
    name: "review", parent: "market", abstract: "Review an item; answer, fold or delete a review.",
    discussion: """
      A review has a password of its own, kept apart from those of items; it is needed to delete the review, and to write \
      again with the same receipt, which changes it. The receipt of a sale marks a verified purchase. The owner of the item \
      answers a review once and folds its text, with the password of the item; its stars still count. Only the operator \
      of the market removes one, at the store itself.
      """,
    examples: [
      .init("market review 7 --stars 4 --text 'As described.'", "Review item 7."),
      .init("market review 7 --stars 5 --receipt 7QK2M0ABCDEFGH35", "With the receipt of the sale."),
      .init("market review delete 12", "Delete your review 12, after confirming."),
      .init("market review answer 12 --text 'Thank you!'", "Answer review 12, as the owner of its item."),
      .init("market review fold 12", "Fold its text."),
      .init("market review remove 12 --reason 'names a person'", "Remove it, as the operator."),
    ],
    positionals: [
      Positional(
        name: "item", help: "Id or SKU of the item; or delete, answer, fold or remove.",
        candidates: .lookup(Complete.Reference.itemID.rawValue)),
      Positional(
        name: "review", help: "Id of the review to delete, answer, fold or remove.", required: false),
    ],
    options: [
      Option(long: "stars", value: "number", help: "Stars, 1 to 5."),
      Option(
        long: "text", value: "text",
        help: "Text of the review or the answer, up to 5,000 characters; '-' reads standard input."),
      Option(long: "author", value: "name", help: "Name under which the review is shown."),
      Option(long: "receipt", value: "code", help: "Code of the receipt that 'market sell' printed."),
      Option(long: "reason", value: "text", help: "Why the operator removes the review."),
      .yes, .passwordFile, .json(of: Review.fields),
    ] + Option.markets + Option.everywhere)

  /// Each action on a review, and the options that it takes.
  private static let optionsOfActions = [
    "delete": ["yes"], "answer": ["text"], "fold": [], "remove": ["reason", "yes"],
  ]
  /// Other names of actions that are accepted; help and completion leave them out.
  private static let aliases = ["rm": "delete", "reply": "answer"]

  static let actions = Set(optionsOfActions.keys).union(aliases.keys)

  private enum Action {
    case write(item: Int, stars: Int, author: String?, receipt: String?)
    case delete(Int)
    case answer(Int)
    case fold(Int)
    case remove(Int, reason: String)
  }

  private let action: Action
  /// Nil if it is read from standard input.
  private let text: String?
  private let store: StoreLocation?
  private let isConfirmed: Bool
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    fields = try OutputFields(arguments, known: Review.fields, in: Self.declaration)
    isConfirmed = arguments.flag("yes")
    text = arguments.value("text") == "-" ? nil : arguments.value("text") ?? ""
    if text == nil, settings[.passwordFile].text == "-" {
      throw UsageError(.conflictingOptions("--text -", "--password-file -"), in: Self.declaration)
    }
    store = if case .embedded(let store) = settings.place { store } else { nil }
    let verb = arguments.positional("item").map { Self.aliases[$0] ?? $0 } ?? ""
    if let allowed = Self.optionsOfActions[verb] {
      action = try Self.action(verb, arguments, allowed)
    } else {
      action = try Self.writing(arguments)
    }
    if case .remove = action, store == nil { throw OnlyAtTheStore() }
  }

  private static func action(
    _ verb: String, _ arguments: Arguments, _ allowed: [String]
  ) throws -> Action {
    try refuse(["stars", "text", "author", "receipt", "reason", "yes"], besides: allowed, verb, arguments)
    guard let word = arguments.positional("review") else {
      throw UsageError(.missingArgument("review"), in: declaration)
    }
    guard let ids = Arguments.ids(in: word), ids.count == 1, let id = ids.first else {
      throw UsageError(
        .invalidValue(word, option: "<review>", reason: "an id is a whole number from 1"), in: declaration)
    }
    switch verb {
    case "answer":
      guard arguments.flag("text") else { throw UsageError(.missingOptions(["--text"]), in: declaration) }
      return .answer(id)
    case "fold": return .fold(id)
    case "remove":
      guard let reason = arguments.value("reason") else {
        throw UsageError(.missingOptions(["--reason"]), in: declaration)
      }
      return .remove(id, reason: reason)
    default: return .delete(id)
    }
  }

  private static func writing(_ arguments: Arguments) throws -> Action {
    let word = arguments.positional("item") ?? ""
    guard let ids = Arguments.ids(in: word) else {
      throw UsageError(
        .notAChoice(word, option: "<item>", choices: ["<id>", "delete", "answer", "fold", "remove"]),
        in: declaration)
    }
    guard ids.count == 1, let id = ids.first else {
      throw UsageError(.invalidValue(word, option: "<item>", reason: "give one id"), in: declaration)
    }
    if let word = arguments.positional("review") {
      throw UsageError(.unexpectedArgument(word), in: declaration)
    }
    try refuse(["reason", "yes"], besides: [], "review \(id)", arguments)
    guard let stars = arguments.value("stars") else {
      throw UsageError(.missingOptions(["--stars"]), in: declaration)
    }
    guard let number = Int(stars), Stars(rawValue: number) != nil else {
      throw UsageError(
        .invalidValue(
          stars, option: "--stars", reason: "it must be a whole number from 1 to \(Stars.allCases.count)"),
        in: declaration)
    }
    return .write(
      item: id, stars: number, author: arguments.value("author"), receipt: arguments.value("receipt"))
  }

  private static func refuse(
    _ options: [String], besides allowed: [String], _ verb: String, _ arguments: Arguments
  ) throws {
    if let option = options.first(where: { !allowed.contains($0) && arguments.flag($0) }) {
      throw UsageError(.conflictingOptions(verb, "--\(option)"), in: declaration)
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    switch action {
    case .delete(let id), .remove(let id, _):
      guard try isConfirmed || !context.canPrompt || context.console.ask("Delete review \(id) for good?")
      else {
        context.note("Nothing was deleted.")
        return .declined
      }
    case .write, .answer, .fold: break
    }
    let review = try await review(context)
    if fields == nil { context.reportDone(report(review)) }
    try context.write(review, as: fields)
    return .done
  }

  func request(_ context: CommandContext) async throws {
    if case .remove = action {
      throw UsageError(.conflictingOptions("remove", "--curl"), in: Self.declaration)
    }
    _ = try await review(context)
  }

  private func review(_ context: CommandContext) async throws -> Review {
    let market = context.market
    switch action {
    case .write(let item, let stars, let author, let receipt):
      let draft = try ReviewDraft(
        stars: stars, text: try givenText(.text, context), author: author, receipt: receipt)
      return try await context.withNewPassword(from: context.reviewPasswords) {
        try await market.review(item: item, draft, password: $0)
      }
    case .delete(let id):
      return try await context.withPassword(for: .review(id)) {
        try await market.delete(review: id, password: $0)
      }
    case .answer(let id):
      let text = try givenText(.answer, context)
      try ReviewField.answer.checkGiven(text)
      return try await context.withPassword(for: .itemOfReview(id)) {
        try await market.answer(review: id, text, password: $0)
      }
    case .fold(let id):
      return try await context.withPassword(for: .itemOfReview(id)) {
        try await market.fold(review: id, password: $0)
      }
    case .remove(let id, let reason):
      guard let store else { throw OnlyAtTheStore() }
      return try await ReviewRegistry(Store(at: store, .forCommand))
        .remove(id: id, reason: reason, at: context.format.now)
    }
  }

  private func givenText(_ field: ReviewField, _ context: CommandContext) throws -> String {
    try text ?? context.reviewText(field)
  }

  private func report(_ review: Review) -> LocalizedPhrase {
    switch action {
    case .write where review.editDate != nil: "Changed review #\(review.id)"
    case .write: "Reviewed item #\(review.itemID)"
    case .delete, .remove: "Deleted review #\(review.id)"
    case .answer: "Answered review #\(review.id)"
    case .fold: "Folded review #\(review.id)"
    }
  }
}

/// A removal by the operator, through a server.
struct OnlyAtTheStore: ReportableError, Equatable {
  var message: LocalizedPhrase { "Reviews are removed at the store itself, not through a server" }
  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    "Run it where the store is, without MARKET_SERVER: '--store <file>'"
  }
}

extension CommandContext {
  /// Reads the text of a review from standard input, without the line end after it. Throws a `ReviewValidationError`.
  fileprivate func reviewText(_ field: ReviewField) throws -> String {
    let data: Data
    do {
      // Four bytes a character at most, and the final line end.
      data = try console.input.readAll(limit: ReviewLimits.text * 4 + 2)
    } catch {
      guard case .inputTooLong = error else { throw error }
      throw ReviewValidationError(field, .longerThan(characters: ReviewLimits.text))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ReviewValidationError(field, .notText)
    }
    return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
  }
}
