import OpenMarket

/// How often a page is fetched to find out whether it has changed.
///
/// Requests take at most a hundredth of the time: four a second for the embedded market, whose change counter tells at
/// once that nothing has changed, and one every few seconds over a network. The interval grows while nothing changes.
struct PollInterval {
  private static let shortest = Duration.milliseconds(250)
  private static let longest = Duration.seconds(30)

  private var last: ItemPage?
  private var factor = 1.0
  /// The time from a response to the next request.
  private(set) var delay = shortest

  /// - Parameters:
  ///   - page: The response; nil if there was none.
  ///   - cost: How long the request took.
  mutating func note(_ page: ItemPage?, after cost: Duration) {
    factor = page != nil && page != last && last != nil ? 1 : min(10, factor * 1.2)
    last = page ?? last
    delay = max(Self.shortest, min(cost * 100 * factor, Self.longest))
  }
}
