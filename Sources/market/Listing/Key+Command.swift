import Console

extension Key {
  /// The key by its place on the keyboard, where it means something by itself: on a Korean keyboard that is set to
  /// Hangul (KS X 5002) the key of `q` sends ㅂ.
  var command: Key {
    guard case .character(let character) = self, let letter = Self.letters[character] else { return self }
    return .character(letter)
  }

  private static let letters: [Character: Character] = ["ㅂ": "q", "ㅎ": "g", "ㄱ": "r", "ㅓ": "j", "ㄹ": "f"]
}
