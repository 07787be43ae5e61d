import Console
import Foundation
import OpenMarket

/// An event of the screen of `market browse`.
enum BrowserEvent: Sendable {
  case key(Key)
  /// A page has come, after this time.
  case page(PageQuery, Fetched<ItemPage>, took: Duration)
  /// A page cannot be fetched, which took this time to find out.
  case failed(PageQuery, ClientError, took: Duration)
  case item(BrowsedItem)
  case itemFailed(id: Int, ClientError)
  case ranking(BestBrowser.Request, Result<BestSellers, ClientError>)
  /// An image is drawn, or there is a reason why not.
  case image(BrowsedImage, DisplayedImage?)
  /// The terminal has answered whether it draws images in kitty's protocol.
  case answered(supportsKitty: Bool)
  /// A command has ended.
  case ran(BrowserCommand, Outcome)
  /// The items of the whole list, or the first of them.
  case all([Int], areAll: Bool)
  /// The page of an item, nil for a market without pages, and whether a web browser has opened it.
  case visited(URL?, isOpen: Bool)
  /// The time of an alarm has come.
  case woke(Alarm)
  /// The terminal may have another size, and other programs may have written on it.
  case resized(columns: Int, rows: Int)
  /// The terminal is gone.
  case closed

  /// A point in time that the screen waits for; a later one of its kind replaces it.
  enum Alarm: Sendable, Hashable, CaseIterable {
    /// The list may have changed.
    case poll
    /// The cursor has rested on an item, which is then shown beside the list.
    case rest
    /// The item that the cursor rests on has not come yet.
    case late
    /// A mark or a message has been on the screen long enough.
    case fade
  }

  /// The output of a command, and its exit code.
  struct Outcome: Sendable, Equatable {
    /// The lines of its output, sanitized.
    let output: [String]
    /// The lines of its notes and errors.
    let notes: [String]
    let code: ExitCode

    /// The line that says most: of an error the error, else what was done, and what there is to know of it.
    func summary(of verb: BrowserCommand.Verb) -> String {
      guard code == .done else { return (notes + output).first { !$0.isEmpty } ?? "" }
      let sign = "✓ "
      let done = notes.filter { $0.hasPrefix(sign) }.map { String($0.dropFirst(sign.count)) }
      // How to bring an item back is a key here.
      let others = verb == .delete ? [] : notes.filter { !$0.hasPrefix(sign) && !$0.isEmpty }
      let first = done.isEmpty ? Array(output.prefix(1)) : done
      return (first + others).joined(separator: " · ")
    }
  }
}

/// Work that follows from an event.
enum BrowserEffect: Equatable {
  case fetch(PageQuery)
  case show(id: Int)
  case rank(BestBrowser.Request)
  case draw(BrowsedImage)
  case run(BrowserCommand)
  /// Finds the items of the whole list.
  case selectAll(PageQuery)
  /// Adds words to the search history.
  case record(String)
  /// Opens the item's page in a web browser.
  case visit(id: Int)
  case wake(BrowserEvent.Alarm, after: Duration)
}

/// An item with what is shown below it.
struct BrowsedItem: Sendable, Equatable {
  let item: Item
  /// The rating by star, and the newest reviews; nil where they cannot be had.
  var reviews: ReviewPage?
  /// The newest entries of the history; nil where the password of the item is not known.
  var history: [HistoryEntry]?
}

/// An image in the size in which it is drawn.
struct BrowsedImage: Sendable, Hashable {
  let url: URL
  let columns: Int
  let rows: Int

  var box: ImageBox { ImageBox(columns: columns, rows: rows) }
}

/// A command line of this program that a key stands for.
struct BrowserCommand: Sendable, Equatable {
  enum Verb: Sendable, Equatable {
    case add, edit, sell, delete, undo
    /// Pieces that come or go otherwise, or a correction.
    case record
    /// Text to read.
    case orders, receipt, log
    /// Tells what `undo` would take back, or `correct` or `edit` would change.
    case undoPlan, correctionPlan, editPlan
  }

  let verb: Verb
  /// The command lines, without the name of the program. They are run until one fails.
  let lines: [[String]]
  /// The password that was typed for them; nil for those that are stored.
  var password: String?
}
