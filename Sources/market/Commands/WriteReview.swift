import Console
import Foundation
import OpenMarket

/// `market reviews write`: writes a review of an item.
struct WriteReview: ReviewAction {
  static let declaration = CommandDeclaration(
    name: "write", formerly: ["review"], parent: "market reviews", abstract: "Review an item.",
    discussion: """
      A review has a password of its own, kept apart from those of items; it is needed to delete the review, and to write \
      again with the same receipt, which changes it, and leaves a text and a name that are not given. The receipt of a sale \
      marks a verified purchase. The owner of the item \
      answers a review once and folds its text, at a server with the password of the item; its stars still count. Only the operator \
      of the market removes one, for a reason.
      """,
    examples: [
      .init("market reviews write 7 --stars 4 --text 'As described.'", "Review item 7."),
      .init("market reviews write 7 --stars 5 --receipt 7QK2M0ABCDEFGH35", "With the receipt of the sale."),
    ],
    positionals: [
      Positional(
        name: "item", help: "Id, SKU or barcode of the item.", candidates: .items)
    ],
    options: Self.stars.required, .text, Self.author, Self.receipt, .new, .dryRun, .passwordFile, .reviewJSON,
    .markets, .everywhere)

  private static let stars = Option<Int?>(
    "stars", "number", help: "Stars, 1 to 5.",
    candidates: .terms(Stars.allCases.map { Definition(String($0.rawValue)) })
  ) {
    try $0.wholeNumber(in: 1...Stars.allCases.count)
  }
  private static let author = Option<String?>("author", "name", help: "Name under which the review is shown.")
  private static let receipt = Option<String?>(
    "receipt", "code", help: "Code of the receipt that 'market sell' printed.")

  static let heading: LocalizedPhrase = "Would review:"

  let fields: OutputFields?
  /// Id of the item.
  let id: Int
  private let stars: Int
  private let text: String?
  private let author: String?
  private let receipt: String?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    fields = try arguments[.reviewJSON]
    try arguments.checkStandardInput(settings)
    id = try arguments.itemID()
    stars = try arguments.required(Self.stars)
    text = arguments[.text]
    author = arguments[Self.author]
    receipt = arguments[Self.receipt]
  }

  private func draft(_ context: CommandContext) throws -> ReviewDraft {
    try ReviewDraft(
      stars: stars, text: try text.map { try context.reviewText($0, .text) }, author: author, receipt: receipt
    )
  }

  func showPlan(_ context: CommandContext) async throws {
    let draft = try draft(context)
    let title = try await context.market.item(id: id).title
    context.noteDryRun(.dryRun, before: Self.heading)
    let facts = ["#\(id) \(title.sanitizedLine)", draft.stars.signs].map { LocalizedPhrase(verbatim: $0) }
    try context.print(
      LocalizedPhrase(verbatim: context.format.facts(facts)), orLine: "would review", String(id),
      String(stars), title)
  }

  func act(_ context: CommandContext) async throws -> Review {
    let draft = try draft(context)
    return try await context.sendOnce(.review(item: id, draft), number: { $0.id }) { market in
      try await context.withNewPassword(from: context.reviewPasswords) {
        try await market.review(item: id, draft, password: $0)
      }
    }
  }

  func done(_ review: Review) -> LocalizedPhrase {
    review.editDate == nil
      ? "Reviewed item #\(review.itemID), as review #\(review.id)" : "Changed review #\(review.id)"
  }
}

/// A command that changes one review, and prints it.
protocol ReviewAction: Command {
  /// Nil for output that is not JSON.
  var fields: OutputFields? { get }
  /// Introduces what a dry run shows.
  static var heading: LocalizedPhrase { get }
  /// Id of the review.
  var id: Int { get }
  /// Shows in a dry run what would be changed: by default the review as it is.
  func showPlan(_ context: CommandContext) async throws
  /// Whether the change is to be made.
  func isConfirmed(in context: CommandContext) async throws -> Bool
  func act(_ context: CommandContext) async throws -> Review
  /// Says to a person that it is done.
  func done(_ review: Review) -> LocalizedPhrase
}

extension ReviewAction {
  func showPlan(_ context: CommandContext) async throws {
    let review = try await context.market.review(id: id)
    context.noteDryRun(.dryRun, before: Self.heading)
    try context.write(review, as: fields)
  }

  func isConfirmed(in context: CommandContext) async throws -> Bool { true }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if context.isDryRun {
      try await showPlan(context)
      return .done
    }
    guard try await isConfirmed(in: context) else { return .declined }
    let review = try await act(context)
    context.noteRecorded(done(review))
    if fields == nil { context.reportDone(done(review)) }
    try context.write(review, as: fields)
    return .done
  }

  func request(_ context: CommandContext) async throws { _ = try await act(context) }
}

/// `market reviews delete`: deletes a review by its author.
struct DeleteReview: ReviewAction {
  static let declaration = CommandDeclaration(
    name: "delete", aliases: ["rm"], parent: "market reviews", abstract: "Delete your review.",
    examples: [.init("market reviews delete 12", "Delete your review 12, after confirming.")],
    positionals: [.review],
    options: .yes, .dryRun, .passwordFile, .reviewJSON, .markets, .everywhere)

  static let heading: LocalizedPhrase = "Would delete the review:"

