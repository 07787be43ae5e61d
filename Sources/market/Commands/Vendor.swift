import Console
import Foundation
import OpenMarket
import SystemSupport

/// `market vendor`: manages the vendors that may sell through v2 of the API.
struct VendorCommand: Command {
  static let usesStore = true

  static let declaration = CommandDeclaration(
    name: "vendor", parent: "market", abstract: "Add, list or remove vendors of the served market.",
    discussion: """
      A client of v2 sells as a vendor, with an identifier and a secret. Both are shown once, when the vendor is added. \
      When a vendor is removed, its identifier and secret stop working. Its items stay for sale as they are: it can \
      no longer edit or delete them, in v1 either.
      """,
    examples: [
      .init("market vendor add '중고나라'", "Add a vendor; prints its id, identifier and secret."),
      .init("market vendor list", "List all vendors."),
      .init("market vendor remove 2", "Revoke vendor 2's right to sell, after confirming."),
    ],
    positionals: [
      Positional(
        name: "action", help: "add, list or remove.",
        candidates: .terms([Definition("add"), Definition("list"), Definition("remove")])),
      Positional(
        name: "vendor", help: "Name of the vendor to add, or id of the vendor to remove.", required: false),
    ],
    options: [
      .yes, .dryRun, Option(long: "json", help: "Write JSON, one object a line.", section: .output),
      .noHeaders,
      .store,
    ] + Option.everywhere)

  /// Other names of actions that are accepted; help and completion leave them out.
  private static let aliases = ["ls": "list", "rm": "remove"]

  private enum Action {
    case add(name: String)
    case list
    case remove(id: Int)
  }

  private let action: Action
  private let store: StoreLocation
  private let writesJSON: Bool
  private let showsHeader: Bool
  private let isConfirmed: Bool
  private let isDryRun: Bool

