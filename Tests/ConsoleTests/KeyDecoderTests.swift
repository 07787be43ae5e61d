import Console
import TestSupport
import Testing

struct KeyDecoderTests {
  /// The keys in a text, including a timeout at its end.
  private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

  private func keys(_ bytes: [UInt8]) -> [Key] {
    var decoder = KeyDecoder()
    let keys = decoder.keys(in: bytes)
    return decoder.timeout == nil ? keys : keys + decoder.timeOut()
  }

  @Test func `letters of every script are decoded`() {
    #expect(keys("q/ 맥é🦊") == ["q", "/", " ", "맥", "é", "🦊"].map(Key.character))
    // A syllable typed as separate jamo is not composed.
    #expect(keys("\u{1112}\u{1161}") == [.character("\u{1112}"), .character("\u{1161}")])
  }

  @Test func `control characters are decoded as keys`() {
    #expect(keys("\r\n\t\u{7F}\u{8}") == [.enter, .enter, .tab, .backspace, .backspace])
    #expect(keys("\u{C}\u{15}\u{17}\u{1A}") == ["l", "u", "w", "z"].map(Key.control))
    #expect(keys("\0\u{1C}\u{1F}") == [])
  }

  @Test(arguments: [
    ("\u{1B}[A", Key.up), ("\u{1B}OA", .up), ("\u{1B}[1;5A", .up), ("\u{1B}[B", .down), ("\u{1B}OB", .down),
    ("\u{1B}[C", .right), ("\u{1B}OC", .right), ("\u{1B}[D", .left), ("\u{1B}OD", .left),
    ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
    ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[6;2~", .pageDown), ("\u{1B}[3~", .delete),
    ("\u{1B}OM", .enter), ("\u{1B}", .escape), ("\u{1B}O5D", .left), ("\u{1B}O1;2H", .home),
  ])
  func `key sequences are decoded`(sequence: String, key: Key) {
    #expect(keys(sequence) == [key])
  }

  @Test func `a mouse is decoded with its cell, from 0; releases and other buttons are skipped`() {
    #expect(
      keys("\u{1B}[<0;3;4M\u{1B}[<0;3;4m\u{1B}[<64;1;1M\u{1B}[<65;300;90M\u{1B}[<2;3;4M") == [
        .mouse(Mouse(.press, row: 3, column: 2)), .mouse(Mouse(.wheelUp, row: 0, column: 0)),
        .mouse(Mouse(.wheelDown, row: 89, column: 299)),
      ])
    #expect(keys("\u{1B}[<0;0;4M\u{1B}[<0;3M\u{1B}[<MZ") == [.character("Z")])
    #expect(keys("\u{1B}[Z\u{1B}[1;2Z") == [.backTab, .backTab])
  }

  @Test func `Esc is a key after a timeout, and two keys when it is typed twice`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: [0x1B]) == [])
    #expect(decoder.timeout == 50)
    #expect(decoder.timeOut() == [.escape])
    #expect(decoder.timeout == nil)
    #expect(keys("\u{1B}\u{1B}") == [.escape, .escape])
    #expect(keys("\u{1B}\r") == [.escape, .enter])
    // Esc and the beginning of a sequence.
    #expect(keys("\u{1B}[1;") == [])
  }

  /// The keys in a text that comes in two parts, with a pause of any length between and after them.
  private func keys(_ bytes: [UInt8], pausingAt cut: Int) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.keys(in: bytes[..<cut]) + decoder.timeOut() + decoder.keys(in: bytes[cut...])
      + decoder.timeOut()
  }

  @Test(arguments: [
    // The start of a paste, a position, a mouse (SGR 1006, and a button with two bytes in letters), F5, an unknown CSI.
    "\u{1B}[200~dy\r\u{1B}[201~", "\u{1B}[12;40R", "\u{1B}[<35;3;4M", "\u{1B}[M dy", "\u{1B}[15~",
    "\u{1B}[?2026;2$y",
    // OSC by BEL and by ST, DCS, APC, SOS, PM.
    "\u{1B}]11;rgb:dy\u{7}", "\u{1B}]11;rgb:dy\u{1B}\\", "\u{1B}P1$rdy\u{1B}\\", "\u{1B}_Gi=31;dy\u{1B}\\",
    "\u{1B}Xdy\u{1B}\\", "\u{1B}^dy\u{1B}\\", "\u{1B}]0;맜dy\u{1B}\\",
    // C1 controls as characters: CSI, OSC, DCS, APC, SS3, NEL.
    "\u{9B}200~dy\u{9B}201~\u{1B}[201~", "\u{9B}15~", "\u{9D}dy\u{9C}", "\u{90}dy\u{7}", "\u{9F}dy\u{1B}\\",
    "\u{8F}P",
    "\u{85}",
  ])
  func `no part of a sequence is a key, wherever it pauses`(sequence: String) {
    let bytes = Array(sequence.utf8)
    for cut in 0...bytes.count {
      let keys = keys(bytes + Array("q".utf8), pausingAt: cut).filter {
        if case .paste = $0 { false } else { true }
      }
      // After a pause a lone Esc is a key; whether it was one, is seen too late. Where it ended a string, the string is over.
      let hasLoneEscape = cut == 1 && bytes[0] == 0x1B
      let introducesString = hasLoneEscape && !"[O]P_".utf8.contains(bytes[1])
      if introducesString { continue }
      #expect(keys == (hasLoneEscape ? [.escape] : []) + [.character("q")], "cut at \(cut)")
    }
  }

  @Test func `C1 controls are skipped as bytes, too`() {
    let q = UInt8(ascii: "q")
    #expect(keys([0x9B, 0x31, 0x35, 0x7E, q]) == [.character("q")])
    #expect(keys([0x9D, 0x64, 0x79, 0x9C, q]) == [.character("q")])
    #expect(keys([0x8F, 0x50, q]) == [.character("q")])
    // A character has such bytes, and so has one in a string.
    #expect(keys("맛") == [.character("맛")])
    #expect(keys(Array("\u{1B}]0;맜".utf8) + [q, 0x9C, q]) == [.character("q")])
  }

  @Test func `a pasted text is not run, where its start comes in two parts`() {
    let bytes = Array("\u{1B}[200~dy\r\u{1B}[201~q".utf8)
    for cut in 2...bytes.count {
      let keys = keys(bytes, pausingAt: cut)
      let text = keys.map { if case .paste(let text) = $0 { text } else { "" } }.joined()
      #expect(text == "dy\r" && keys.last == .character("q"), "cut at \(cut)")
    }
    #expect(keys(bytes, pausingAt: 1) == [.escape, .paste("dy\r"), .character("q")])
  }

  @Test func `a pasted text is not run, where its bytes come one by one`() {
    var decoder = KeyDecoder()
    var keys = decoder.keys(in: [0x1B]) + decoder.timeOut()
    for byte in "[200~dy\r\u{1B}[201~q".utf8 {
      keys += decoder.keys(in: [byte])
      // A pause of 120 ms.
      if let timeout = decoder.timeout, timeout <= 120 { keys += decoder.timeOut() }
    }
    #expect(keys == [.escape, .paste("dy\r"), .character("q")])
  }

  @Test(arguments: ["Pots", "P100", "_id", "]a", "X1", "^"])
  func `a text that is typed at once after Esc is one`(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: [0x1B]) + decoder.timeOut() == [.escape])
    #expect(decoder.keys(in: text.utf8) + decoder.timeOut() == text.map(Key.character))
  }

  @Test func `a bracket that is typed after Esc is a key`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: [0x1B]) + decoder.timeOut() == [.escape])
    #expect(decoder.keys(in: "[".utf8) == [])
    #expect(decoder.timeout == 500)
    #expect(decoder.timeOut() == [.character("[")])
    #expect(decoder.keys(in: "[q".utf8) == [.character("["), .character("q")])
  }

  @Test func `Esc and CAN leave a string without an end`() {
    for (end, key) in [("\u{1B}\u{1B}", [Key.escape, .escape]), ("\u{18}", []), ("\u{1A}", [])] {
      var decoder = KeyDecoder()
      #expect(decoder.keys(in: "\u{1B}]11;dy".utf8) == [])
      #expect(decoder.keys(in: end.utf8) + decoder.timeOut() == key)
      #expect(decoder.keys(in: "q".utf8) == [.character("q")])
    }
  }

  @Test func `a letter may arrive in several reads`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: [0xEB, 0xA7]) == [])
    #expect(decoder.timeOut() == [])
    #expect(decoder.keys(in: [0xA5]) == [.character("맥")])
    #expect(decoder.timeout == nil)
  }

  @Test func `input may be split anywhere`() {
    let text = Array("a한\u{1B}[6~\u{1B}OA\u{1B}[200~맥\n북\u{1B}[201~\u{1B}]11;rgb:0/0/0\u{1B}\\q".utf8)
    let whole: [Key] = [
      .character("a"), .character("한"), .pageDown, .up, .paste("맥\n북"), .character("q"),
    ]
    for cut in 0...text.count {
      var decoder = KeyDecoder()
      #expect(decoder.keys(in: text[..<cut]) + decoder.keys(in: text[cut...]) == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: [
    // Focus, a mouse, Alt-x, F1 of the Linux console, F5.
    "\u{1B}[I", "\u{1B}[<35;3;4M", "\u{1B}x", "\u{1B}[[A", "\u{1B}[15~",
    // Responses to other queries: a position, a colour by ST and by BEL, kitty, attributes.
    "\u{1B}[12;40R", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}]11;rgb:0000/0000/0000\u{7}",
    "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[?62;4c", "\u{1B}P>|xterm(390)\u{1B}\\",
  ])
  func `other sequences are skipped, and the next key is decoded`(text: String) {
    #expect(keys(text + "q") == [.character("q")])
  }

  @Test func `bytes that are not UTF-8 are skipped`() {
    let q = UInt8(ascii: "q")
    for broken: [UInt8] in [[0xFF], [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5], [0x9B, 0xE2, 0x82]] {
      #expect(keys(broken + [q]) == [.character("q")], "\(broken)")
    }
    #expect(keys([0xE2, 0x82]) == [])
  }

  @Test func `an interrupted sequence is dropped`() {
    #expect(keys("\u{1B}[1;\u{1B}[A") == [.up])
    #expect(keys("\u{1B}[1\rq") == [.enter, .character("q")])
  }

  @Test func `an endless sequence neither grows nor blocks`() {
    let noise = "\u{1B}[" + String(repeating: "1;", count: 10_000)
    #expect(keys(noise + "\rq") == [.enter, .character("q")])
    #expect(keys(noise + "Aq") == [.character("q")])
    #expect(keys("\u{1B}]" + String(repeating: "x", count: 10_000) + "\u{7}q") == [.character("q")])
    let long = String(repeating: "y", count: 100_000)
    #expect(
      keys("\u{1B}[200~" + long + "\u{1B}[201~q") == [.paste(String(long.prefix(65_536))), .character("q")])
  }

  @Test func `a paste that pauses is passed on, and goes on up to its end`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: "\u{1B}[200~lamp\u{1B}[2".utf8) == [])
    #expect(decoder.timeout == 1_000)
    #expect(decoder.timeOut() == [.paste("lamp")])
    #expect(decoder.timeout == nil)
    #expect(decoder.keys(in: "00dy".utf8) == [])
    #expect(decoder.timeOut() == [.paste("\u{1B}[200dy")])
    #expect(decoder.keys(in: "!\u{1B}[201~q".utf8) == [.paste("!"), .character("q")])
  }

  @Test func `random bytes are decoded without a crash`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    for _ in 0..<200 {
      let alphabet: [UInt8] = [0x1B, 0x5B, 0x4F, 0x5D, 0x07, 0x7E, 0x32, 0x30, 0x31, 0x3B, 0xED, 0x95, 0x9C]
      let bytes = (0..<200).map { _ in
        Bool.random(using: &chance)
          ? alphabet.randomElement(using: &chance) ?? 0 : UInt8.random(in: 0...255, using: &chance)
      }
      var decoder = KeyDecoder()
      _ = decoder.keys(in: bytes)
      _ = decoder.timeOut()
      // Ends a paste, and cancels a string.
      _ = decoder.keys(in: "\u{1B}[201~\u{18}".utf8)
      #expect(decoder.keys(in: "q".utf8) == [.character("q")], "seed \(seed)")
    }
  }
}
