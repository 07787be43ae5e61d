import Console
import OpenMarket

/// A plan in words: the counts, the first changes, and the problems by rule.
struct PlanSummary {
  let planner: Planner
  /// The currency of amounts that name none; nil where the command line names it.
  let assumed: AssumedCurrency?
  let format: OutputFormat
  let style: Style
  /// The width of the terminal; `.max` in a pipe.
  let columns: Int
  /// How wide the name of a rejected row may be.
  private static let nameWidth = 40

  /// The lines for a person.
  var lines: [String] {
    var lines = currencies + [format.text(planner.counts.phrase)]
    lines += planner.counts.details.map { "  " + style.dim(format.text($0)) }
    lines += additions
    for change in planner.changes {
      lines.append("")
      let place = format.text(phrase(change.place))
      let (id, title) = ("#\(change.id) ", change.title.sanitizedLine)
      let room = columns - place.displayWidth - 2 - id.displayWidth
      lines.append(style.dim(place) + "  " + id + title.truncated(toWidth: max(8, room)))
      lines += FieldChange.lines(change.fields(format), format, style, columns: columns)
    }
    let more = planner.counts.updated - planner.changes.count
    if more > 0, !planner.changes.isEmpty {
      lines.append(
        style.dim(format.text("… and \(format.number(more)) more changes; see all with '--verbose'")))
    }
    lines += deletions
    for problem in planner.problems {
      lines.append("")
      lines.append(style.bold(problem.first.sentence.sanitizedLine))
      let shown = problem.places.map { place in
        // As compilers name places.
        (planner.files.map { $0[place.place.file].sanitizedLine + ":" } ?? "")
          + format.number(place.place.line)
          + (place.name.isEmpty ? "" : " (\(place.name.sanitizedLine.truncated(toWidth: Self.nameWidth)))")
      }.joined(separator: ", ")
      let rest = problem.count - problem.places.count
      lines.append(
        "  "
          + format.text(
            planner.files != nil
              ? rest > 0
                ? "\(problem.rule), \(shown) and \(format.number(rest)) more" : "\(problem.rule), \(shown)"
              : rest > 0
                ? "\(problem.rule), lines \(shown) and \(format.number(rest)) more"
                : problem.count == 1 ? "\(problem.rule), line \(shown)" : "\(problem.rule), lines \(shown)"))
    }
    if !planner.warnings.isEmpty { lines.append("") }
    for warning in planner.warnings {
      lines.append(
        format.text("\(phrase(warning.place)): \(warning.problem.sentence.sanitizedLine)"))
    }
    return lines
  }

  /// The currencies of new items, and why they are these; none where the command line names one.
  private var currencies: [String] {
    var phrases = planner.namedCurrencies.prefix(3).map { currency, header -> LocalizedPhrase in
      if let header {
        "The currency is \(currency.code), from the column '\(header.shortened)'"
      } else {
        "The currency is \(currency.code), from the signs of the amounts"
      }
    }
    if planner.assumesCurrency, let assumed { phrases.append(assumed.message) }
    return phrases.map(format.text)
  }

  /// The first new items, one line each: `Line 2  new  Lamp · KRW 89,000 · 12 in stock`.
  private var additions: [String] {
    guard !planner.additions.isEmpty else { return [] }
    let new = format.text(LocalizedPhrase("new"))
    var lines = planner.additions.map { addition in
      let place = format.text(phrase(addition.place))
      let room = columns - place.displayWidth - new.displayWidth - 4
      return style.dim(place) + "  " + style.dim(new) + "  " + addition.line(format, columns: room)
    }
    let more = planner.counts.added - planner.additions.count
    if more > 0 {
      lines.append(
        style.dim(format.text("… and \(format.number(more)) more new items; see all with '--verbose'")))
    }
    return [""] + lines
  }

  /// The first items that are deleted, one line each: `Line 4  delete  #3 Desk`.
  private var deletions: [String] {
    guard !planner.deletions.isEmpty else { return [] }
    var lines = planner.deletions.map { deletion in
      let (place, word) = (format.text(phrase(deletion.place)), format.text(LocalizedPhrase("delete")))
      let room = columns - place.displayWidth - word.displayWidth - 4
      return style.dim(place) + "  " + style.bold(word) + "  "
        + "#\(deletion.id) \(deletion.title.sanitizedLine)".truncated(toWidth: max(8, room))
    }
    let more = planner.counts.deleted - planner.deletions.count
    if more > 0 {
      lines.append(
        style.dim(format.text("… and \(format.number(more)) more deleted; see all with '--verbose'")))
    }
    return [""] + lines
  }

