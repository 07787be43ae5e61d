import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The page where a seller signs in by the password of items, or by the identifier and secret of a vendor.
struct SignInPage {
  /// Fewest characters of the password of a new seller.
  static let shortest = 8

  private let page: PageRequest
  /// The item that the password has to open; nil for any.
  private let item: Int?
  private let identifier: String
  /// The rest of the path that follows behind the item, such as `sales/12`, or `add`; nil for the item or the seller's own page.
  private let next: String?
  private let problem: SellerProblem?
  /// A form that was sent without a session.
  private let kept: KeptForm?

  init(
    _ page: PageRequest, item: Int? = nil, identifier: String = "", next: String? = nil,
    problem: SellerProblem? = nil, kept: KeptForm? = nil
  ) {
    self.kept = kept
    self.page = page.at(["sell"])
    let named = page.path.first == "goods" && page.path.count > 1 ? page.path[1] : page.value(.item)
    self.item = item ?? named.flatMap(PageRequest.positive)
    self.identifier = String(identifier.unicodeScalars.prefix(SellerSessions.identifierBytes))
    self.next = Self.known(next ?? page.value(.then))
    self.problem = problem
  }

  private static func known(_ next: String?) -> String? {
    next?.wholeMatch(of: /edit|delete|add|sales\/[0-9]{1,18}/).map { String($0.output) }
  }

  /// The page that follows the sign-in.
  static func following(item: Int?, next: String?) -> PageURL {
    switch (item, known(next)) {
    case (let item?, nil), (let item?, "add"): PageURL("goods", item)
    case (let item?, let next?):
      PageURL(["goods", String(item)] + next.split(separator: "/").map(String.init))
    case (nil, "add"): PageURL(["sell", "add"])
    case (nil, _): .sell
    }
  }

  /// The page for a reader; that of a signed-in seller.
  func response() async throws -> HTTPResponse {
    page.seller == nil ? page(status: 200) : try await SellerHome(page).response()
  }

  func page(status: Int) -> HTTPResponse {
    var response = Layout.narrow("Sign in to sell", for: page, status: status) { html in
      if let problem { html.problem(problem.words) }
      if let item {
        html.element("p", "Enter the password of item \(String(item)).")
      } else {
        html.element(
          "p",
          "Enter the password of your items. Items that you add get it, too: it is what you change them with."
        )
        if page.isConfidential {
          html.element("p", "The operator of the market enters its key, as “market key” shows it.")
        }
      }
      html.form(.sell, nil, [.class("sign-in")]) { html in
        if let item { html.hidden("item", String(item)) }
        if let next { html.hidden("then", next) }
        kept?.append(to: &html)
        html.line(
          "password", ItemField.password.name, "", problem: problem?.ofPassword, isRequired: true,
          [.token(.type, "password"), .token(.autocomplete, "current-password")])
        html.element("details", identifier.isEmpty ? [] : [.flag(.open)]) { html in
          html.element("summary", "Sign in with an identifier")
          html.line(
            "identifier", LocalizedPhrase("Identifier"), identifier,
            hint: "The password above is then the secret of the seller.",
            [.token(.autocomplete, "username"), .token(.maxlength, "100")])
        }
        html.submit("Sign in")
      }
      if item == nil { beginning(&html) }
    }
    if case .tooManyAttempts(let seconds)? = problem { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  /// A form of its own for new sellers, so that a mistyped password of another one begins nothing.
  private func beginning(_ html: inout HTML) {
    let isOpen =
      switch problem {
      case .shortPassword, .notRepeated: true
      default: false
      }
    html.element("details", isOpen ? [.flag(.open)] : []) { html in
      html.element("summary", "Begin to sell here")
      html.form(.sell, nil, [.class("sign-in")]) { html in
        if let next { html.hidden("then", next) }
        kept?.append(to: &html)
        for (name, words) in [
          ("password", "A new password"), ("again", "The same password again"),
        ] as [(String, LocalizedPhrase)] {
          html.field(name, id: "new-\(name)", words, isRequired: true) { html, own in
            html.void("input", own + [.token(.type, "password"), .token(.autocomplete, "new-password")])
          }
        }
        html.submit("Begin to sell", [.class("quiet")])
      }
    }
  }
}

extension SellerProblem {
  /// The problem of the password itself.
  fileprivate var ofPassword: LocalizedPhrase? {
    switch self {
    case .wrongPassword, .wrongSecret, .invalid: words
    default: nil
    }
  }
}

/// The texts of a form that was sent without a session, which the page to sign in repeats in hidden fields.
struct KeptForm: Sendable {
  /// Most bytes of all texts: a page has less than 2 MiB.
  private static let bytes = 256 << 10
  /// The fields of the form to sign in, and what another session had.
  private static let own = ["password", "again", "identifier", "item", "then", "token", pathName]
  private static let pathName = "kept"

  /// The path that the form was sent to.
  let path: [String]
  private var texts: [(name: String, text: String)] = []

  /// The form that was sent along with one to sign in; nil where there was none.
  init?(sentIn form: MultipartForm) {
    guard let path = form[Self.pathName]?.text else { return nil }
    self.init(form, path: path.split(separator: "/").map(String.init))
  }

  init(_ form: MultipartForm, path: [String]) {
    self.path = path
    var left = Self.bytes
    for part in form.parts where !Self.own.contains(part.name) {
      // A browser gives no file to a page: its name is kept.
      let (name, text) =
        part.filename.map { (GoodsForm.forgotten, $0.isEmpty ? nil : $0) } ?? (part.name, part.text)
      guard let text, name.utf8.count + text.utf8.count <= left else { continue }
      left -= name.utf8.count + text.utf8.count
      texts.append((name, text.replacing("\r\n", with: "\n")))
    }
  }

  func append(to html: inout HTML) {
    html.hidden("kept", path.joined(separator: "/"))
    for (name, text) in texts { html.hidden(name, text) }
  }
}
