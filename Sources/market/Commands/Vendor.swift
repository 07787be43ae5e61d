import Console
import Foundation
import OpenMarket
import Storefront
import SystemSupport
import Wording

/// `market seller`: manages the vendors that may sell through v2 of the API.
struct VendorCommand: CommandFamily {
  static let subcommands: [any Command.Type] = [
    AddVendor.self, ListVendors.self, ContactVendor.self, RemoveVendor.self,
  ]

  static let declaration = CommandDeclaration(
    name: "seller", aliases: ["vendor"], parent: "market",
    abstract: "Add, list or remove sellers of the served market.",
    discussion: """
      A client of v2 sells as a seller, with an identifier and a secret. Both are shown once, when the seller is added. \
      When a seller is removed, its identifier and secret stop working. Its items stay for sale as they are: it can \
      no longer edit or delete them, in v1 either.
      """,
    examples: subcommands.flatMap { $0.declaration.examples },
    options: .everywhere, subcommands: subcommands.map { $0.declaration })
}

/// `market seller add`: adds a vendor.
private struct AddVendor: Command {
  static let declaration = CommandDeclaration(
    name: "add", parent: "market seller", abstract: "Add a seller; prints its id, identifier and secret.",
    discussion: """
      Identifier and secret are random, unless they are given: an app with an identifier, a secret and an id that are \
      compiled in then signs in as it is, and sees its own products.
      """,
    examples: [
      .init("market seller add '중고나라'", "Add a seller; prints its id, identifier and secret."),
      .init(
        "market seller add red --identifier c4b3f2d8-6061-11e9 --secret password --id 12",
        "For an app that has these compiled in."),
    ],
    positionals: [Positional(name: "seller", help: "Name of the seller to add.")],
    options: Self.identifier, Self.secret, Self.secretFile, Self.id, .dryRun, .wholeJSON, .markets,
    .everywhere)

  private static let identifier = Option<String?>(
    "identifier", "uuid", help: "Identifier in place of a random one; up to 100 visible characters."
  )
  private static let secret = Option<String?>(
    "secret", "text",
    help: "Secret in place of a random one, for tests: other users of this machine can see it.")
  private static let secretFile = Option<String?>(
    "secret-file", "file", help: "Read the secret from this file; '-' reads standard input.")
  private static let id = Option<Int?>("id", "number", help: "Id in place of the next one.") {
    try $0.wholeNumber(in: VendorLimits.ids)
  }

  private let name: String
  private let identifier: String?
  private let secret: String?
  private let secretFile: String?
  private let id: Int?
  private let writesJSON: Bool

  init(_ arguments: Arguments, _ settings: Settings) throws {
    name = arguments.positionals.first ?? ""
    (identifier, secret) = (arguments[Self.identifier], arguments[Self.secret])
    secretFile = arguments[Self.secretFile]
    id = try arguments[Self.id]
    if let identifier, !VendorLimits.isIdentifier(identifier) {
      throw arguments.error(
        .invalidValue(
          identifier, option: Self.identifier.word, reason: "it must be 1 to 100 visible ASCII characters"))
    }
    try arguments.refuse(Self.secret, with: Self.secretFile)
    writesJSON = arguments[.wholeJSON]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let file = secretFile.map {
      Passwords(given: .file($0), folder: PasswordFolder(context.settings), console: context.console)
    }
    guard let made = try await add(try file?.givenPassword()?.text ?? secret, context) else {
      context.noteDryRun("Dry run, nothing added.", before: "Would add:")
      try context.print(LocalizedPhrase(verbatim: name.sanitizedLine), orLine: "would add", name)
      return .done
    }
    context.noteRecorded(
      "Added seller #\(made.vendor.id), whose secret was not shown: 'market seller remove \(made.vendor.id)' removes it"
    )
    try write(made, context)
    context.note("Store the secret now: it is not shown again.")
    return .done
  }

  /// Nil in a dry run.
  private func add(_ secret: String?, _ context: CommandContext) async throws -> VendorCredentials? {
    do {
      try ValidDraft.checkTitle(name)
    } catch {
      throw invalid(name, "<seller>", "a name is 1 to \(ItemLimits.titleBytes) bytes of text")
    }
    if let secret, !(1...ItemLimits.passwordBytes).contains(secret.utf8.count) {
      throw invalid("", "--secret", "a secret is 1 to \(ItemLimits.passwordBytes) bytes of text")
    }
    try await context.requireOperator()
    do {
      if context.isDryRun {
        try await check(context.market.vendors())
        return nil
      }
      return try await context.market.addVendor(name: name, id: id, identifier: identifier, secret: secret)
    } catch {
      guard case ClientError.vendorTaken(let other, isName: true) = error else { throw error }
      throw invalid(
        name, "<seller>",
        other == name
          ? "a seller has this name already"
          : "it can be mistaken for the existing name '\(other.shortened)'")
    }
  }

  /// Throws `ClientError.vendorTaken` where one of the present vendors has the name or the id. No request lists identifiers.
  private func check(_ vendors: [Vendor]) throws(ClientError) {
    if let other = vendors.first(where: { NameSkeleton.of($0.name) == NameSkeleton.of(name) }) {
      throw .vendorTaken(other.name, isName: true)
    }
    if let id, ([StoredVendor.marketID] + vendors.map(\.id)).contains(id) {
      throw .vendorTaken(String(id), isName: false)
    }
  }

  private func invalid(_ value: String, _ option: String, _ reason: LocalizedPhrase) -> UsageError {
    UsageError(.invalidValue(value, option: option, reason: reason), in: Self.declaration)
  }

