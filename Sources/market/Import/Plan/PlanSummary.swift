import Console
import OpenMarket

/// A plan in words: the counts, the first changes, and the problems by rule.
struct PlanSummary {
  let planner: Planner
  let format: OutputFormat
  let style: Style
  let columns: Int

  /// The lines for a person.
  var lines: [String] {
    var lines = [format.text(planner.counts.phrase)]
    lines += planner.counts.details.map { "  " + style.dim(format.text($0)) }
    lines += additions
    for change in planner.changes {
      lines.append("")
      lines.append(
        style.dim(format.text(phrase(change.place))) + "  #\(change.id) "
          + change.title.sanitizedLine.truncated(toWidth: max(8, columns - 20)))
      lines += FieldChange.lines(change.fields(format), format, style, columns: columns)
    }
    let more = planner.counts.updated - planner.changes.count
    if more > 0, !planner.changes.isEmpty {
      lines.append(style.dim(format.text("… and \(format.number(more)) more changes")))
    }
    lines += deletions
    for problem in planner.problems {
      lines.append("")
      lines.append(style.bold(problem.first.sentence.sanitizedLine))
      let shown = problem.places.map { place in
        // As compilers name places.
        (planner.files.map { $0[place.file].sanitizedLine + ":" } ?? "") + format.number(place.line)
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
      lines.append(style.dim(format.text("… and \(format.number(more)) more new items")))
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
    if more > 0 { lines.append(style.dim(format.text("… and \(format.number(more)) more deleted"))) }
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
  /// `would add 2,914 · update 71 · leave 12 · reject 3`.
  var phrase: LocalizedPhrase {
    var parts: [LocalizedPhrase] = [
      "would add \(grouped: added) · update \(grouped: updated) · leave \(grouped: left)"
    ]
    if deleted > 0 { parts.append("delete \(grouped: deleted)") }
    if skipped > 0 { parts.append("skip \(grouped: skipped)") }
    parts.append("reject \(grouped: rejected)")
    return LocalizedPhrase(joining: parts, by: " · ")
  }

  /// `added 2,914 · updated 71 · left 12 · rejected 3`: the counts of an import that has ended.
  var outcome: LocalizedPhrase {
    var parts: [LocalizedPhrase] = [
      "added \(grouped: added) · updated \(grouped: updated) · left \(grouped: left)"
    ]
    if deleted > 0 { parts.append("deleted \(grouped: deleted)") }
    if skipped > 0 { parts.append("skipped \(grouped: skipped)") }
    parts.append("rejected \(grouped: rejected)")
    return LocalizedPhrase(joining: parts, by: " · ")
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
    return lines
  }
}
