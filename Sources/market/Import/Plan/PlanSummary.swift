import Console
import OpenMarket
import Wording

/// A plan in words: the counts, the first changes, and the problems by rule.
struct PlanSummary {
  let planner: Planner
  /// The currency of amounts that name none; nil where the command line names it.
  let assumed: AssumedCurrency?
  let format: OutputFormat
  let style: Style
  /// The width of the terminal; `.max` in a pipe.
  let columns: Int
  var limit = Int.max
  private static let nameWidth = 40

  var lines: [String] {
    var lines = currencies + list(planner.counts.planned.map(format.text))
    lines += planner.counts.details(unsold: unsold).map { "  " + style.dim(format.text($0)) }
    lines += additions
    for change in planner.changes.prefix(limit) {
      lines.append("")
      let place = format.text(phrase(change.place))
      let (id, title) = ("#\(change.present.id ?? 0) ", change.before.title.sanitizedLine)
      let room = columns - place.displayWidth - 2 - id.displayWidth
      lines.append(style.dim(place) + "  " + id + title.truncated(toWidth: max(8, room)))
      lines += FieldChange.lines(change.fields(format), format, style: style, columns: columns)
    }
    let changes = planner.changes.isEmpty ? 0 : planner.counts.updated - min(limit, planner.changes.count)
    lines += rest(changes, "… and \(format.number(changes)) more changes; see all with '--verbose'")
    lines += deletions
    for problem in planner.problems.groups {
      lines.append("")
      lines.append(style.bold(problem.first.sentence.sanitizedLine))
      lines += places(of: problem)
    }
    let warnings = planner.warnings.groups.prefix(limit)
    if !planner.warnings.groups.isEmpty { lines.append("") }
    for warning in warnings {
      let sentence = warning.first.sentence.sanitizedLine
      if warning.count == 1 {
        lines.append(format.text("\(phrase(warning.places[0].place)): \(sentence)"))
      } else {
        lines.append(sentence)
        lines += places(of: warning)
      }
    }
    let more = planner.warningCount - warnings.reduce(0) { $0 + $1.count }
    return lines + rest(more, "… and \(format.number(more)) more warnings")
  }

  private func rest(_ count: Int, _ phrase: LocalizedPhrase) -> [String] {
    count > 0 ? [style.dim(format.text(phrase))] : []
  }

  /// The rule that rows break, and which they are, as far as they are shown.
  private func places(of group: ProblemGroups.Group) -> [String] {
    let (rule, count, places) = (group.first.rule, group.count, group.places.prefix(limit))
    let shown = places.map { place in
      // As compilers name places.
      (planner.files.map { $0[place.place.file].sanitizedLine + ":" } ?? "")
        + format.number(place.place.line)
        + (place.name.isEmpty ? "" : " (\(place.name.sanitizedLine.truncated(toWidth: Self.nameWidth)))")
    }.joined(separator: Self.placeSeparator)
    let rest = count - places.count
    let sentence = format.text(
      planner.files != nil
        ? rest > 0 ? "\(rule), \(shown) and \(format.number(rest)) more" : "\(rule), \(shown)"
        : rest > 0
          ? "\(rule), rows \(shown) and \(format.number(rest)) more"
          : count == 1 ? "\(rule), row \(shown)" : "\(rule), rows \(shown)")
    return list(sentence.components(separatedBy: Self.placeSeparator), indentation: "  ")
  }

  /// Why the shop of the file does not sell rows, the most frequent words first: `판매상태 판매중지 (2)`.
  private var unsold: String {
    let reasons = planner.unsold.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return reasons.prefix(limit).map { "\($0.key) (\(format.number($0.value)))" }.joined(separator: ", ")
  }

  /// Whether more of the plan is known than is shown.
  var leavesOut: Bool {
    let groups = planner.problems.groups + planner.warnings.groups
    return [
      planner.changes.count, planner.additions.count, planner.deletions.count, planner.warnings.groups.count,
    ].contains { $0 > limit } || groups.contains { $0.places.count > limit }
  }

  /// Stands between the places of a problem until its sentence is divided into lines: a title may have a comma.
  private static let placeSeparator = "\u{1F}"

  /// Texts with commas between them, in lines that end after a comma.
  private func list(_ texts: [String], indentation: String = "") -> [String] {
    guard columns < .max else { return [indentation + texts.joined(separator: ", ")] }
    let pieces = texts.dropLast().map { $0 + "," } + texts.suffix(1)
    return pieces.flowing(toWidth: columns - indentation.utf8.count, separator: " ").map { indentation + $0 }
  }

