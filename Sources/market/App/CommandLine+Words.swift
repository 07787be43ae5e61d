import Console

extension CommandLine {
  /// The words after the program's name. What is not UTF-8 is refused: Swift's own `arguments` would put other characters
  /// in its place without a word, and a title would be stored that nobody has typed.
  static func words() throws(UsageError) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(argc)) {
      guard let characters = unsafeArgv[index] else { continue }
      guard let word = String(validatingCString: characters) else {
        throw UsageError(.notText(String(cString: characters)), invocation: "market")
      }
      words.append(word)
    }
    return words
  }
}
