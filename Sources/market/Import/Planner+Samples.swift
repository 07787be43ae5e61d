import OpenMarket

/// Samples of a plan, for a person to look at.
extension Planner {
  /// A change for a person to look at.
  struct Sample {
    let place: RowPlace
    let id: Int
    let title: String
    let before: ItemDraft
    let after: ItemDraft
    /// How many images there are before and after; nil where they stay.
    var images: (before: Int, after: Int)?
  }

  /// A new item for a person to look at.
  struct Addition {
    let place: RowPlace
    let draft: ItemDraft
    /// How many images it has.
    let images: Int
  }
}
