/// A way to show an image on a terminal, as given to `--images`.
package enum ImageProtocol: String, CaseIterable, Sendable {
  /// https://sw.kovidgoyal.net/kitty/graphics-protocol/
  case kitty
  /// https://iterm2.com/documentation-images.html
  case iterm
  /// DEC's, as the VT340 drew them (https://vt100.net/docs/vt3xx-gp/chapter14.html).
  case sixel
  /// Coloured block elements (U+2580 to U+259F), which are text.
  case blocks
  /// In words alone.
  case none
}
