/// What a person does on a keyboard, as far as a terminal tells.
package enum Key: Sendable, Equatable {
  /// A letter, digit, sign or space: one Unicode scalar. A mark joins what stands before it when it is appended.
  case character(Character)
  /// A letter together with Ctrl, in lower case. Ctrl-H, -I, -J, -M and -[ are the keys that send the same.
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
  /// Text from the clipboard, where the terminal marks it as such.
  case paste(String)
}