  private func phrase(_ place: RowPlace) -> LocalizedPhrase { place.phrase(planner.files, format) }
}

extension Planner.Addition {
  /// The title and, as far as they fit, the price, the stock and the number of images.
  fileprivate func line(_ format: OutputFormat, columns: Int) -> String {
    let price = format.price(draft.price)
    let discounted = draft.discountedPrice.map { format.price(Price($0, draft.price.currency)) }
    let facts: [LocalizedPhrase] =
      [
        LocalizedPhrase(verbatim: discounted.map { "\(price) → \($0)" } ?? price),
        "\(format.count(draft.stock)) in stock",
      ] + (images == 0 ? [] : [images == 1 ? "1 image" : "\(format.number(images)) images"])
    let title = draft.title.sanitizedLine
    for count in (1...facts.count).reversed() {
      let tail = (format.isAccessible ? ", " : " · ") + format.facts(Array(facts.prefix(count)))
      let room = columns - tail.displayWidth
      if room >= min(title.displayWidth, count == 1 ? 8 : 16) { return title.truncated(toWidth: room) + tail }
    }
    return title.truncated(toWidth: max(8, columns))
  }
}

extension Planner.Sample {
  /// The fields that differ, a stock with its difference: `8 → 5 (count −3)`.
  fileprivate func fields(_ format: OutputFormat) -> [FieldChange] {
    var changes = FieldChange.all(from: before.words(format), to: after.words(format)).map { change in
      guard change.field == .stock else { return change }
      let difference = after.stock - before.stock
      let signed = (difference > 0 ? "+" : "−") + format.number(abs(difference))
      return FieldChange(
        field: .stock, before: change.before, after: format.text("\(change.after) (count \(signed))"))
    }
    if let images {
      changes.append(
        FieldChange(
          field: .images, before: format.number(images.before), after: format.number(images.after)))
    }
    return changes
  }
}

extension PlanCounts {
  /// `2,914 to add, 71 to change, 12 unchanged, 3 rejected`: the counts of a plan, without zeros.
  var phrase: LocalizedPhrase {
    joined([
      (added, "\(grouped: added) to add"), (updated, "\(grouped: updated) to change"),
      (deleted, "\(grouped: deleted) to delete"),
    ])
  }

  /// `2,914 added, 71 updated, 12 unchanged, 3 rejected`: the counts of an import that has ended.
  var outcome: LocalizedPhrase {
    joined([
      (added, "\(grouped: added) added"), (updated, "\(grouped: updated) updated"),
      (deleted, "\(grouped: deleted) deleted"),
    ])
  }

  private func joined(_ writes: [(Int, LocalizedPhrase)]) -> LocalizedPhrase {
    let counts: [(Int, LocalizedPhrase)] =
      writes + [
        (left, "\(grouped: left) unchanged"), (skipped, "\(grouped: skipped) skipped"),
        (rejected, "\(grouped: rejected) rejected"),
      ]
    let parts = counts.filter { $0.0 > 0 }.map(\.1)
    return parts.isEmpty ? "No rows" : LocalizedPhrase(joining: parts, by: ", ")
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

  /// Further counts of a plan.
  var details: [LocalizedPhrase] {
    var lines: [LocalizedPhrase] = [rows == 1 ? "1 row read" : "\(grouped: rows) rows read"]
    if clearings > 0 {
      lines.append(clearings == 1 ? "1 field cleared" : "\(grouped: clearings) fields cleared")
    }
    if imagesFound + imagesMissing > 0 {
      lines.append("images: \(grouped: imagesFound) found, \(grouped: imagesMissing) missing")
    }
    if let others {
      lines.append(
        others == 1
          ? "1 row is of another seller's item, and is left out"
          : "\(grouped: others) rows are of other sellers' items, and are left out")
    }
    if let otherMarket {
      lines.append(
        otherMarket == 1
          ? "1 row is of another market's export; its id and version are ignored"
          : "\(grouped: otherMarket) rows are of another market's export; their ids and versions are ignored")
    }
    return lines
  }
}