  /// The currencies of new items, and why they are these; none where the command line names one.
  private var currencies: [String] {
    var phrases = planner.namedCurrencies.prefix(3).map { currency, header -> LocalizedPhrase in
      if let header {
        "The currency is \(currency), from the column '\(header.shortened)'"
      } else {
        "The currency is \(currency), from the signs of the amounts"
      }
    }
    if planner.assumesCurrency, let assumed,
      !planner.namedCurrencies.contains(where: { $0.currency == assumed.currency.code })
    {
      phrases.append(assumed.message)
    }
    return phrases.map(format.text)
  }

  /// The first new items: `Row 2  new  Lamp · KRW 89,000 · 12 in stock`.
  private var additions: [String] {
    guard !planner.additions.isEmpty else { return [] }
    let new = format.text(LocalizedPhrase("new"))
    let shown = planner.additions.prefix(limit)
    let lines = shown.flatMap { addition in
      let place = format.text(phrase(addition.place))
      let begin = place + "  " + new + "  "
      let lines = addition.lines(format, after: begin, columns: columns)
      return ([style.dim(place) + "  " + style.dim(new) + "  " + lines[0].dropFirst(begin.count)])
        + lines.dropFirst()
    }
    let more = planner.counts.added - shown.count
    return [""] + lines + rest(more, "… and \(format.number(more)) more new items; see all with '--verbose'")
  }

  /// The first items that are deleted, one line each: `Row 4  delete  #3 Desk`.
  private var deletions: [String] {
    guard !planner.deletions.isEmpty else { return [] }
    let shown = planner.deletions.prefix(limit)
    let lines = shown.map { deletion in
      let (place, word) = (format.text(phrase(deletion.place)), format.text(LocalizedPhrase("delete")))
      let room = columns - place.displayWidth - word.displayWidth - 4
      return style.dim(place) + "  " + style.bold(word) + "  "
        + "#\(deletion.id) \(deletion.title.sanitizedLine)".truncated(toWidth: max(8, room))
    }
    let more = planner.counts.deleted - shown.count
    return [""] + lines + rest(more, "… and \(format.number(more)) more deleted; see all with '--verbose'")
  }

  private func phrase(_ place: RowPlace) -> LocalizedPhrase { place.phrase(planner.files, format) }
}

extension Planner.Addition {
  /// The title, the price, the stock, the cost and the number of images, behind a text that begins the first line.
  fileprivate func lines(_ format: OutputFormat, after begin: String, columns: Int) -> [String] {
    let price = format.price(draft.price)
    let discounted = draft.discountedPrice.map { format.price(Price($0, draft.price.currency)) }
    let facts: [LocalizedPhrase] =
      [
        discounted.map {
          format.isAccessible ? "\($0), was \(price)" : LocalizedPhrase(verbatim: "\(price) → \($0)")
        } ?? LocalizedPhrase(verbatim: price),
        "\(format.count(draft.stock)) in stock",
      ] + (draft.details.offSale == true ? [LocalizedPhrase("off sale")] : [])
      + (draft.cost.map { ["cost \(format.price(Price($0, draft.price.currency)))"] } ?? [])
      + (images == 0 ? [] : [images == 1 ? "1 image" : "\(format.number(images)) images"])
    let room = columns - begin.displayWidth
    let title = begin + draft.title.sanitizedLine.truncated(toWidth: max(8, room))
    let separator = format.isAccessible ? ", " : " · "
    let pieces = [title] + facts.map(format.text)
    guard columns < .max else { return [pieces.joined(separator: separator)] }
    let lines = pieces.flowing(toWidth: columns - Self.indentation.count, separator: separator)
    return lines.prefix(1) + lines.dropFirst().map { Self.indentation + $0 }
  }

  private static let indentation = "  "
}

extension Planner.Sample {
  /// The fields that differ, a stock with its difference: `8 → 5 (count −3)`.
  fileprivate func fields(_ format: OutputFormat) -> [FieldChange] {
    var changes = FieldChange.all(from: before, to: after, format).map { change in
      guard change.field == .stock else { return change }
      let difference = after.stock - before.stock
      let amount = format.number(abs(difference))
      let signed = (difference > 0 ? "+" : "−") + amount
      let after: LocalizedPhrase =
        !format.isAccessible
        ? "\(change.after) (count \(signed))"
        : difference > 0 ? "\(change.after), \(amount) more" : "\(change.after), \(amount) fewer"
      return FieldChange(field: .stock, before: change.before, after: format.text(after))
    }
    if let images {
      changes.append(
        FieldChange(
          field: .images, before: format.number(images.before), after: format.number(images.after)))
    }
    func add(_ field: ItemField, _ before: String?, _ after: String?, _ label: ImportColumn) {
      guard let after else { return }
      changes.append(FieldChange(field: field, before: before ?? "", after: after, label: label.title))
    }
    add(.reference, present.reference, line.reference, .reference)
    add(
      .time, present.registrationDate.map(format.dayAndTime), line.registrationDate.map(format.dayAndTime),
      .registrationDate)
    return changes
  }
}

