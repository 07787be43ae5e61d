import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

extension Command {
  /// Runs the command for `--curl`: its requests are printed as curl commands, and none is sent.
  func printRequests(_ context: CommandContext) async throws -> ExitCode {
    do {
      try await request(context.printingRequests())
    } catch ClientError.noResponse(_, .notSent) {
      // The first request of the command has been printed; without its response there is no second one.
    }
    return .done
  }
}

extension CommandContext {
  /// Returns the context with a session that prints requests, without notes, and with a placeholder for the password:
  /// none is read, created or asked for.
  fileprivate func printingRequests() -> CommandContext {
    var context = self
    context.market = NetworkManager(session: CurlCommandSession(console: console), server: settings.address)
    context.passwords = Passwords(
      given: .environment(CurlCommand.mask), folder: PasswordFolder(settings), console: console)
    context.reviewPasswords = context.passwords
    context.interaction.isQuiet = true
    context.interaction.scrolls = false
    return context
  }
}

/// Prints a request as the curl command that would send it, and sends nothing.
private struct CurlCommandSession: Session {
  let console: Console

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    // An error of the output is kept by the stream, which throws it when the command ends.
    try? console.print(CurlCommand(request).text)
    throw SessionError.notSent
  }
}

/// A request as a curl command for a POSIX shell. Passwords are masked unless they are fixtures: what is printed may be shared.
struct CurlCommand {
  fileprivate static let mask = "********"
  /// Where `market serve` listens by default: the address of requests to the embedded market.
  private static let localAddress = "http://127.0.0.1:8080"

  private let request: HTTPRequest
  private let masksPasswords: Bool

  init(_ request: HTTPRequest, masksPasswords: Bool = true) {
    (self.request, self.masksPasswords) = (request, masksPasswords)
  }

  var text: String {
    var words = ["curl"]
    var address = Self.localAddress
    if let socket = request.url?.unixSocket {
      words += ["--unix-socket", socket.inShellQuotes]
      address = "http://localhost"
    } else if let scheme = request.scheme, let authority = request.authority, scheme.hasPrefix("http") {
      address = "\(scheme)://\(authority)"
    }
    if request.method != .get { words += ["--request", request.method.rawValue] }
    words.append((address + request.target).inShellQuotes)
    let form = form
    for field in request.headers.fields where form == nil || field.name != .contentType {
      if masksPasswords, field.name == .authorization {
        words += ["--user", ":\(Self.mask)".inShellQuotes]
        continue
      }
      words += ["--header", "\(field.name): \(field.value)".inShellQuotes]
    }
    if let form {
      for part in form.parts { words += word(for: part) }
    } else if request.body.count > 0, let body = try? request.body.bytes() {
      words += ["--data", masked(body).inShellQuotes]
    }
    return words.joined(separator: " ")
  }

  /// The request's form, with `@path` in place of the contents of a file.
  private var form: MultipartForm? {
    guard let type = request.headers[.contentType], type.hasPrefix("multipart/form-data") else {
      return nil
    }
    let named = request.body.parts.map { part -> Data in
      switch part {
      case .bytes(let data): data
      case .file(let path, _): Data("@\(path)".utf8)
      }
    }
    return try? MultipartForm(contentType: type, body: Data(named.joined()))
  }

  private func word(for part: MultipartForm.Part) -> [String] {
    guard let filename = part.filename else {
      let value = masksPasswords && part.name == "password" ? Self.mask : part.text ?? ""
      return ["--form-string", "\(part.name)=\(value)".inShellQuotes]
    }
    let type = part.contentType.map { ";type=\($0)" } ?? ""
    let path = part.text.flatMap { $0.hasPrefix("@") ? String($0.dropFirst()) : nil } ?? "/dev/null"
    return ["--form", "\(part.name)=@\(inForm(path));filename=\(inForm(filename))\(type)".inShellQuotes]
  }

  /// A value of `--form` in double quotes, in which commas and semicolons are literal (curl(1)).
  private func inForm(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private func masked(_ body: Data) -> String {
    guard masksPasswords else { return String(decoding: body, as: UTF8.self) }
    guard let value = try? JSONReader.value(of: body, JSON.init), case .object = value else {
      return Self.mask
    }
    var writer = JSONWriter()
    writer.value(value.withMaskedPasswords)
    return writer.text
  }
}

extension JSON {
  fileprivate var withMaskedPasswords: JSON {
    switch self {
    case .array(let values): .array(values.map(\.withMaskedPasswords))
    case .object(let members):
      .object(
        members.map {
          ($0.key, $0.key == "password" ? .string(CurlCommand.mask) : $0.value.withMaskedPasswords)
        })
    case .null, .truth, .string, .number: self
    }
  }
}
