import Console
import OpenMarket
import SystemSupport
import Wording

/// `market doctor`: what `check` finds about how a store is set up, by itself and for programs.
struct Doctor: Command {
  static let declaration = CommandDeclaration(
    name: "doctor", parent: "market", abstract: "Check how the store is set up.",
    options: Self.processes, Self.connections, Self.json, .store, .refusedServer, .everywhere)

  static let processes = Option<Int>(
    "processes", "number", help: "Servers that share the database.", default: 1, in: 1...1_000)
  static let connections = Option<Int>(
    "connections", "number", help: "Most connections of each server, as 'market serve' has them.",
    default: StoreConnections().count, in: StoreConnections.fewest...StoreConnections.most)
  static let json = Option<OutputFields?>.json(of: ["check", "state", "text", "advice"])

  private let store: StoreLocation
  private let fields: OutputFields?
  private let budget: ServerBudget

  init(_ arguments: Arguments, _ settings: Settings) throws {
    store = try settings.store(of: Self.declaration)
    fields = try arguments[Self.json]
    budget = try arguments.serverBudget()
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if case .file = store { try context.settings.requireNamedStore() }
    let found = try await StoreDoctor(at: store).diagnoses(budget)
    for diagnosis in found { try context.write(diagnosis, as: fields) }
    return found.contains { $0.state == .fail } ? .failed : .done
  }
}

extension Arguments {
  /// The connections that servers of the store need.
  func serverBudget() throws -> ServerBudget {
    ServerBudget(processes: try self[Doctor.processes], connections: try self[Doctor.connections])
  }
}

extension CommandContext {
  /// Writes a diagnosis in a line, for a person with what to do about it below.
  func write(_ diagnosis: StoreDiagnosis, as fields: OutputFields? = nil) throws {
    let text = format.text(diagnosis.text(format)).sanitized
    let advice = diagnosis.state == .ok ? nil : diagnosis.advice.map { format.text($0) }
    if let fields {
      try console.print(
        fields.line([
          ("check", .string(diagnosis.name)), ("state", .string(diagnosis.state.rawValue)),
          ("text", .string(text)),
          ("advice", advice.map { .string($0) } ?? .null),
        ]))
    } else if isForPerson {
      let style = console.style
      let state = diagnosis.state.rawValue.padding(toLength: 4, withPad: " ", startingAt: 0)
      let sign: String =
        switch diagnosis.state {
        case .ok: style.dim(state)
        case .warn: style.magenta(state)
        case .fail: style.red(style.bold(state))
        }
      try console.print("\(sign)  \(text)")
      if let advice { try console.print("      → \(advice)") }
    } else {
      try console.print(TSV.line([diagnosis.state.rawValue, diagnosis.name, text, advice ?? ""]))
    }
  }
}

extension StoreDiagnosis {
  /// The name of the check in data.
  fileprivate var name: String {
    switch self {
    case .library: "libpq"
    case .server: "server"
    case .encoding: "encoding"
    case .schema: "schema"
    case .tables: "tables"
    case .rights: "rights"
    case .temporaryTables: "temporary"
    case .transport: "tls"
    case .connections: "connections"
    case .clock: "clock"
    case .standby: "primary"
    case .durability: "durability"
    case .standbys: "standbys"
    case .permissions: "permissions"
    case .folder: "folder"
    case .journal: "journal"
    case .space: "space"
    case .disk: "disk"
    }
  }

