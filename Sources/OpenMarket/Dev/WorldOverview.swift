package import HTTP
package import SystemSupport

/// A world as its page at `/dev` shows it.
package struct WorldOverview: Sendable {
  package struct Neighbour: Sendable {
    /// Empty for the world at the root.
    package let name: String
    package let requests: Int
    /// Seconds since the last request; 0 while one is open.
    package let idle: Int
  }

  package struct Trial: Sendable {
    /// The index of the request in `KnownRequest.all`.
    package let number: Int
    package let inputs: [KnownRequest.Input]
    /// The request with the names of files in place of their contents.
    package let request: HTTPRequest
    /// Nil before it is sent.
    package var response: HTTPResponse?
  }

  /// Most requests that are shown, and bytes of a response.
  package static let (most, mostBytes) = (50, 16 << 10)

  /// Empty for the world at the root.
  package let name: String
  package let worlds: [Neighbour]
  /// The last requests as the journal has them, the newest first.
  package let requests: [JSON]
  package let faults: [JSON]
  package let trial: Trial?
}

/// Makes the page of a world.
package typealias WorldPage = @Sendable (HTTPRequest, WorldOverview) -> HTTPResponse
