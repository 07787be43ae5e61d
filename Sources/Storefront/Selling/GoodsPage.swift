import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// A page with the form in which a seller adds or edits an item.
struct GoodsPage {
  private let form: GoodsForm
  /// The item as it is; nil for a new one.
  private let item: StoredItem?
  /// An item that was deleted since its form was opened.
  private let deleted: Int?
  private let page: PageRequest

  init(_ form: GoodsForm, editing item: StoredItem? = nil, deleted: Int? = nil, _ page: PageRequest) {
    (self.form, self.item, self.deleted, self.page) = (form, item, deleted, page)
  }

  /// The empty form of a new item.
  static func adding(_ page: PageRequest, _ word: String) async throws -> HTTPResponse {
    guard word == "add" else { throw PageError.notFound }
    guard let seller = page.seller else { return .redirect(to: PageURL(["sell"], [("then", word)])) }
    let marketplace = page.market.marketplace
    if let id = try page.number(.item) {
      let item = try await marketplace.item(id: id)
      guard try await page.isOwn(item) else { throw PageError.notFound }
      return GoodsPage(GoodsForm(like: item), page).response()
    }
    // A seller has one currency for most items: of as many in two, that of the newest.
    var own: [StoredItem] = []
    do {
      own = try await marketplace.items(
        of: seller.credentials, before: nil, limit: SellerHome.rows, client: page.request.peer)
    } catch MarketplaceError.tooManyAttempts {}
    var common = Dictionary(grouping: own, by: \.draft.price.currency).values.max {
      ($0.count, $0[0].id) < ($1.count, $1[0].id)
    }?.first?.draft.price.currency
    if own.isEmpty { common = try await marketplace.countListed().currencies.first?.currency }
    let currency = common?.code ?? (page.preferences.language == .korean ? "KRW" : "USD")
    return GoodsPage(GoodsForm(currency: currency), page).response()
  }

  func response(status: Int = 200) -> HTTPResponse {
    let heading: LocalizedPhrase = item == nil && deleted == nil ? "Add an item" : "Edit the item"
    let action = item.map { PageURL(["goods", String($0.id), "edit"]) } ?? PageURL(["sell", "add"])
    return Layout.narrow(heading, for: page, status: status, isSelling: true) { html in
      html.problems(form.problems)
      html.form(action, page.seller, [.class("goods-form"), .id("goods-form")]) { html in
        fields(&html)
        html.element("p", [.class("actions")]) { html in
          if let deleted {
            let edit = PageURL(["goods", String(deleted), "edit"])
            html.submit(
              "Restore and save",
              [.address(.formAction, edit), .token(.name, "restore"), .token(.value, "1")])
            html.submit("Add as a new item", [.class("quiet")])
          } else {
            html.submit(item == nil ? "Add the item" : "Save the changes")
          }
          html.link(LocalizedPhrase("Cancel"), item?.url ?? .sell, .class("quiet"))
        }
      }
    }
  }

  private func fields(_ html: inout HTML) {
    if item == nil {
      html.key(form.key.isEmpty ? RandomSecret.make(length: 26) : form.key)
    } else {
      html.hidden("seen", form.seen)
      html.hidden("seen-stock", form.seenStock.map(String.init) ?? "")
    }
    images(&html)
    line(&html, .title, isRequired: true, [.token(.autocomplete, "off"), .token(.dir, "auto")])
    html.element("div", [.class("pair")]) { html in
      html.element("div", [.class("money")]) { html in
        line(&html, .price, isRequired: true, [.token(.inputmode, "decimal"), .token(.autocomplete, "off")])
        line(
          &html, .currency, isRequired: true,
          [.token(.maxlength, "3"), .token(.list, "currencies"), .token(.autocomplete, "off")])
      }
      html.element("datalist", [.id("currencies")]) { html in
        for code in ["KRW", "USD", "EUR", "JPY"] { html.element("option", [.text(.value, code)]) { _ in } }
      }
      line(&html, .discountedPrice, [.token(.inputmode, "decimal"), .token(.autocomplete, "off")])
      line(&html, .stock, isRequired: true, [.token(.inputmode, "numeric"), .token(.autocomplete, "off")])
    }
    area(&html, .descriptions, rows: "8")
    details(&html) { $0 == .tags }
    let isUsed = DetailField.allCases.contains { field in
      field != .tags && (form.problem(.detail(field)) != nil || form.texts[.detail(field)]?.isEmpty == false)
    }
    html.element("details", [.class("further")] + (isUsed ? [.flag(.open)] : [])) { html in
      html.element("summary", LocalizedPhrase("More"))
      html.element("div", [.class("panel")]) { html in details(&html) { $0 != .tags } }
    }
  }

  /// The fields that few items have, each as its kind says.
  private func details(_ html: inout HTML, where isShown: (DetailField) -> Bool) {
    for field in DetailField.allCases where isShown(field) {
      let attributes: [HTMLAttribute] = [.token(.autocomplete, "off")]
      switch field.kind {
      case .line: line(&html, .detail(field), hint: field.hint, attributes)
      case .words: line(&html, .detail(field), hint: field.hint, attributes + [.token(.dir, "auto")])
      case .number:
        line(&html, .detail(field), hint: field.hint, attributes + [.token(.inputmode, "numeric")])
      case .text: area(&html, .detail(field), rows: "2", hint: field.hint)
      case .flag: box(&html, field)
      }
    }
  }

