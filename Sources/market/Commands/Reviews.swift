import Console
import OpenMarket

/// `market reviews ID`: shows the reviews of an item.
struct Reviews: Command {
  static let subcommands: [any Command.Type] = [
    WriteReview.self, AnswerReview.self, FoldReview.self, DeleteReview.self, RemoveReview.self,
  ]

  static let declaration = CommandDeclaration(
    name: "reviews", aliases: ["review"], synonyms: ["ratings", "리뷰"], parent: "market",
    abstract: "Show the reviews of an item; write, answer, fold or delete one.",
    discussion: """
      On a terminal the first page begins with the ratings by star.
      """,
    examples: [
      .init("market reviews 7", "The newest reviews of item 7."),
      .init("market reviews 7 --sort lowest", "Those with the fewest stars first."),
      .init("market reviews 7 --json=stars,text", "As JSON, one a line."),
    ] + subcommands.flatMap { $0.declaration.examples.prefix(1) },
    positionals: [.itemID],
    options: Self.order, .page, Self.reviewsPerPage, Self.all, Self.full,
    RowOutput.options(Review.columns(.ofNames)), .looking, .everywhere,
    subcommands: subcommands.map { $0.declaration })

  private static let order = Option<ReviewQuery.Sort>(
    "sort", "order", help: "Order the reviews.", default: .newest)
  private static let reviewsPerPage = Option<Int>(
    "per-page", "count", help: "Show this many reviews on a page, at most 50.",
    default: ReviewQuery.defaultSize, in: 1...ReviewQuery.largestSize)
  private static let all = Option<Bool>.all.described(as: "Show all reviews from that page on.").listed(.rare)
  private static let full = Option<Bool>("full", help: "Show texts that the seller has folded, too.")

  private let query: ReviewQuery
  private let unfolds: Bool
  private let showsAll: Bool
  private let output: RowOutput
  /// The command line of the next page.
  private let nextCommand: String

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let id = try arguments.itemID()
    var query = ReviewQuery(item: id)
    query.number = try arguments[.page]
    showsAll = arguments[Self.all]
    query.size =
      showsAll && !arguments.has(Self.reviewsPerPage)
      ? ReviewQuery.largestSize : try arguments[Self.reviewsPerPage]
    query.sort = try arguments[Self.order]
    self.query = query
    unfolds = arguments[Self.full]
    output = try RowOutput(arguments, Review.columns(.ofNames))
    let others = arguments.again(Self.order, Self.reviewsPerPage, .profile, .server, .store, Self.full)
    nextCommand = (["market reviews \(id) --page \(query.number + 1)"] + others).joined(separator: " ")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    var (query, isLast) = (query, false)
    while !isLast {
      let page = try await context.market.latestReviews(query)
      isLast =
        !showsAll || page.value.reviews.isEmpty
        || (query.number - 1) * query.size + page.value.reviews.count >= page.value.rating.count
      try await write(page.value, isFirst: query.number == self.query.number, context)
      if !showsAll || page.value.reviews.isEmpty { note(page.value, context) }
      context.note(page.freshness)
      query.number += 1
    }
    return .done
  }

  private func write(_ page: ReviewPage, isFirst: Bool, _ context: CommandContext) async throws {
    var output = output
    output.showsHeader = output.showsHeader && isFirst
    try await context.write(page.reviews, in: Review.columns(context.format), as: output, usual: []) {
      table in
      guard output.names == nil else { return table }
      let texts = page.reviews.map { context.lines(of: $0, unfolds: unfolds) }
      let blocks = isFirst && query.number == 1 ? [context.lines(of: page.rating)] + texts : texts
      return Array((isFirst ? blocks : [[]] + blocks).joined(separator: [""]))
    }
  }

  /// Notes the place of the page and the command of the next one, for a person.
  private func note(_ page: ReviewPage, _ context: CommandContext) {
    guard output.fields == nil, context.isForPerson else { return }
    let before = (query.number - 1) * query.size
    guard !page.reviews.isEmpty else {
      let nothing: LocalizedPhrase = .nothingOnPage(context.format.number(query.number))
      return context.note(
        page.rating.count == 0
          ? "No reviews of item \(query.itemID) yet · the first: market reviews write \(query.itemID) --stars <number>"
          : "\(nothing) · \(context.format.number(page.rating.count)) in all")
    }
    let place = context.format.place(after: before, count: page.reviews.count, of: page.rating.count)
    let isLast = before + page.reviews.count >= page.rating.count
    context.remark(
      LocalizedPhrase(verbatim: context.format.facts([place, isLast ? nil : "next: \(nextCommand)"])),
      isWhole: true)
  }
}

extension CommandContext {
  /// The ratings of an item: in one line, and by star.
  func lines(of rating: Rating) -> [String] {
    if format.isFlat {
      let words: LocalizedPhrase =
        "\(LocalizedPhrase("Rating")): \(rating.summary.words(format, verified: rating.verifiedCount))"
      return [format.text(words)] + rating.flatHistogram(format)
    }
    let verified: LocalizedPhrase? =
      rating.verifiedCount > 0 ? "\(format.compact(rating.verifiedCount)) verified" : nil
    let line = [rating.summary.line(format), verified.map(format.text)].compactMap(\.self)
    return line.flowing(toWidth: console.columns)
      + rating.histogram(format, console.style, columns: console.columns)
  }
}
