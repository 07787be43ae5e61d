/// The size of a character cell, in pixels.
package struct CellSize: Sendable, Equatable {
  let width: Int
  let height: Int

  /// For terminals that do not report it: twice as high as wide, and rather too small than too large, so that an image
  /// stays within its box.
  package static let assumed = CellSize(width: 8, height: 16)

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
