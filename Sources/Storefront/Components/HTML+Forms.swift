import OpenMarket
import SystemSupport
import Wording

/// The parts of the forms of sellers.
extension HTML {
  /// A form that changes something: it has the token of its seller.
  mutating func form(
    _ action: PageURL, _ seller: SellerSession?, _ attributes: [HTMLAttribute] = [],
    _ contents: (inout HTML) -> Void
  ) {
    element(
      "form",
      [.token(.method, "post"), .token(.enctype, "multipart/form-data"), .address(.action, action)]
        + attributes
    ) { html in
      if let seller { html.hidden("token", seller.token) }
      contents(&html)
    }
  }

  mutating func hidden(_ name: StaticString, _ value: String) {
    void("input", [.token(.type, "hidden"), .token(.name, name), .text(.value, value)])
  }

  mutating func submit(_ words: LocalizedPhrase, _ attributes: [HTMLAttribute] = []) {
    element("button", [.token(.type, "submit")] + attributes, words)
  }

  /// A labelled field: its hint, and the problem that its value has.
  ///
  /// - Parameters:
  ///   - name: The name of its part in the form, and its id.
  ///   - input: Appends the field with the attributes that it gets.
  mutating func field(
    _ name: String, _ label: LocalizedPhrase, hint: LocalizedPhrase? = nil, problem: LocalizedPhrase? = nil,
    isRequired: Bool = false, _ input: (inout HTML, [HTMLAttribute]) -> Void
  ) {
    var attributes: [HTMLAttribute] = [.text(.name, name), .text(.id, name)]
    let notes = [problem.map { _ in "\(name)-problem" }, hint.map { _ in "\(name)-hint" }].compactMap(\.self)
    if !notes.isEmpty { attributes.append(.text(.ariaDescribedBy, notes.joined(separator: " "))) }
    if problem != nil { attributes.append(.token(.ariaInvalid, "true")) }
    if isRequired { attributes.append(.flag(.required)) }
    element("div", [.class("field")]) { html in
      html.element("label", [.text(.for, name)]) { html in
        html.text(label)
        if !isRequired { html.element("span", [.class("optional")], LocalizedPhrase("optional")) }
      }
      if let hint { html.element("p", [.class("hint"), .text(.id, "\(name)-hint")], hint) }
      if let problem { html.element("p", [.class("problem"), .text(.id, "\(name)-problem")], problem) }
      input(&html, attributes)
    }
  }

  /// A field with one line of text.
  mutating func line(
    _ name: String, _ label: LocalizedPhrase, _ value: String, hint: LocalizedPhrase? = nil,
    problem: LocalizedPhrase? = nil, isRequired: Bool = false, _ attributes: [HTMLAttribute] = []
  ) {
    field(name, label, hint: hint, problem: problem, isRequired: isRequired) { html, own in
      html.void("input", own + [.text(.value, value)] + attributes)
    }
  }

  /// A summary of the problems of a form, with a link to the field of each.
  mutating func problems(_ problems: [(field: ItemField?, words: LocalizedPhrase)]) {
    guard !problems.isEmpty else { return }
    element("div", [.class("problems"), .id("problems"), .token(.role, "alert"), .token(.tabindex, "-1")]) {
      html in
      html.element("h2", LocalizedPhrase("Nothing was saved yet"))
      html.element("ul") { html in
        for (field, words) in problems {
          html.element("li") { html in
            guard let field else {
              html.text(words)
              return
            }
            html.element("a", [.href(PageURL(fragment: field.rawValue))], words)
          }
        }
      }
    }
  }

  /// A message about a problem of a small form.
  mutating func problem(_ words: LocalizedPhrase) {
    element("div", [.class("problems"), .token(.role, "alert")]) { html in html.element("p", words) }
  }

  /// A message about the form that led to this page.
  mutating func notice(_ page: PageRequest, _ more: ((inout HTML, SellerNotice) -> Void)? = nil) {
    guard page.seller != nil, let notice = page.value("done").flatMap(SellerNotice.init) else { return }
    element("div", [.class("notice"), .token(.role, "status")]) { html in
      html.element("p", notice.words)
      more?(&html, notice)
    }
  }
}
