import Console
import OpenMarket

/// An event while a list is on the screen.
enum ListEvent: Sendable {
  /// The list begins with this page.
  case opened(Fetched<ItemPage>, ListSpace)
  case key(Key)
  /// A page has come, after this time.
  case page(PageQuery, Fetched<ItemPage>, took: Duration)
  /// A page cannot be fetched, which took this time to find out.
  case failed(PageQuery, ClientError, took: Duration)
  /// The session gave up a request by itself.
  case cancelled(PageQuery)
  /// The next row of cards is ready; nil after the last.
  case cards(Gallery.CardRow?)
  /// The terminal has another size, or it has become known which images it draws.
  case room(ListSpace)
  /// The process was stopped and continued: other programs have written on the screen.
  case resumed
  /// The terminal is gone.
  case closed
}

/// How many of some items the screen has room for.
struct ListSpace: Sendable {
  /// As rows of a table.
  let table: @Sendable ([Item]) -> Int
  /// As cards with images; nil until it is known which images the terminal draws.
  var grid: (@Sendable ([Item]) -> Int)?
}