  init(_ arguments: Arguments, _ settings: Settings) throws {
    store = settings.store
    writesJSON = arguments.flag("json")
    showsHeader = !arguments.flag("no-headers")
    isConfirmed = arguments.flag("yes")
    isDryRun = arguments.flag("dry-run")
    let word = arguments.positional("vendor")
    let verb = arguments.positional("action") ?? ""
    switch (Self.aliases[verb] ?? verb, word) {
    case ("add", let name?): action = .add(name: name)
    case ("list", nil): action = .list
    case ("list", let word?): throw UsageError(.unexpectedArgument(word), in: Self.declaration)
    case ("remove", let text?):
      guard let id = Int(text), id > 0 else {
        throw UsageError(
          .invalidValue(text, option: "<vendor>", reason: "an id is a whole number from 1"),
          in: Self.declaration)
      }
      action = .remove(id: id)
    case ("add", nil), ("remove", nil): throw UsageError(.missingArgument("vendor"), in: Self.declaration)
    case (let other, _):
      throw UsageError(
        .notAChoice(other, option: "<action>", choices: ["add", "list", "remove"]), in: Self.declaration)
    }
    if case .remove = action { return }
    if let option = ["yes", "dry-run"].first(where: arguments.flag) {
      throw UsageError(
        .conflictingOptions(verb, "--\(option)"), in: Self.declaration)
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let registry = VendorRegistry(Store(at: store, .forCommand))
    switch action {
    case .add(let name):
      let made = try await add(name, to: registry, at: context.format.now)
      try write(made, context)
      context.note("Store the secret now: it is not shown again.")
      return .done
    case .list:
      try write(try await registry.vendors(), context)
      return .done
    case .remove(let id): return try await remove(id, from: registry, context)
    }
  }

  /// Removes a vendor after confirmation. It reaches further than one item, so that `--yes` is required where no prompt can
  /// be shown.
  private func remove(
    _ id: Int, from registry: VendorRegistry, _ context: CommandContext
  ) async throws -> ExitCode {
    guard isDryRun || isConfirmed || context.canPrompt else {
      throw UsageError(.cannotAsk(option: "--yes"), in: Self.declaration)
    }
    guard let vendor = try await registry.vendors().first(where: { $0.id == id }) else {
      throw NoSuchVendor(id: id)
    }
    let console = context.console
    let name = "#\(id) \(vendor.name.sanitizedLine)"
    if isDryRun {
      context.noteDryRun("Dry run, nothing removed.", before: "Would remove:")
      try console.print(
        console.output.isTerminal ? name : TSV.line(["would remove", String(id), vendor.name]))
      return .done
    }
    if !isConfirmed {
      console.note(LocalizedPhrase(verbatim: name))
      guard try console.ask("Remove this vendor? Its items stay for sale.") else {
        context.note("Nothing was removed.")
        return .declined
      }
    }
    guard try await registry.remove(id: id) else { throw NoSuchVendor(id: id) }
    try console.print(
      console.output.isTerminal
        ? context.format.text("Removed vendor \(name)") : TSV.line(["removed", String(id), vendor.name]))
    return .done
  }

  private func add(
    _ name: String, to registry: VendorRegistry, at date: Date
  ) async throws -> VendorRegistry.Credentials {
    do {
      return try await registry.add(name: name, at: date)
    } catch let error as ValidationError {
      let reason: LocalizedPhrase =
        if case .looksLike(let other) = error.rule {
          "it looks like the name '\(other.shortened)'"
        } else {
          "a name is 1 to \(ItemLimits.titleBytes) bytes of text"
        }
      throw UsageError(.invalidValue(name, option: "<vendor>", reason: reason), in: Self.declaration)
    }
  }

  private func write(_ made: VendorRegistry.Credentials, _ context: CommandContext) throws {
    let console = context.console
    let rows: [(key: String, name: LocalizedPhrase, value: JSON)] = [
      ("id", LocalizedPhrase("ID"), .number(String(made.vendor.id))),
      ("name", LocalizedPhrase("Name"), .string(made.vendor.name)),
      ("identifier", LocalizedPhrase("Identifier"), .string(made.identifier)),
      ("secret", LocalizedPhrase("Secret"), .string(made.secret)),
    ]
    if writesJSON {
      try console.print(JSON.object(rows.map { ($0.key, $0.value) }).text)
    } else if console.output.isTerminal {
      let terms = rows.map {
        Definition(named: $0.name, LocalizedPhrase(verbatim: $0.value.plainText.sanitized))
      }
      for line in Definition.lines(terms, in: console.language, columns: console.columns, console.style) {
        try console.print(line)
      }
    } else {
      for row in rows { try console.print(TSV.line([row.key, row.value.plainText])) }
    }
  }

  private func write(_ vendors: [Vendor], _ context: CommandContext) throws {
    let console = context.console
    if writesJSON {
      for vendor in vendors {
        let date = context.format.timestamp(vendor.registrationDate)
        try console.print(
          JSON.object([
            ("id", .number(String(vendor.id))), ("name", .string(vendor.name)),
            ("registration_date", .string(date)),
          ]).text)
      }
    } else if console.output.isTerminal || context.isFlat {
      guard !vendors.isEmpty else {
        return context.note("No vendors yet · the first: market vendor add <name>")
      }
      let table = Table(
        columns: [
          .init(context.format.text(LocalizedPhrase("ID")), alignment: .right, minimum: 2),
          .init(context.format.text(LocalizedPhrase("NAME")), flexible: true),
          .init(context.format.text(LocalizedPhrase("ADDED"))),
        ],
        rows: vendors.map {
          [Cell(String($0.id)), Cell($0.name), Cell(context.format.age($0.registrationDate))]
        })
      for line in table.lines(for: console, showsHeader: showsHeader) { try console.print(line) }
    } else {
      for vendor in vendors {
        try console.print(
          TSV.line([String(vendor.id), vendor.name, context.format.timestamp(vendor.registrationDate)]))
      }
    }
  }
}

/// No vendor has that id.
struct NoSuchVendor: ReportableError, Equatable {
  let id: Int

  var message: LocalizedPhrase { "No vendor with id '\(id)'" }
  var exitCode: ExitCode { .notFound }

  func help(_ settings: Settings?) -> LocalizedPhrase? { "Run 'market vendor list' to see all vendors" }
}
