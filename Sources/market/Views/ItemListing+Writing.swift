import Console
import OpenMarket

/// One page, and the notes below it.
extension ItemListing {
  /// Shows one page: at once from the cache if it is there, and then as it is.
  func show(
    _ first: Fetched<ItemPage>, _ context: CommandContext
  ) async throws -> (page: Fetched<ItemPage>, changes: ListDiff) {
    guard case .cached(let since) = first.freshness else {
      try await write(first.value.items, first.freshness, to: context, isFirst: true)
      return (first, ListDiff())
    }
    let page = try await context.refreshing(first) {
      try await context.market.latestPage(query)
    } lines: { page, before in
      let changes = before.map { ListDiff(from: $0.items, to: page.items, since: since) }
      return table(
        page.items, context, changes?.marks.isEmpty == true ? nil : changes, withHeader: showsHeader)
    } remainder: { page, before in
      let changes = ListDiff(from: before.items, to: page.items, since: since)
      return table(changes.others(of: page.items), context, changes, withHeader: false)
    }
    return (page, ListDiff(from: first.value.items, to: page.value.items, since: since))
  }

  private func table(
    _ items: [Item], _ context: CommandContext, _ changes: ListDiff? = nil, withHeader: Bool
  ) -> [String] {
    guard !items.isEmpty else { return [] }
    return ItemTable(
      items: items, format: context.format, style: context.console.style, changes: changes, chosen: columns
    )
    .lines(columns: context.console.columns, showsHeader: withHeader)
  }

  /// Writes items in the form that the person has chosen.
  ///
  /// - Parameter isFirst: Whether they begin the output, so that a header is due.
  func write(_ items: [Item], _ freshness: Freshness, to context: CommandContext, isFirst: Bool) async throws
  {
    let console = context.console
    if let fields {
      for item in items { try console.print(fields.line(item, context.format)) }
    } else if context.isFlat {
      for item in items {
        let lines =
          columns.map { item.flatLines(of: $0, context.format) } ?? item.flatLines(context.format)
        for line in lines + [""] { try console.print(line) }
      }
    } else if console.output.isTerminal, showsGrid {
      try await context.writeGrid(items, freshness, isFirst: isFirst)
    } else if console.output.isTerminal {
      for line in table(items, context, withHeader: showsHeader && isFirst) { try console.print(line) }
    } else {
      for item in items {
        let fields = columns.map { item.values(of: $0, context.format) } ?? item.fields(context.format)
        try console.print(TSV.line(fields))
      }
    }
  }

  /// Notes the place of the page in the list and the command of the next one, for a person.
  func note(_ page: ItemPage, _ changes: ListDiff, _ context: CommandContext) {
    guard context.console.output.isTerminal || context.isFlat, fields == nil else { return }
    let number = context.format.number
    let before = (query.number - 1) * query.size
    switch (page.items.count, page.total) {
    case (0, let total) where total == 0 || query.number == 1:
      context.note(emptyText)
    case (0, let total):
      let page: LocalizedPhrase = "Nothing on page \(number(query.number))"
      context.note(total.map { "\(page) · \(number($0)) in all" } ?? page)
    case (let count, let total):
      let isLast = total.map { before + count >= $0 } ?? false
      let facts = [
        context.format.place(after: before, count: count, of: total), changes.words(context.format),
      ]
      isLast
        ? context.remark(LocalizedPhrase(verbatim: context.format.facts(facts)))
        : note(facts, next: "next: \(nextCommand)", context)
    }
  }

  /// Notes facts and the command of the next page. On a terminal that is too narrow for one line the command stands below,
  /// continued in the shell's way where it is folded, so that it can be copied. A quoted word is never folded.
  private func note(_ facts: [LocalizedPhrase?], next: LocalizedPhrase, _ context: CommandContext) {
    let line = context.format.facts(facts + [next])
    let columns = context.console.error.isTerminal ? context.console.error.columns ?? 80 : .max
    guard line.displayWidth > columns, !nextCommand.contains("'") else {
      return context.remark(LocalizedPhrase(verbatim: line), isWhole: true)
    }
    context.remark(LocalizedPhrase(verbatim: context.format.facts(facts)))
    let folded = context.format.text(next).wrapped(toWidth: columns - 2, breaksWords: false)
    for (index, part) in folded.enumerated() {
      let continuation = index < folded.count - 1 ? " \\" : ""
      context.remark(LocalizedPhrase(verbatim: part + continuation), isWhole: true)
    }
  }

  /// The text that is shown in place of an empty list.
  static func emptyText(for search: String?) -> LocalizedPhrase {
    search.map { "No items match '\($0.sanitized)'" } ?? "No items for sale"
  }
}