  fileprivate func text(_ format: OutputFormat) -> LocalizedPhrase {
    switch self {
    case .library(let version): "libpq: \(Self.release(version))"
    case .server(let version): "PostgreSQL: \(Self.release(version))"
    case .encoding(let name): "Encoding: \(name)"
    case .schema(let version?, let present): "Schema: version \(version) of \(present)"
    case .schema(nil, _): "Schema: no store yet"
    case .tables(let changed?, _) where changed.isEmpty: "Tables: as the migrations make them"
    case .tables(let changed?, _):
      "Tables: not as the migrations make them: \(changed.joined(separator: ", "))"
    case .tables(nil, true): "Tables: not compared; the account may not create a schema"
    case .tables(nil, false): "Tables: not compared; the server takes no writes"
    case .rights(_, let missing?): missing.sentence
    case .rights(true, nil): "The account may write all tables"
    case .rights(false, nil): "The account may read all tables, and writes none"
    case .temporaryTables(nil): "The account may make temporary tables"
    case .temporaryTables: "The account may not make temporary tables, which images above 256 KiB need"
    case .transport(let tls?, _, true): "TLS: \(tls), and the server proves its name"
    case .transport(let tls?, _, false): "TLS: \(tls), and the server does not prove its name"
    case .transport(nil, false, _): "TLS: none, on this machine"
    case .transport(nil, true, _): "TLS: none"
    case .connections(let needed, let available, let open):
      "Connections: \(needed) of \(available), \(open) open now"
    case .clock(let ahead): "Clock of the database: \(Self.seconds(ahead)) s ahead"
    case .standby(false): "The server takes writes"
    case .standby(true): "The server is a standby"
    case .durability(let losing) where losing.isEmpty: "Commits are on the disk before they are acknowledged"
    case .durability(let losing): "Commits can be lost: \(losing.joined(separator: ", "))"
    case .standbys("", _): "Synchronous standbys: none"
    case .standbys(let names, let connected?): "Synchronous standbys: \(names), \(connected) connected"
    case .standbys(let names, nil): "Synchronous standbys: \(names), and the account may not see their state"
    case .permissions(let mode): "Permissions of the file: \(String(mode, radix: 8))"
    case .folder(false, _): "The folder is not writable"
    case .folder(true, true): "Other users can write to the folder"
    case .folder(true, false): "The folder is writable by its owner"
    case .journal(let mode): "Journal: \(mode)"
    case .space(let free, let size): "Disk: \(format.size(free)) free, the store has \(format.size(size))"
    case .disk(true): "The file is on a disk of another machine"
    case .disk(false): "The file is on a disk of this machine"
    }
  }

  fileprivate var advice: LocalizedPhrase? {
    switch self {
    case .library: "Install libpq 14 or later"
    case .server: "Use PostgreSQL 14 or later"
    case .encoding: "Create the database with ENCODING 'UTF8'"
    case .schema(let version, let present):
      (version ?? 0) < present ? "Run 'market check --migrate --dry-run'" : "Update market"
    case .tables(_?, _): "Another program has changed the schema: compare it with that of a new store"
    case .rights(_, let missing), .temporaryTables(let missing): missing?.help
    case .tables(nil, true): "Run the check once with the owner of the database"
    case .tables: "Run the check once at a server that takes writes"
    case .transport(nil, _, _): "Turn TLS on at the server, and use sslmode=verify-full"
    case .transport: "Use sslmode=verify-full, with the certificate of the authority in sslrootcert"
    case .connections: "Raise max_connections, or lower '--connections' of the servers"
    case .clock: "Synchronize both clocks, for example with chrony"
    case .standby: "Name the primary, or several hosts with target_session_attrs=read-write"
    case .durability: "Turn these parameters on in postgresql.conf"
    case .standbys("", _): "Set synchronous_standby_names, so that a commit survives the loss of this machine"
    case .standbys(_, nil): "Grant pg_monitor to the account, or look at pg_stat_replication yourself"
    case .standbys: "Start a standby that is named: until then no commit ends"
    case .permissions: "Run 'chmod 600' on the file"
    case .folder: "Give the folder to the user of the server, with the permissions 700"
    case .journal: "Run 'PRAGMA journal_mode = DELETE' while no server uses the file"
    case .space: "Free some space: a migration or a backup needs as much as the store has"
    case .disk:
      "Move the file to a disk of this machine, or use PostgreSQL: locks over a network are not reliable"
    }
  }

  /// `15.4`; for one that is not known a question mark.
  private static func release(_ version: Int?) -> String {
    version.map { "\($0 / 10_000).\($0 % 10_000)" } ?? "?"
  }

  /// Seconds with one decimal.
  private static func seconds(_ microseconds: Int) -> String {
    let tenths = (abs(microseconds) + 50_000) / 100_000
    return "\(microseconds < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
  }
}
