/// Decodes keys from the bytes that a terminal sends: UTF-8, control characters (ECMA-48), and xterm's sequences for other
/// keys (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "PC-Style Function Keys", "Bracketed Paste Mode").
/// Input may be split anywhere, with any pause. Anything else, such as a late response to a query, is skipped to its end:
/// no part of it is taken for a key.
package struct KeyDecoder {
  /// In bytes. Key sequences are a few bytes long; a longer one is no key.
  private static let longestSequence = 64
  /// In bytes.
  private static let longestPaste = 1 << 16
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private var pending: [UInt8] = []
  /// The text of an unfinished paste, at most `longestPaste` bytes and the end sequence.
  private var paste: [UInt8]?
  /// Whether a control string (OSC, DCS, APC, PM, SOS) is being skipped.
  private var isInString = false
  /// Whether a pause has made a key of the Esc before these bytes, which may have been the start of a sequence after all.
  private var isAfterEscape = false

  package init() {}

  /// Milliseconds to wait for more bytes before `timeOut` is called; nil where no time limit helps. Esc alone is also the
  /// start of a sequence, and only a pause tells them apart; anything that has begun is waited for, however late it is.
  package var timeout: Int32? {
    if let paste { return Self.pasteEnd.starts(with: paste) ? nil : 1_000 }
    if isInString || pending.isEmpty { return nil }
    // A bracket is seldom typed after Esc, and a sequence that comes in parts over a slow network is frequent.
    if isAfterEscape { return "[]".utf8.contains(pending[0]) ? 500 : 50 }
    return pending == [0x1B] ? 50 : nil
  }

  /// The keys that these bytes complete.
  package mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if paste != nil {
        if let text = pasted(byte) { keys.append(.paste(text)) }
      } else {
        pending.append(byte)
        read(into: &keys)
      }
    }
    return keys
  }

  /// Ends a wait: a lone Esc is the key, and what there is of a paste is passed on; its rest, up to the end sequence, is none
  /// of keys either.
  package mutating func timeOut() -> [Key] {
    guard timeout != nil else { return [] }
    if let text = paste {
      let begun = (0..<Self.pasteEnd.count).reversed().first { text.suffix($0) == Self.pasteEnd[..<$0] } ?? 0
      paste = Array(text.suffix(begun))
      return [.paste(String(decoding: text.dropLast(begun), as: UTF8.self))]
    }
    defer { (pending, isAfterEscape) = ([], pending == [0x1B]) }
    return pending == [0x1B] ? [.escape] : pending.map { .character(Character(Unicode.Scalar($0))) }
  }

  /// Removes complete keys and sequences from the front of `pending`.
  private mutating func read(into keys: inout [Key]) {
    while let first = pending.first {
      if isInString {
        guard cancelsString() else { return }
        continue
      }
      if isAfterEscape {
        // A key, unless more comes at once.
        guard let isSequence = continuesEscape else { return }
        if isSequence { pending.insert(0x1B, at: 0) }
      }
      isAfterEscape = false
      if replaceC1() { continue }
      let step: Step =
        switch pending[0] {
        case 0x1B: escape()
        case ..<0x20, 0x7F: Step(length: 1, key: Self.control(first))
        case ..<0x80: Step(length: 1, key: .character(Character(Unicode.Scalar(first))))
        default: text(from: first)
        }
      guard step.length > 0 else { return }
      pending.removeFirst(step.length)
      if let key = step.key { keys.append(key) }
    }
  }

  /// Whether the bytes go on with a sequence whose Esc was taken for a key; nil while that is not known. Of control strings those
  /// that terminals send: OSC with a number, DCS with an answer, APC of kitty.
  private var continuesEscape: Bool? {
    let rest = pending.dropFirst()
    func next(_ bytes: ArraySlice<UInt8>, isOf expected: String) -> Bool? {
      bytes.first.map(Array(expected.utf8).contains)
    }
    return switch pending[0] {
    case UInt8(ascii: "["), UInt8(ascii: "O"): rest.isEmpty ? nil : true
    case UInt8(ascii: "]"): next(rest, isOf: "0123456789")
    case UInt8(ascii: "P"): next(rest.drop { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ";") }, isOf: "$+>!|{")
    case UInt8(ascii: "_"): next(rest, isOf: "G")
    default: false
    }
  }

  /// Writes a C1 control at the front, a byte or a character of two, as ESC and a letter (ECMA-48, 5.3); false for none.
  private mutating func replaceC1() -> Bool {
    let length = pending[0] == 0xC2 ? 2 : 1
    guard pending.count >= length, 0x80...0x9F ~= pending[length - 1] else { return false }
    pending.replaceSubrange(..<length, with: [0x1B, pending[length - 1] - 0x40])
    return true
  }

  /// The number of bytes decoded, 0 while more are needed, and their key, if any.
  private struct Step {
    var length = 0
    var key: Key?
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: nil
    }
  }

  /// A character of several bytes (RFC 3629).
  private func text(from first: UInt8) -> Step {
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let following = pending.dropFirst().prefix(length - 1)
    let rest = following.prefix { $0 & 0xC0 == 0x80 }
    // Broken: its bytes are no controls.
    guard rest.count == following.count, length > 1 else { return Step(length: 1 + rest.count) }
    guard pending.count >= length else { return Step() }
    let text = String(validating: pending.prefix(length), as: UTF8.self)
    let character = text?.first.flatMap {
      $0.unicodeScalars.first?.properties.generalCategory == .control ? nil : $0
    }
    return Step(length: length, key: character.map(Key.character))
  }

  // MARK: Sequences

  private mutating func escape() -> Step {
    guard pending.count > 1 else { return Step() }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      // Some terminals send the modifiers of a key before its letter.
      let end = pending.dropFirst(2).firstIndex { !(0x30...0x3B ~= $0) }
      return end.map { Step(length: $0 + 1, key: Self.key(final: pending[$0], parameter: "")) } ?? Step()
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      isInString = true
      return Step(length: 2)
    case 0x1B: return Step(length: 1, key: .escape)
    case 0x20...0x7E: return Step(length: 2)
    // The key Esc, and then another character.
    default: return Step(length: 1, key: .escape)
    }
  }

  /// Parameters, intermediate bytes and a final byte (ECMA-48, 5.4).
  private mutating func controlSequence() -> Step {
    // The Linux console sends CSI [ and a letter for some keys.
    let begin = pending.count > 2 && pending[2] == UInt8(ascii: "[") ? 3 : 2
    guard let end = pending.indices.dropFirst(begin).first(where: { !(0x20...0x3F ~= pending[$0]) }) else {
      if pending.count > Self.longestSequence { pending.removeLast() }
      return Step()
    }
    // Not a final byte: it interrupts the sequence and begins something new.
    guard 0x40...0x7E ~= pending[end] else { return Step(length: end) }
    guard begin == 2, end < Self.longestSequence else { return Step(length: end + 1) }
    // The mouse of a terminal without SGR 1006: a button, a column and a line follow, a byte each.
    if pending[end] == UInt8(ascii: "M"), end == begin {
      let place = pending[(end + 1)...].prefix(3)
      if let control = place.firstIndex(where: { $0 < 0x20 }) { return Step(length: control) }
      return place.count < 3 ? Step() : Step(length: end + 4)
    }
    if pending[begin] == UInt8(ascii: "<") {
      let parameters = String(decoding: pending[(begin + 1)..<end], as: UTF8.self)
      return Step(length: end + 1, key: Self.mouse(parameters, isPress: pending[end] == UInt8(ascii: "M")))
    }
    let parameter = String(decoding: pending[begin..<end].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    if pending[end] == UInt8(ascii: "~"), parameter == "200" { paste = [] }
    return Step(length: end + 1, key: Self.key(final: pending[end], parameter: parameter))
  }

  private static func key(final: UInt8, parameter: String) -> Key? {
    switch (Character(Unicode.Scalar(final)), parameter) {
    case ("A", _): .up
    case ("B", _): .down
    case ("C", _): .right
    case ("D", _): .left
    case ("H", _), ("~", "1"), ("~", "7"): .home
    case ("F", _), ("~", "4"), ("~", "8"): .end
    case ("~", "3"): .delete
    case ("~", "5"): .pageUp
    case ("~", "6"): .pageDown
    case ("M", ""): .enter
    case ("Z", _): .backTab
    default: nil
    }
  }

  /// The button, the column and the line, in decimal and from 1 (xterm, "Extended coordinates", SGR 1006).
  private static func mouse(_ parameters: String, isPress: Bool) -> Key? {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    guard isPress, numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let action: Mouse.Action
    switch numbers[0] {
    case 0: action = .press
    case 64: action = .wheelUp
    case 65: action = .wheelDown
    default: return nil
    }
    return .mouse(Mouse(action, row: numbers[2] - 1, column: numbers[1] - 1))
  }

  /// Skips a byte of a control string; true for the start of another sequence, which cancels it. It ends with BEL or ST, which is
  /// ESC \ or a C1 control, and with CAN or SUB.
  private mutating func cancelsString() -> Bool {
    let (before, last) = pending.count > 1 ? (pending[0], pending[1]) : (0, pending[0])
    if before == 0x1B, last != UInt8(ascii: "\\") {
      isInString = false
      return true
    }
    // In a character of several bytes 0x9C is none.
    let isEnd =
      before == 0x1B || [0x07, 0x18, 0x1A].contains(last) || last == 0x9C && (before < 0x80 || before == 0xC2)
    isInString = !isEnd
    pending = isEnd ? [] : [last]
    return false
  }

  // MARK: Pastes

  /// The pasted text, when this byte completes it. Only the end sequence ends a paste; terminals remove it from the text.
  private mutating func pasted(_ byte: UInt8) -> String? {
    paste?.append(byte)
    guard let text = paste, byte == UInt8(ascii: "~"), text.suffix(Self.pasteEnd.count) == Self.pasteEnd[...]
    else {
      if let count = paste?.count, count > Self.longestPaste + Self.pasteEnd.count {
        paste?.removeSubrange(Self.longestPaste..<(count - Self.pasteEnd.count))
      }
      return nil
    }
    paste = nil
    return String(decoding: text.dropLast(Self.pasteEnd.count).prefix(Self.longestPaste), as: UTF8.self)
  }
}