  /// A box to tick. The part before it is sent in either case, which tells that the form had the box.
  private func box(_ html: inout HTML, _ field: DetailField) {
    let name = field.rawValue
    let problem = form.problem(.detail(field))
    html.element("div", [.class("field")]) { html in
      if let problem { html.element("p", [.class("problem"), .text(.id, "\(name)-problem")], problem) }
      html.hidden(name, "")
      html.box(
        name, field.name, value: "true", isOn: form.isSet(field), .token(.type, "checkbox"),
        .text(.ariaDescribedBy, problem == nil ? "\(name)-hint" : "\(name)-problem \(name)-hint"))
      html.element("p", [.class("hint"), .text(.id, "\(name)-hint")], field.hint)
    }
  }

  private func line(
    _ html: inout HTML, _ field: ItemField, hint: LocalizedPhrase? = nil, isRequired: Bool = false,
    _ attributes: [HTMLAttribute]
  ) {
    html.line(
      field.rawValue, field.name, form.texts[field] ?? "", hint: hint, problem: form.problem(field),
      isRequired: isRequired, attributes)
  }

  private func area(
    _ html: inout HTML, _ field: ItemField, rows: StaticString, hint: LocalizedPhrase? = nil
  ) {
    html.field(field.rawValue, field.name, hint: hint, problem: form.problem(field)) { html, own in
      html.area(form.texts[field] ?? "", own + [.token(.rows, rows)])
    }
  }

  /// The present images with their places, and a field for new ones.
  private func images(_ html: inout HTML) {
    let name = ItemField.images.rawValue
    if let item, !item.images.isEmpty { places(&html, item.images) }
    let hint =
      item?.images.isEmpty == false
      ? LocalizedPhrase("PNG or JPEG, up to 5 of 10 MiB each. New ones follow the present ones.")
      : LocalizedPhrase("PNG or JPEG, up to 5 of 10 MiB each. The first one is shown in lists.")
    html.field(name, LocalizedPhrase("Images"), hint: hint, problem: form.problem(.images)) { html, own in
      if !form.chosen.isEmpty {
        let names = String(form.chosen.prefix(ItemLimits.images).joined(separator: ", ").prefix(500))
        html.element(
          "p", [.class("problem forgotten")],
          "Choose these files again, which a browser does not do by itself: \(names). Everything else is kept."
        )
      }
      html.void(
        "input",
        own + [
          .token(.type, "file"), .flag(.multiple), .token(.accept, "image/png,image/jpeg"),
          .text(.dataImages, String(ItemLimits.images)), .text(.dataLimit, String(ItemLimits.imageBytes)),
          // The script replaces what is in braces.
          .phrase(.dataLabel, "Image \("{number}"): \("{name}")"),
          .phrase(.dataEarlier, "Move earlier"),
          .phrase(.dataLater, "Move later"),
          .phrase(.dataRemove, LocalizedPhrase("Remove")),
          .phrase(.dataDrop, "Choose images, or drop or paste them here"),
          .phrase(.dataMany, ValidationError(.images, .tooManyImages).words),
          .phrase(.dataNoImage, ValidationError(.images, .notAnImage, value: "{name}").words),
          .phrase(.dataEmpty, ValidationError(.images, .empty, value: "{name}").words),
          .phrase(.dataSent, LocalizedPhrase("Sent: \("{percent}")%")),
          .phrase(.dataFailed, "The form could not be sent. Check the connection and send it again."),
          // Lists show the whole images of a server that makes no copies of them.
        ] + (html.hasThumbnails ? [] : [.text(.dataSide, "1600")]))
    }
  }

  private func places(_ html: inout HTML, _ images: [StoredImage]) {
    html.element("fieldset", [.class("present")]) { html in
      html.element("legend", "Present images; lists show the first one")
      for (index, image) in images.enumerated() {
        let name = GoodsForm.place + String(image.id)
        let words: LocalizedPhrase = "Image \(String(index + 1))"
        let place = form.place(of: image.id, at: index)
        html.element("div") { html in
          html.void(
            "img",
            html.sources(of: image, .small, room: "96px") + [
              .token(.width, "96"), .token(.height, "96"), .phrase(.alt, words),
            ])
          html.element("label", [.text(.for, name)], "Place of image \(String(index + 1))")
          html.element("select", [.text(.name, name), .text(.id, name)]) { html in
            for number in 1...images.count {
              html.option(String(number), html.format.number(number), isChosen: number == place)
            }
            html.option("remove", html.format.text(LocalizedPhrase("Remove")), isChosen: place == nil)
          }
        }
      }
    }
  }
}

extension DetailField {
  /// The purpose of the field, below its name in the form.
  fileprivate var hint: LocalizedPhrase {
    switch self {
    case .sku: "Your own code for the item; no two of your items have the same."
    case .tags: "Words to group items by, with commas between them."
    case .note: "For you alone; no page shows it."
    case .reorderAt: "At this stock or below, the item counts as one to order again."
    case .offSale:
      "The item is in no list, and its page says so. You find it among your items."
    case .barcodes:
      "The numbers on its package (EAN, UPC, ISBN), with commas between them."
    }
  }
}
