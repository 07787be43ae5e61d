/// An image made ready for a terminal, in its place among letters.
package struct Drawing: Sendable, Equatable {
  enum Content: Equatable {
    /// A text for each row, each just as wide as the box.
    case text([String])
    /// A sequence that draws from where the cursor is, to the right and downwards, and may leave the cursor anywhere.
    case sequence(String)
  }

  package let box: ImageBox
  let content: Content
  /// What has to be sent before, and leaves neither a mark nor the cursor elsewhere.
  let preparation: String

  init(box: ImageBox, _ content: Content, preparation: String = "") {
    self.box = box
    self.content = content
    self.preparation = preparation
  }
}
