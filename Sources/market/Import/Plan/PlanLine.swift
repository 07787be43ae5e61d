import Foundation
import OpenMarket
import SystemSupport

/// A line of a plan: the action for one row of an import, or why there is none.
struct PlanLine: Equatable {
  enum Action: String, CaseIterable {
    case add
    case update
    case delete
    /// The item is as the row says.
    case leave
    /// The row or an option says to skip it.
    case skip
    case reject

    var isWrite: Bool { self == .add || self == .update || self == .delete }
  }

  /// Which of the files, from 0.
  var file = 0
  /// The line of the file on which the row begins, from 1.
  var line: Int
  var action: Action
  /// The line to send to the market; nil where nothing is sent.
  var item: BatchItem?
  /// The numbers of the item that the line changes, as they were; nil for none.
  var before: BatchItem?
  /// The images that replace those of the item, as absolute paths and URLs; nil leaves them.
  var images: [String]?
  /// The digests of the item's present images, where one of `images` is fetched first: it may be the same.
  var presentImages: [String]?
  /// The digests that a new item without a key gets if an image of the web cannot be fetched: a later import then fetches it again.
  var digests: CellDigests?
  /// Why the row is rejected, or what is noteworthy about it.
  var problems: [PlanProblem]?
  /// The cells of a row that is rejected, or may be when the market is sent it, as they are in the file.
  var cells: [String]?
}

extension PlanLine {
  /// Whether the market is sent it: a line that leaves an item as it is can have digests of its cells.
  var isSent: Bool { action.isWrite || item != nil }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("action", action.rawValue)
      if let before {
        writer.key("before")
        before.write(to: &writer)
      }
      writer.member("cells", cells)
      writer.member("digests", digests?.rawValue)
      writer.member("file", file)
      writer.member("images", images)
      if let item {
        writer.key("item")
        item.write(to: &writer)
      }
      writer.member("line", line)
      writer.member("present_images", presentImages)
      if let problems { writer.array("problems", problems) { writer, problem in problem.write(to: &writer) } }
    }
  }

  init(_ reader: inout JSONReader) throws(JSONDefect) {
    var (file, line, action): (Int?, Int?, Action?)
    var found = Self(line: 0, action: .skip)
    try reader.object { reader, name throws(JSONDefect) in
      switch name {
      case "action": try reader.read(&action)
      case "before": found.before = try BatchItem(&reader)
      case "cells": try reader.read(&found.cells)
      case "digests": try reader.read(&found.digests)
      case "file": try reader.read(&file)
      case "images": try reader.read(&found.images)
      case "item": found.item = try BatchItem(&reader)
      case "line": try reader.read(&line)
      case "present_images": try reader.read(&found.presentImages)
      case "problems": found.problems = try reader.array(PlanProblem.init)
      default: try reader.skip()
      }
    }
    guard let file, let line, let action else { throw .notExpected }
    (found.file, found.line, found.action) = (file, line, action)
    self = found
  }
}

/// How many rows there are of each kind. Every row that was read is counted once.
struct PlanCounts: Codable, Equatable {
  var added = 0
  var updated = 0
  var deleted = 0
  var left = 0
  var skipped = 0
  var rejected = 0
  var clearings = 0
  var imagesFound = 0
  var imagesMissing = 0
  /// Rows that are left because their items are of other sellers.
  var others = 0
  /// Rows of an export of another market, whose ids and versions are ignored.
  var otherMarket = 0
  var costs = 0
  var costsAbovePrice = 0
  /// New items whose cell of the stock is empty: they have none.
  var withoutStock = 0
  /// Rows that the shop of the file does not sell, or not by themselves.
  var notForSale = 0
  /// New items without a key that have the title of an item.
  var withTitle = 0
  /// Rows with cells that are as they were at the last import, and whose items have other values by now.
  var kept = 0

  /// Whether the costs are probably those of all pieces, or prices.
  var hasHighCosts: Bool { costsAbovePrice * 2 > costs }

  var rows: Int { added + updated + deleted + left + skipped + rejected }

  var writes: Int { added + updated + deleted }

  mutating func count(_ action: PlanLine.Action) {
    switch action {
    case .add: added += 1
    case .update: updated += 1
    case .delete: deleted += 1
    case .leave: left += 1
    case .skip: skipped += 1
    case .reject: rejected += 1
    }
  }
}
