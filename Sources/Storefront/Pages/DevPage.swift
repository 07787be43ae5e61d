import Foundation
package import HTTP
package import OpenMarket
import SystemSupport
import Wording

/// The page of a server for development at `/dev`: its worlds, the requests and faults of one, and each request to try. Forms and
/// links do everything: the page has no script.
package struct DevPage {
  private let request: HTTPRequest
  private let world: WorldOverview
  private let curl: String
  private let preferences: Preferences

  /// - Parameter curl: The request that is tried, as a curl command.
  package static func response(to request: HTTPRequest, _ world: WorldOverview, curl: String) -> HTTPResponse
  {
    DevPage(request: request, world: world, curl: curl, preferences: Preferences(request)).response
  }

  private var response: HTTPResponse {
    var html = HTML(preferences.format(timeZone: .gmt, now: Date()))
    html.markup("<!doctype html>")
    html.element("html", [.text(.lang, preferences.language.rawValue)]) { html in
      html.element("head") { head(&$0) }
      html.element("body") { html in
        html.link("Skip to the content", PageURL(fragment: "main"), .class("skip"))
        banner(&html)
        html.element("main", [.id("main"), .class("wide dev"), .token(.tabindex, "-1")]) { html in
          html.element("h1", text: heading(html))
          trial(&html)
          choices(&html)
          requests(&html)
          faults(&html)
          worlds(&html)
        }
      }
    }
    var response = HTTPResponse(
      status: 200, headers: PageSecurity.headers("text/html; charset=utf-8", cacheControl: "no-store"),
      body: Data(html.bytes))
    response.headers["Content-Language"] = preferences.language.rawValue
    for cookie in preferences.cookies { response.headers.append(.setCookie, cookie) }
    return response
  }

  private func heading(_ html: HTML) -> String {
    html.format.text(world.name.isEmpty ? "Server for development" : "World \(world.name)")
  }

  private func address(
    of name: String, _ query: [(name: String, value: String)] = [], to fragment: String? = nil
  ) -> PageURL {
    PageURL(name.isEmpty ? ["dev"] : ["w", name, "dev"], query, fragment: fragment)
  }

  /// This page with the form of a known request.
  private func trying(_ number: Int) -> PageURL {
    address(of: world.name, [("try", String(number))], to: "main")
  }

  private func head(_ html: inout HTML) {
    html.markup("<meta charset=\"utf-8\">")
    html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    html.markup("<meta name=\"color-scheme\" content=\"light dark\">")
    html.element("title", text: heading(html) + " – market serve --dev")
    html.void("link", [.token(.rel, "stylesheet"), .href(AssetFile.style.url)])
    html.void("link", [.token(.rel, "icon"), .token(.type, "image/svg+xml"), .href(AssetFile.icon.url)])
  }

  private func banner(_ html: inout HTML) {
    html.element("header", [.class("banner")]) { html in
      html.element("nav", [.class("wide bar"), .label(LocalizedPhrase("Pages"))]) { html in
        html.element("a", [.class("brand"), .href(address(of: ""))]) { html in
          html.markup("<span class=\"mark\" aria-hidden=\"true\"></span>market serve --dev")
        }
        html.link(LocalizedPhrase("Refresh"), address(of: world.name))
        for language in Preferences.Language.allCases {
          html.language(
            language, address(of: world.name, [("lang", language.rawValue)]),
            isCurrent: language == preferences.language)
        }
      }
    }
  }

  // MARK: Try a request

  private func choices(_ html: inout HTML) {
    html.element("section") { html in
      html.element("h2", "Try a request")
      for api in KnownRequest.API.allCases {
        let isOpen = world.trial.map { KnownRequest.all[$0.number].api == api } ?? (api == .v1)
        html.element("details", isOpen ? [.flag(.open)] : []) { html in
          html.element("summary", title(of: api))
          let requests = KnownRequest.all.enumerated().filter { $1.api == api }
          html.list([.class("requests")], of: requests) { html, request in
            let (number, known) = request
            html.element(
              "a", [.href(trying(number))] + (number == world.trial?.number ? [.current] : []),
              text: "\(known.method) \(known.path)")
          }
        }
      }
    }
  }

  private func title(of api: KnownRequest.API) -> LocalizedPhrase {
    switch api {
    case .v1: "API v1"
    case .v2a: LocalizedPhrase("API v2a, below /v2a")
    case .v2b: LocalizedPhrase("API v2b, below /v2b")
    case .market: "Beside v1 and v2"
    case .dev: "For tests: worlds, snapshots and faults"
    }
  }

  private func trial(_ html: inout HTML) {
    guard let trial = world.trial else { return }
    let known = KnownRequest.all[trial.number]
    html.element("section") { html in
      html.element("h2", text: "\(known.method) \(known.path)")
      html.form(trying(trial.number), nil) { html in
        for input in trial.inputs { field(input, &html) }
        html.submit(LocalizedPhrase("Send"))
      }
      if let response = trial.response { self.response(response, &html) }
      html.element("h3", text: "curl")
      html.element("pre", text: curl)
      html.element("h3", text: "Swift")
      html.element("pre", text: SwiftCode(trial.request).text)
    }
  }

  private func field(_ input: KnownRequest.Input, _ html: inout HTML) {
    html.element("p", [.class("field")]) { html in
      html.element("label", [.text(.for, input.key)]) { html in
        html.text(input.name)
        if !input.isRequired { html.element("span", [.class("optional")], LocalizedPhrase("optional")) }
      }
      let name: [HTMLAttribute] = [.text(.id, input.key), .text(.name, input.key)]
      if input.isJSON {
        html.element("textarea", name + [.token(.rows, "4")], text: input.value)
      } else if input.isFile {
        html.void(
          "input", name + [.token(.type, "file"), .token(.accept, "image/jpeg,image/png"), .flag(.multiple)])
        html.element("span", [.class("hint")], "Without a file a drawn picture is sent.")
      } else {
        let needed: [HTMLAttribute] = input.place == .path ? [.flag(.required)] : []
        html.void("input", name + [.text(.value, input.value), .token(.autocomplete, "off")] + needed)
      }
    }
  }

  private func response(_ response: HTTPResponse, _ html: inout HTML) {
    html.element("h3", [.id("response")], LocalizedPhrase("Response: \(response.status)"))
    switch response.delivery {
    case .whole: break
    case .reset:
      html.element("p", "A fault resets the connection in place of this response.")
    case .truncated: html.element("p", "A fault cuts this response on the connection.")
    case .slow: html.element("p", "A fault sends this response slowly.")
    }
    let fields = response.headers.fields.map { "\($0.name.rawValue): \($0.value)" }
    let type = response.headers[.contentType] ?? ""
    var text = String(decoding: response.body.prefix(WorldOverview.mostBytes), as: UTF8.self)
    if type.hasPrefix("image/") {
      text = html.format.text(LocalizedPhrase("\(grouped: response.body.count) bytes of \(type)"))
    }
    html.element("pre", text: fields.joined(separator: "\n") + "\n\n" + text)
    if response.body.count > WorldOverview.mostBytes {
      html.element("p", [.class("hint")], "The first of \(grouped: response.body.count) bytes are shown.")
    }
  }

  // MARK: What there is

  private func requests(_ html: inout HTML) {
    html.element("section") { html in
      html.element("h2", "Last requests")
      guard !world.requests.isEmpty else { return html.element("p", "There were no requests yet.") }
      html.list([.class("requests")], of: world.requests, isOrdered: true) { html, entry in
        func text(_ key: String) -> String { entry.member(key)?.plainText ?? "" }
        html.element("details") { html in
          html.element("summary") { html in
            html.isolated("\(text("method")) \(text("path"))", limit: 400)
            html.text(" ")
            html.element("b", text: text("status"))
            if entry.member("reason") != .null { html.text(" " + text("reason")) }
          }
          for key in ["parts", "nearest"] where entry.member(key) != .null {
            html.element("pre", text: "\(key): \(text(key))")
          }
        }
      }
    }
  }

  private func faults(_ html: inout HTML) {
    html.element("section") { html in
      html.element("h2", LocalizedPhrase("Faults"))
      if world.faults.isEmpty { html.element("p", "There are no faults.") }
      for fault in world.faults { html.element("pre", text: fault.compact) }
      if let number = KnownRequest.all.firstIndex(where: { $0.method == "PUT" && $0.path == "/dev/faults" }) {
        html.element("p") { $0.link("Replace the faults", trying(number)) }
      }
    }
  }

  private func worlds(_ html: inout HTML) {
    html.element("section") { html in
      html.element("h2", LocalizedPhrase("Worlds"))
      html.list([.class("requests")], of: world.worlds) { html, other in
        html.element(
          "a", [.href(address(of: other.name))] + (other.name == world.name ? [.current] : []),
          text: other.name.isEmpty ? "/" : "/w/\(other.name)")
        html.text(" · ")
        html.text(
          LocalizedPhrase(
            "requests: \(grouped: other.requests), seconds since the last: \(grouped: other.idle)"))
      }
    }
  }
}
