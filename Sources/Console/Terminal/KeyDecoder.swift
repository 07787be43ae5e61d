/// Decodes keys from the bytes that a terminal sends: UTF-8, control characters (ECMA-48), and xterm's sequences for other
/// keys (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "PC-Style Function Keys", "Bracketed Paste Mode").
/// Input may be split anywhere. Anything else, such as a late response to a query, is skipped.
package struct KeyDecoder {
  /// In bytes. Key sequences are a few bytes long; a longer one is skipped.
  private static let longestSequence = 64
  /// In bytes.
  private static let longestPaste = 1 << 16
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private var pending: [UInt8] = []
  /// The text of an unfinished paste, at most `longestPaste` bytes and the end sequence.
  private var paste: [UInt8]?
  /// Whether a control string (OSC, DCS, APC, PM, SOS) is being skipped.
  private var isInString = false

  package init() {}

  /// Milliseconds to wait for more bytes before `timeOut` is called; nil when the input is complete. Esc alone is also the
  /// start of a sequence, and only a pause tells them apart.
  package var timeout: Int32? {
    // The rest of a paste or of a character is certain to come.
    if paste != nil || pending.first.map({ $0 >= 0x80 }) == true { return 1_000 }
    return pending.isEmpty && !isInString ? nil : 50
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

  /// Ends an incomplete input after a pause: a lone Esc is the key, a paste is taken as it is, the rest is dropped.
  package mutating func timeOut() -> [Key] {
    defer { self = KeyDecoder() }
    if let paste { return [.paste(String(decoding: paste, as: UTF8.self))] }
    return pending == [0x1B] && !isInString ? [.escape] : []
  }

  /// Removes complete keys and sequences from the front of `pending`.
  private mutating func read(into keys: inout [Key]) {
    while let first = pending.first {
      if isInString { return skipString() }
      let step: Step =
        switch first {
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
    let isBroken = pending.dropFirst().prefix(length - 1).contains { $0 & 0xC0 != 0x80 }
    guard !isBroken, length > 1 else { return Step(length: 1) }
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
      return pending.count > 2 ? Step(length: 3, key: Self.key(final: pending[2], parameter: "")) : Step()
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
      return Step(length: pending.count > Self.longestSequence ? pending.count : 0)
    }
    // Not a final byte: it interrupts the sequence and begins something new.
    guard 0x40...0x7E ~= pending[end] else { return Step(length: end) }
    guard begin == 2 else { return Step(length: end + 1) }
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

  /// A control string ends with BEL or ST, which is ESC \.
  private mutating func skipString() {
    if pending == [0x1B] { return }
    isInString = !(pending == [0x07] || pending == [0x1B, UInt8(ascii: "\\")])
    pending = []
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
