import Console
import Foundation
import OpenMarket

/// `market images ID…`: saves the images of an item as they are, or changes them one at a time.
struct Images: Command {
  static let declaration = CommandDeclaration(
    name: "images", synonyms: ["pictures", "photos", "사진"], parent: "market",
    abstract: "Save the images of an item, or change them.",
    discussion: """
      Each image is saved unchanged, under a name such as 7-1-macbook.png: the id of the item, the number of the \
      image, and the title. Existing files are kept unless --force is given.

      With 'add', 'remove' or 'move' after one item its images are changed one at a time; the others stay as they are. Images are \
      named by their numbers, as they are saved and shown. Piped, the line is the word images with the numbers before and after, \
      where a new image has its file name. A market that replaces all images at once is sent all of them again.
      """,
    examples: [
      .init("market images 7", "All images of item 7, into the current folder."),
      .init("market images 7 8 --output photos --force", "Images of two items, replacing existing files."),
      .init("market images 7 add a.jpg b.jpg", "Add two images behind the others."),
      .init("market images 7 remove 2", "Remove the second image."),
      .init("market images 7 move 3 1", "Make the third image the first."),
    ],
    positionals: [.chosenItems], verbs: ImageEdit.Verb.allCases.map(\.rawValue),
    options: Self.output, .force, .passwordFile, .dryRun, ListFilter.options.listed(.rare), .looking,
    .everywhere)

  private static let output = Option<String?>(
    "output", short: "o", "folder", help: "Save into this folder.", candidates: .files)

  private let ids: [Int]
  private let folder: String
  private let replaces: Bool
  /// Nil where images are saved.
  private let edit: ImageEdit?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let words = arguments.positionals
    if words.count > 1, let verb = ImageEdit.Verb(rawValue: words[1]) {
      for option in arguments.given(Self.output, .force) {
        throw arguments.error(.conflictingOptions(option, verb.rawValue))
      }
      ids = try arguments.ids(in: words[0])
      guard ids.count == 1 else {
        throw arguments.error(.invalidValue(words[0], option: "<id>", reason: "give one id"))
      }
      edit = try ImageEdit(verb, ofItem: ids[0], words.dropFirst(2), arguments)
      (folder, replaces) = ("", false)
      return
    }
    edit = nil
    ids = try arguments.chosenIDs()
    folder = arguments[Self.output] ?? ""
    if arguments.has(Self.output), folder.isEmpty {
      throw arguments.error(.invalidValue("", option: "--output", reason: .mustNotBeEmpty))
    }
    replaces = arguments[.force]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if let edit { return try await edit.run(context) }
    if context.isDryRun { context.noteDryRun("Dry run, nothing written.", before: "Would save:") }
    var outcomes: [ExitCode] = []
    for id in ids {
      var found: Fetched<Item>?
      let outcome = try await context.attempt { found = try await context.market.latestItem(id: id) }
      guard let found else {
        outcomes.append(outcome)
        continue
      }
      context.note(found.freshness)
      let addresses = found.value.images ?? []
      if addresses.isEmpty {
        context.note("Item \(id) has no images")
        outcomes.append(.done)
      }
      for (index, address) in addresses.enumerated() {
        outcomes.append(try await save(address, number: index + 1, of: found.value, context: context))
      }
    }
    return context.exitCode(of: outcomes)
  }

  /// Fetches and saves an image, and reports the outcome.
  private func save(_ address: URL, number: Int, of item: Item, context: CommandContext) async throws
    -> ExitCode
  {
    let image: FetchedImage
    do {
      image = try await context.market.image(at: address)
    } catch {
      guard error != .cancelled else { throw CancellationError() }
      return context.report(ImageFailure(url: address, reason: error))
    }
    let name = ImageFile.name(of: item, number: number, format: image.info.format)
    let file = ImageFile(name: name, in: folder)
    do {
      if context.isDryRun {
        try file.checkPlace(replacing: replaces)
      } else {
        try file.save(image.bytes, replacing: replaces)
      }
    } catch {
      return context.report(error)
    }
    if context.console.output.isTerminal {
      let name = item.imageNames?[number - 1].map { LocalizedPhrase(verbatim: $0.sanitizedLine) }
      let facts = [LocalizedPhrase(verbatim: file.path.sanitized), name] + image.facts(context.format)
      try context.console.print(context.format.facts(facts))
    } else {
      let info = image.info
      try context.console.print(
        TSV.line(
          (context.isDryRun ? ["would write"] : []) + [
            file.path, info.format.mediaType, String(info.width), String(info.height),
            String(image.bytes.count),
          ]))
    }
    return .done
  }
}
