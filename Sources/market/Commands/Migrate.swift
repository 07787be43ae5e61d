import Console
import OpenMarket
import SystemSupport

/// `market migrate`: what `check --migrate` does, by itself.
struct Migrate: Command {
  static let declaration = CommandDeclaration(
    name: "migrate", parent: "market", abstract: "Bring the store to the schema of this version.",
    options: Self.plan, Self.migrateJSON, .dryRun, .store, .refusedServer, .everywhere)

  private static let plan = Option<Bool>(
    "plan", help: "Show the steps without running them, as --dry-run does.")
  private static let migrateJSON = Option<OutputFields?>.json(of: ["version", "name", "kind", "statements"])

  private let store: StoreLocation
  private let fields: OutputFields?
  private let isPlan: Bool

  init(_ arguments: Arguments, _ settings: Settings) throws {
    store = try settings.store(of: Self.declaration)
    fields = try arguments[Self.migrateJSON]
    isPlan = arguments[Self.plan] || arguments[.dryRun]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    // An empty database becomes a store; a file is made by the first item.
    if case .file = store {
      try context.settings.requireNamedStore()
      guard !context.noteMissingStore() else { return .done }
    }
    guard store != .memory else { return .done }
    let migration = StoreMigration(at: store)
    let plan = try await migration.plan()
    guard !plan.steps.isEmpty else {
      context.note("The schema has version \(plan.version) already")
      return .done
    }
    if isPlan {
      context.noteDryRun("Plan, nothing changed.", before: "Would run:")
      noteOldPrograms(plan, context)
    } else {
      try await migration.apply()
      if let last = plan.steps.last { context.noteRecorded("The schema has version \(last.number) now") }
    }
    for step in plan.steps { try write(step, context) }
    return .done
  }

  private func noteOldPrograms(_ plan: StoreMigration.Plan, _ context: CommandContext) {
    if plan.version == 0 {
      context.note("The store is made")
    } else if plan.keepsOldPrograms {
      context.note("Servers of earlier versions can keep running")
    } else {
      context.note("Stop the servers of earlier versions first, and make a backup")
    }
  }

  private func write(_ step: SchemaStep, _ context: CommandContext) throws {
    let console = context.console
    if let fields {
      try console.print(
        fields.line([
          ("version", .number(String(step.number))), ("name", .string(step.name)),
          ("kind", .string(step.kind.rawValue)), ("statements", .array(step.statements.map { .string($0) })),
        ]))
    } else if context.isForPerson {
      try console.print("\(step.number)  \(step.name)  (\(step.kind.rawValue))")
      if isPlan { for statement in step.statements { try console.print("     \(statement.sanitized)") } }
    } else {
      try console.print(
        TSV.line([isPlan ? "would run" : "ran", String(step.number), step.name, step.kind.rawValue]))
    }
  }
}
