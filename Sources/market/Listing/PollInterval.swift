import OpenMarket

/// How often to ask whether a list has changed. Asking takes a hundredth of the time at most, which is four times a
/// second where the market is in this process and tells by its change counter that nothing is new, and every few seconds
/// over a network; the less often, the longer nothing has changed.
struct PollInterval {
  private static let shortest = Duration.milliseconds(250)
  private static let longest = Duration.seconds(30)

  private var last: ItemPage?
  private var patience = 1.0
  private(set) var delay = shortest

  init() {}

  /// - Parameter page: Nil when there was none.
  mutating func note(_ page: ItemPage?, after cost: Duration) {
    patience = page != nil && page != last && last != nil ? 1 : min(10, patience * 1.2)
    last = page ?? last
    delay = max(Self.shortest, min(cost * 100 * patience, Self.longest))
  }
}
