/// A key or a paste, as a terminal reports it.
package enum Key: Sendable, Equatable {
  /// A letter, digit, symbol or space: one Unicode scalar. A combining mark joins the character before it when appended.
  case character(Character)
  /// A letter with Ctrl, in lower case. Ctrl-H, -I, -J, -M and -[ are reported as the keys that send the same byte.
  case control(Character)
  case enter
  case tab
  case backspace
  case delete
  case escape
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// Text from the clipboard, in terminals with bracketed paste.
  case paste(String)
}
