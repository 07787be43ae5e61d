import Console
import Foundation
import HTTP
import OpenMarket

struct Serve: Command {
  static let declaration = CommandDeclaration(
    name: "serve", parent: "market", abstract: "Serve the embedded market over the network.",
    options: [Option(long: "port", value: "number", help: "Port.")] + Option.markets + Option.everywhere)
  let port: Int
  init(_ arguments: Arguments, _ settings: Settings) throws {
    port = Int(arguments.value("port") ?? "8080") ?? 8080
  }
  func run(_ tool: Tool) async throws -> ExitCode {
    guard case .embedded(let path) = tool.settings.place else { return .usage }
    var configuration = HTTPServer.Configuration()
    configuration.port = port
    let server = try HTTPServer(LocalMarket(path: path), configuration)
    try tool.console.print("http://127.0.0.1:\(server.port)")
    try tool.console.finish()
    while true { try await Task.sleep(for: .seconds(100)) }
  }
}
