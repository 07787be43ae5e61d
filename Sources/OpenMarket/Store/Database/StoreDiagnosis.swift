/// The findings of a check of a deployment.
package enum StoreDiagnosis: Sendable, Equatable {
  /// How sound it is.
  package enum State: String, Sendable {
    case ok
    /// It works, and is not as safe as it could be.
    case warn
    case fail
  }

  /// The number of libpq, such as 150004; nil where the library is too old to say.
  case library(version: Int?)
  case server(version: Int)
  case encoding(String)
  /// The migrations of the store and those of this program; nil for no store.
  case schema(version: Int?, of: Int)
  /// The tables that are not as the migrations make them; nil where that cannot be found out: the account may not, or the server takes
  /// no writes.
  case tables(changed: [String]?, takesWrites: Bool)
  /// Whether the account writes, and the right that is missing for reading all tables, and for writing them where it writes any.
  case rights(writes: Bool, missing: MissingRight?)
  case temporaryTables(missing: MissingRight?)
  /// The protocol of TLS; nil without it. A name is proved by `verify-full`.
  case transport(tls: String?, isRemote: Bool, provesName: Bool)
  /// Connections of all servers of the market, of the database, and those that are open now.
  case connections(needed: Int, available: Int, open: Int)
  /// Microseconds that the clock of the database is ahead of this one.
  case clock(ahead: Int)
  case standby(isOne: Bool)
  /// Parameters by which a commit may be lost.
  case durability(losing: [String])
  /// The standbys that a commit waits for; how many are connected is nil where the account may not see it.
  case standbys(names: String, connected: Int?)

  case permissions(mode: Int)
  case folder(isWritable: Bool, othersWrite: Bool)
  case journal(mode: String)
  case space(free: Int, size: Int)
  case disk(isRemote: Bool)

  package var state: State {
    switch self {
    case .library(let version): (version ?? 0) >= 140_000 ? .ok : .fail
    case .server(let version): version >= 140_000 ? .ok : version >= 120_000 ? .warn : .fail
    case .encoding(let name): name == "UTF8" ? .ok : .fail
    case .schema(let version, let present):
      version == present ? .ok : (version ?? 0) < present ? .warn : .fail
    case .tables(let changed, _): changed.map { $0.isEmpty ? .ok : .fail } ?? .warn
    case .rights(_, let missing), .temporaryTables(let missing): missing == nil ? .ok : .fail
    case .transport(let tls, let isRemote, let provesName):
      !isRemote ? .ok : tls == nil ? .fail : provesName ? .ok : .warn
    case .connections(let needed, let available, _):
      needed > available ? .fail : needed * 5 > available * 4 ? .warn : .ok
    case .clock(let ahead): abs(ahead) < 2_000_000 ? .ok : abs(ahead) < 60_000_000 ? .warn : .fail
    case .standby(let isOne): isOne ? .fail : .ok
    case .durability(let losing): losing.isEmpty ? .ok : .fail
    case .standbys(let names, let connected):
      names.isEmpty || connected == nil ? .warn : connected == 0 ? .fail : .ok
    case .permissions(let mode): mode & 0o077 == 0 ? .ok : .fail
    case .folder(let isWritable, let othersWrite): !isWritable || othersWrite ? .fail : .ok
    case .journal(let mode): ["delete", "truncate", "persist"].contains(mode) ? .ok : .warn
    case .space(let free, let size): free < 64 << 20 ? .fail : free < size ? .warn : .ok
    case .disk(let isRemote): isRemote ? .warn : .ok
    }
  }
}

/// The servers of a market, for which connections are counted.
package struct ServerBudget: Sendable, Equatable {
  package let processes: Int
  package let connections: Int

  package init(processes: Int, connections: Int = StoreConnections().count) {
    (self.processes, self.connections) = (processes, connections)
  }

  /// Each process has another one in reserve.
  var needed: Int { processes * (connections + 1) }
}