extension PlanCounts {
  /// `2,914 to add`, `71 to change`, `12 unchanged`, `3 rejected`: the counts of a plan, without zeros.
  var planned: [LocalizedPhrase] {
    counts([
      (added, "\(grouped: added) to add"), (updated, "\(grouped: updated) to change"),
      (deleted, "\(grouped: deleted) to delete"),
    ])
  }

  /// `2,914 added`, `71 updated`, `12 unchanged`, `3 rejected`: the counts of an import that has ended.
  private var done: [LocalizedPhrase] {
    counts([
      (added, "\(grouped: added) added"), (updated, "\(grouped: updated) updated"),
      (deleted, "\(grouped: deleted) deleted"),
    ])
  }

  var phrase: LocalizedPhrase { LocalizedPhrase(joining: planned, by: ", ") }

  var outcome: LocalizedPhrase { LocalizedPhrase(joining: done, by: ", ") }

  private func counts(_ writes: [(Int, LocalizedPhrase)]) -> [LocalizedPhrase] {
    let counts: [(Int, LocalizedPhrase)] =
      writes + [
        (left, "\(grouped: left) unchanged"), (skipped, "\(grouped: skipped) skipped"),
        (rejected, "\(grouped: rejected) rejected"),
      ]
    let parts = counts.filter { $0.0 > 0 }.map(\.1)
    return parts.isEmpty ? ["No rows"] : parts
  }

  /// The question before the rows are applied: `Change 20, add 2, leave out 1 rejected row?`
  var question: LocalizedPhrase {
    let rows: LocalizedPhrase = rejected == 1 ? "1 rejected row" : "\(grouped: rejected) rejected rows"
    let items: LocalizedPhrase = writes == 1 ? "1 item" : "\(grouped: writes) items"
    switch (writes, rejected) {
    case (added, 0): return "Add \(items)?"
    case (updated, 0): return "Change \(items)?"
    case (deleted, 0): return "Delete \(items)?"
    case (added, _): return "Add \(items) and leave out \(rows)?"
    case (updated, _): return "Change \(items) and leave out \(rows)?"
    case (deleted, _): return "Delete \(items) and leave out \(rows)?"
    default: break
    }
    let parts: [(Int, LocalizedPhrase)] = [
      (updated, "Change \(grouped: updated)"),
      (added, updated > 0 ? "add \(grouped: added)" : "Add \(grouped: added)"),
      (deleted, "delete \(grouped: deleted)"), (rejected, "leave out \(rows)"),
    ]
    return "\(LocalizedPhrase(joining: parts.filter { $0.0 > 0 }.map(\.1), by: ", "))?"
  }

  /// Further counts of a plan, and why the shop of the file does not sell rows.
  func details(unsold: String) -> [LocalizedPhrase] {
    var lines: [LocalizedPhrase] = [rows == 1 ? "1 row read" : "\(grouped: rows) rows read"]
    func add(_ count: Int, _ one: LocalizedPhrase, _ several: LocalizedPhrase) {
      if count > 0 { lines.append(count == 1 ? one : several) }
    }
    add(clearings, "1 field cleared", "\(grouped: clearings) fields cleared")
    if imagesFound + imagesMissing > 0 {
      lines.append("images: \(grouped: imagesFound) found, \(grouped: imagesMissing) missing")
    }
    add(
      others, "1 row is of another seller's item, and is left out",
      "\(grouped: others) rows are of other sellers' items, and are left out")
    add(
      otherMarket, "1 row is of another market's export; its id and version are ignored",
      "\(grouped: otherMarket) rows are of another market's export; their ids and versions are ignored")
    add(
      withoutStock, "1 row has no stock: taken as 0; --default stock=1",
      "\(grouped: withoutStock) rows have no stock: taken as 0; --default stock=1")
    if notForSale > 0 {
      lines.append(
        "rows that the shop of the file does not sell, or not by themselves: \(grouped: notForSale), skipped: \(unsold)"
      )
    }
    add(
      withTitle, "1 row has the title of an item: --key title changes that item",
      "\(grouped: withTitle) rows have the title of an item: --key title changes those items")
    add(
      kept,
      "1 row has cells that are as at its last import: its item keeps what has changed since; --on-existing overwrite sets them",
      "\(grouped: kept) rows have cells that are as at their last import: their items keep what has changed since; --on-existing overwrite sets them"
    )
    if hasHighCosts {
      lines.append(
        "the cost is above the price in \(grouped: costsAbovePrice) of \(grouped: costs) rows: it is that of one piece"
      )
    }
    return lines
  }
}
