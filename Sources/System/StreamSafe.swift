extension String {
  /// The text with U+034F, which is not shown, after each 30 combining marks in a row: the Stream-Safe Text Process (UAX #15,
  /// §13.1).
  ///
  /// Comparing and hashing put a text in normal form, for which the marks of a run are sorted in quadratic time: 60,000 of them
  /// take half a minute. Every text of a request, a response or a file is made safe where it is decoded.
  package var streamSafe: String {
    // A mark has at least two bytes, none of which is ASCII.
    guard utf8.count > 2 * Self.mostMarks else { return self }
    var run = 0
    for byte in utf8 where run <= 2 * Self.mostMarks { run = byte < 0x80 ? 0 : run + 1 }
    guard run > 2 * Self.mostMarks else { return self }
    var (safe, marks) = (UnicodeScalarView(), 0)
    var isSafe = true
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks > Self.mostMarks {
        safe.append("\u{34F}")
        (marks, isSafe) = (1, false)
      }
      safe.append(scalar)
    }
    return isSafe ? self : String(safe)
  }

  private static let mostMarks = 30
}

extension Unicode.Scalar {
  /// Whether it is sorted in normal forms.
  fileprivate var isMark: Bool {
    switch value {
    // Before the first marks; Chinese, Japanese and Yi; Hangul.
    case ..<0x300, 0x3100..<0xA66F, 0xAC00..<0xD7A4: false
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}
