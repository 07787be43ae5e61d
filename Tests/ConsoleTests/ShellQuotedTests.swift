import Testing

@testable import Console

struct ShellQuotedTests {
  @Test(arguments: [
    ("lamp", "lamp"), ("-title", "-title"), ("/home/kim/garage.db", "/home/kim/garage.db"),
    ("", "''"), ("brass lamp", "'brass lamp'"), ("맥북", "'맥북'"), ("it's", #"'it'\''s'"#),
    ("$HOME `id` \\", #"'$HOME `id` \'"#),
    // Characters that a terminal would obey, or not show, are given by their bytes in UTF-8.
    ("a\u{1B}[2J", #"$'a\033[2J'"#), ("gpj.\u{202E}'\\", #"$'gpj.\342\200\256\'\\'"#),
    ("a\n1", #"$'a\0121'"#),
  ])
  func `a text is one word of a command line, and safe to look at`(text: String, word: String) {
    #expect(text.shellQuoted == word)
  }
}