  private func write(_ made: VendorCredentials, _ context: CommandContext) throws {
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
      for line in Definition.lines(
        terms, in: console.language, columns: console.columns, style: console.style)
      {
        try console.print(line)
      }
    } else {
      for row in rows { try console.print(TSV.line([row.key, row.value.plainText])) }
    }
  }
}

/// `market seller list`: lists the vendors.
private struct ListVendors: Command {
  static let declaration = CommandDeclaration(
    name: "list", aliases: ["ls"], parent: "market seller", abstract: "List all sellers.",
    examples: [.init("market seller list", "List all sellers.")],
    options: RowOutput.options(Vendor.columns(.ofNames)), .markets, .everywhere)

  private let output: RowOutput

  init(_ arguments: Arguments, _ settings: Settings) throws {
    output = try RowOutput(arguments, Vendor.columns(.ofNames))
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try await context.requireOperator()
    let (format, vendors) = (context.format, try await context.market.vendors())
    let contact = vendors.contains { $0.contact != nil } ? ["contact"] : []
    try await context.write(
      vendors, in: Vendor.columns(format), as: output,
      usual: [["id", "name"] + contact + ["registration_date"], ["id", "name"] + contact, ["id", "name"]],
      empty: "No sellers yet · the first: market seller add <name>")
    return .done
  }
}

extension Vendor {
  fileprivate static func columns(_ format: OutputFormat) -> [RowColumn<Vendor>] {
    [
      RowColumn(LocalizedPhrase("ID"), .right) { String($0.id) }.field("id") { .number(String($0.id)) },
      RowColumn(LocalizedPhrase("NAME"), flexible: true) { $0.name }.field("name") { .string($0.name) },
      RowColumn(LocalizedPhrase("ADDED")) { format.age($0.registrationDate) }
        .field("registration_date") { .string(format.timestamp($0.registrationDate)) },
      RowColumn(LocalizedPhrase("CONTACT"), flexible: true) { $0.contact ?? "" }
        .field("contact") { $0.contact.map { .string($0) } ?? .null },
    ]
  }
}

extension CommandContext {
  /// The vendor with an id, for the operator.
  fileprivate func vendor(_ id: Int) async throws -> Vendor {
    try await requireOperator()
    guard let vendor = try await market.vendors().first(where: { $0.id == id }) else {
      throw ClientError.noSuchVendor(String(id))
    }
    return vendor
  }
}

/// `market seller contact`: sets where buyers ask about the items of a vendor.
private struct ContactVendor: Command {
  static let declaration = CommandDeclaration(
    name: "contact", parent: "market seller", abstract: "Set where buyers ask about a seller's items.",
    discussion: """
      An address of mail, a telephone number, or the address of a page or a messenger. Without an address the present one is \
      removed: buyers then ask the shop (shop-contact).
      """,
    examples: [
      .init("market seller contact 2 ida@market.example", "Let buyers write to seller 2."),
      .init("market seller contact 2", "Remove the address of seller 2."),
    ],
    positionals: [
      Positional(name: "seller", help: "Id of the seller."),
      Positional(name: "address", help: "Where buyers ask.", required: false, isFreeText: true),
    ], options: .dryRun, .markets, .everywhere)

  private let id: Int
  private let address: String?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    id = try arguments.id()
    let text = arguments.positionals.dropFirst().first
    address = text.flatMap { ShopDetails.contact($0) }
    if let text,
      let problem = ShopDetails.problem(with: text) ?? (address == nil ? ShopDetails.contactProblem : nil)
    {
      throw arguments.error(.invalidValue(text, option: "<address>", reason: problem))
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let words: LocalizedPhrase =
      address == nil
      ? "Seller \("#\(id)") has no address"
      : "Buyers reach seller \("#\(id)") at \(address?.sanitizedLine ?? "")"
    if context.isDryRun { _ = try await context.vendor(id) } else { try await context.requireOperator() }
    guard try !context.isPlanned(words, orLine: [String(id), address ?? ""]) else { return .done }
    try await context.market.setContact(address, ofVendor: id)
    context.note(words)
    return .done
  }
}

/// `market seller remove`: removes a vendor.
private struct RemoveVendor: Command {
  static let declaration = CommandDeclaration(
    name: "remove", aliases: ["rm"], parent: "market seller", abstract: "Revoke a seller's right to sell.",
    examples: [.init("market seller remove 2", "Revoke seller 2's right to sell, after confirming.")],
    positionals: [Positional(name: "seller", help: "Id of the seller to remove.")],
    options: .yes, .dryRun, .markets, .everywhere)

  private let id: Int
  private let confirmation: Confirmation

  init(_ arguments: Arguments, _ settings: Settings) throws {
    id = try arguments.id()
    confirmation = arguments.confirmation(of: "remove the seller")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let vendor = try await context.vendor(id)
    let console = context.console
    let name = "#\(id) \(vendor.name.sanitizedLine)"
    if context.isDryRun {
      context.noteDryRun("Dry run, nothing removed.", before: "Would remove:")
      try context.print(LocalizedPhrase(verbatim: name), orLine: "would remove", String(id), vendor.name)
      return .done
    }
    if try confirmation.asks(in: context) { console.note(LocalizedPhrase(verbatim: name)) }
    guard
      try confirmation.isGranted(
        "Remove this seller? Its items stay for sale.", declined: "Nothing was removed.", in: context)
    else { return .declined }
    try await context.market.removeVendor(id: id)
    context.noteRecorded("Removed seller \("#\(id)")")
    try context.print("Removed seller \(name)", orLine: "removed", String(id), vendor.name)
    return .done
  }
}
