import Console
import OpenMarket

/// `market browse` for screen readers: a prompt for commands, and lines as answers.
struct BrowsePrompt {
  let context: CommandContext
  /// The options that name the market.
  let place: [String]
  /// The commands that help lists.
  let commands: [CommandDeclaration]

  /// Runs commands until the person leaves.
  func run() async throws -> ExitCode {
    guard let runner = context.runner else { return .failed }
    // The list whose pages 'next' and 'previous' turn over.
    var list = ["list"]
    var page = 1
    _ = await runner.run(line(list), nil, nil)
    while true {
      guard let text = try context.console.askLine("Command (help lists them):") else { return .done }
      let words = ShellLine.words(of: text)
      switch words.first {
      case nil: continue
      case "q"?, "quit"?, "exit"?: return .done
      case "next"?, "n"?, "previous"?, "p"?:
        page = max(1, page + (words[0].hasPrefix("n") ? 1 : -1))
        _ = await runner.run(line(list + ["--page=\(page)"]), nil, nil)
      // A number alone shows the item.
      case let word? where Arguments.ids(in: word) != nil:
        _ = await runner.run(line(["show"] + words), nil, nil)
      case "browse"?: context.note("This is 'market browse' already")
      case "help"? where words.count == 1: try help()
      default:
        if ["list", "search"].contains(words[0]) { (list, page) = (words, Self.page(of: words)) }
        _ = await runner.run(line(words), nil, nil)
      }
    }
  }

  /// Prints what can be typed, a line each.
  private func help() throws {
    let own = [
      Definition("next", "Show the next page of the list."),
      Definition("previous", "Show the previous page of the list."),
      Definition("help", "List these commands, or show the usage of one."),
      Definition("quit", "Leave this prompt."),
    ]
    for term in commands.map({ Definition($0.name, $0.abstract) }) + own {
      try context.console.print("\(term.word): \(context.format.text(term.meaning))")
    }
  }

  /// The page that a list begins with.
  private static func page(of words: [String]) -> Int {
    for (index, word) in words.enumerated() where word.hasPrefix("--page") {
      let value =
        word.hasPrefix("--page=") ? String(word.dropFirst("--page=".count)) : words.dropFirst(index + 1).first
      if let page = value.flatMap({ Int($0) }) { return page }
    }
    return 1
  }

  /// The words of a command with those that name the market.
  private func line(_ words: [String]) -> [String] {
    guard words[0] != "help" else { return words }
    let place = ["config", "serve"].contains(words[0]) ? [] : place
    return [words[0], Option<Bool>.accessible.word] + place + words.dropFirst()
  }
}
