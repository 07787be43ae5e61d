/// A key or a paste, as a terminal reports it.
package enum Key: Sendable, Equatable {
  /// A letter, digit, symbol or space: one Unicode scalar. A combining mark joins the character before it when appended.
  case character(Character)
  /// A letter with Ctrl, in lower case. Ctrl-H, -I, -J, -M and -[ are reported as the keys that send the same byte.
  case control(Character)
  case enter
  case tab
  /// Shift-Tab.
  case backTab
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
  /// A button or the wheel of the mouse, where the screen asks for them.
  case mouse(Mouse)
}

/// A button or the wheel over a cell of the screen.
package struct Mouse: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// The left button was pressed.
    case press
    case wheelUp
    case wheelDown
  }

  package let action: Action
  /// From 0.
  package let row: Int
  /// From 0.
  package let column: Int

  package init(_ action: Action, row: Int, column: Int) {
    (self.action, self.row, self.column) = (action, row, column)
  }
}

extension Key {
  /// The key by its position on the keyboard, for a command: on a Korean keyboard that is set to Hangul (KS X 5002), the
  /// key of `q` sends ㅂ, and in the full-width mode of an input method ｑ.
  package var command: Key {
    guard case .character(let typed) = self else { return self }
    let character = InputMethod.plain(String(typed)).first ?? typed
    let latin = InputMethod.latin(String(character))
    return .character(character.isASCII || latin.count != 1 ? character : Character(latin))
  }
}