  let fields: OutputFields?
  let id: Int
  private let confirmation: Confirmation
  /// The operator's; nil for an author.
  private let reason: String?

  init(_ arguments: Arguments, _ settings: Settings) throws { try self.init(arguments, reason: nil) }

  fileprivate init(_ arguments: Arguments, reason: String?) throws {
    fields = try arguments[.reviewJSON]
    id = try arguments.id()
    confirmation = arguments.confirmation(of: nil)
    try reason.map { try ReviewField.reason.checkGiven($0, atMost: ReviewLimits.reason) }
    self.reason = reason
  }

  /// Shows a person the review before it asks.
  func isConfirmed(in context: CommandContext) async throws -> Bool {
    if try confirmation.asks(in: context) {
      for line in context.lines(of: try await context.market.review(id: id), limit: 5, unfolds: true) {
        context.console.note(LocalizedPhrase(verbatim: line))
      }
    }
    return try confirmation.isGranted("Delete review \(id) for good?", declined: .nothingDeleted, in: context)
  }

  func act(_ context: CommandContext) async throws -> Review {
    if let reason {
      try await context.requireOperator()
      return try await context.market.delete(review: id, reason: reason)
    }
    return try await context.withPassword(for: .review(id)) {
      try await context.market.delete(review: id, password: $0)
    }
  }

  func done(_ review: Review) -> LocalizedPhrase { "Deleted review #\(review.id)" }
}

/// `market reviews answer`: answers a review, as the owner of its item.
struct AnswerReview: ReviewAction {
  static let declaration = CommandDeclaration(
    name: "answer", aliases: ["reply"], parent: "market reviews",
    abstract: "Answer a review, as the owner of its item.",
    examples: [
      .init("market reviews answer 12 --text 'Thank you!'", "Answer review 12, as the owner of its item.")
    ], positionals: [.review],
    options: .text.required, .dryRun, .passwordFile, .reviewJSON, .markets, .everywhere)

  static let heading: LocalizedPhrase = "Would answer:"

  let fields: OutputFields?
  let id: Int
  private let text: String

  init(_ arguments: Arguments, _ settings: Settings) throws {
    fields = try arguments[.reviewJSON]
    try arguments.checkStandardInput(settings)
    id = try arguments.id()
    text = try arguments.required(.text)
    if text != "-" { try ReviewField.answer.checkGiven(text) }
  }

  func act(_ context: CommandContext) async throws -> Review {
    let text = try context.reviewText(text, .answer)
    try ReviewField.answer.checkGiven(text)
    return try await context.withPassword(for: .itemOfReview(id)) {
      try await context.market.answer(review: id, text, password: $0)
    }
  }

  func done(_ review: Review) -> LocalizedPhrase { "Answered review #\(review.id)" }
}

/// `market reviews fold`: folds the text of a review, as the owner of its item.
struct FoldReview: ReviewAction {
  static let declaration = CommandDeclaration(
    name: "fold", parent: "market reviews", abstract: "Fold the text of a review, as the owner of its item.",
    examples: [.init("market reviews fold 12", "Fold its text.")], positionals: [.review],
    options: .dryRun, .passwordFile, .reviewJSON, .markets, .everywhere)

  static let heading: LocalizedPhrase = "Would fold:"

  let fields: OutputFields?
  let id: Int

  init(_ arguments: Arguments, _ settings: Settings) throws {
    fields = try arguments[.reviewJSON]
    id = try arguments.id()
  }

  func act(_ context: CommandContext) async throws -> Review {
    try await context.withPassword(for: .itemOfReview(id)) {
      try await context.market.fold(review: id, password: $0)
    }
  }

  func done(_ review: Review) -> LocalizedPhrase { "Folded review #\(review.id)" }
}

/// `market reviews remove`: removes a review, as the operator of the market.
struct RemoveReview: Command {
  static let declaration = CommandDeclaration(
    name: "remove", parent: "market reviews", abstract: "Remove a review, as the operator of the market.",
    examples: [.init("market reviews remove 12 --reason spam", "Remove it, as the operator.")],
    positionals: [.review],
    options: Self.reason.required, .yes, .dryRun, .reviewJSON, .markets, .everywhere)

  private static let reason = Option<String?>("reason", "text", help: "Why the operator removes the review.")

  private let deletion: DeleteReview

  init(_ arguments: Arguments, _ settings: Settings) throws {
    deletion = try DeleteReview(arguments, reason: try arguments.required(Self.reason))
  }

  func run(_ context: CommandContext) async throws -> ExitCode { try await deletion.run(context) }

  func request(_ context: CommandContext) async throws { try await deletion.request(context) }
}

extension Positional {
  fileprivate static let review = Positional(name: "review", help: "Id of the review.")
}

extension CommandContext {
  /// A text as it was given; `-` stands for standard input. Throws a `ReviewValidationError`.
  fileprivate func reviewText(_ text: String, _ field: ReviewField) throws -> String {
    guard text == "-" else { return text }
    // A character has four bytes at most.
    return try standardInput(
      upTo: ReviewLimits.text * 4,
      tooLong: ReviewValidationError(field, .tooManyCharacters(limit: ReviewLimits.text)),
      notText: ReviewValidationError(field, .notText))
  }
}
