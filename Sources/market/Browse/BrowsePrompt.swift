import Console
import OpenMarket

/// `market browse` for screen readers: a prompt for commands, and lines as answers.
struct BrowsePrompt {
  private let context: CommandContext
  /// The options that name the market.
  private let place: [String]

  init(_ context: CommandContext, place: [String]) { (self.context, self.place) = (context, place) }

  /// Runs commands until the person leaves.
  func run() async throws -> ExitCode {
    guard let runner = context.runner else { return .failed }
    var page = 1
    _ = await runner.run(line(["list"]), nil, nil)
    while true {
      let prompt: LocalizedPhrase =
        "Command (list, next, search, show, add, edit, sell, delete, undo, best, help, quit):"
      guard let text = try context.console.askLine(prompt) else { return .done }
      let words = ShellLine.words(of: text)
      switch words.first {
      case nil: continue
      case "q"?, "quit"?, "exit"?: return .done
      case "next"?, "n"?:
        page += 1
        _ = await runner.run(line(["list", "--page", String(page)]), nil, nil)
      case "previous"?, "p"?:
        page = max(1, page - 1)
        _ = await runner.run(line(["list", "--page", String(page)]), nil, nil)
      // A number alone shows the item.
      case let word? where Arguments.ids(in: word) != nil:
        _ = await runner.run(line(["show"] + words), nil, nil)
      case "browse"?: context.note("This is 'market browse' already")
      default:
        if words[0] == "list" { page = 1 }
        _ = await runner.run(line(words), nil, nil)
      }
    }
  }

  /// The words of a command with those that name the market.
  private func line(_ words: [String]) -> [String] {
    let place = ["help", "config", "serve"].contains(words[0]) ? [] : place
    return [words[0], Option<Bool>.accessible.word] + place + words.dropFirst()
  }
}
