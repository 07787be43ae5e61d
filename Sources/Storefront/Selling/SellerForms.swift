import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// A form that a seller sends: checked, done, and followed by the page that shows the result.
struct SellerForms {
  /// Parts of the largest form: fields, images, a token.
  private static let parts = 40

  private enum Action {
    case signIn
    case signOut
    case add
    case edit(Int)
    case delete(Int)
    case restore(Int)
    case stock(Int)
    case sale(item: Int, Int)
    case review(item: Int, Int)

    /// Whether signing in leads back to the form: it has what a seller has typed, or asks before it deletes.
    func comesBack(_ form: MultipartForm) -> Bool {
      switch self {
      case .add, .edit, .delete, .review: true
      case .stock: form.movesPieces
      case .sale: form.isReturn
      case .signIn, .signOut, .restore: false
      }
    }

    /// Nil for a path that takes no form.
    init?(_ path: [String]) {
      func number(_ index: Int) -> Int? { path.count > index ? PageRequest.positive(path[index]) : nil }
      let word = path.count == 2 ? path[1] : path.count > 2 ? path[2] : ""
      switch (path.first, path.count, word, number(1), number(3)) {
      case ("sell", 1, _, _, _): self = .signIn
      case ("sell", 2, "out", _, _): self = .signOut
      case ("sell", 2, "add", _, _): self = .add
      case ("goods", 3, "edit", let id?, _): self = .edit(id)
      case ("goods", 3, "delete", let id?, _): self = .delete(id)
      case ("goods", 3, "restore", let id?, _): self = .restore(id)
      case ("goods", 3, "stock", let id?, _): self = .stock(id)
      case ("goods", 4, "reviews", let item?, let review?): self = .review(item: item, review)
      case ("goods", 4, "sales", let item?, let sale?): self = .sale(item: item, sale)
      default: return nil
      }
    }
  }

  let page: PageRequest

  /// Whether a path takes a form.
  static func isPath(_ path: [String]) -> Bool { Action(path) != nil }

  private var marketplace: Marketplace { page.market.marketplace }
  private var client: String? { page.request.peer }

  func response() async throws -> HTTPResponse {
    guard let action = Action(page.path) else { throw PageError.notAllowed }
    guard let sellers = page.sellers else { throw PageError.notFound }
    guard page.market.isOwnPage(page.request) else { throw PageError.foreignForm }
    let form = try page.request.form(partLimit: Self.parts)
    if case .signIn = action { return try await signIn(form, sellers) }
    guard let seller = page.seller else {
      let kept = action.comesBack(form) ? KeptForm(form, path: page.path) : nil
      // Behind a press in the seller's table stands that table.
      let isOfTable = if case .stock = action { kept == nil } else { false }
      return SignInPage(isOfTable ? page.at(["sell"]) : page, problem: .signedOut, kept: kept).page(
        status: 403)
    }
    guard form["token"]?.text == seller.token else {
      return try await again(action, form, page, Self.stale, status: PageError.foreignForm.status)
    }
    do {
      switch action {
      case .signIn, .signOut:
        sellers.end(seller)
        return .redirect(to: .sell, cookie: SellerSessions.cookie(nil, for: page))
      case .add: return try await add(form, seller)
      case .edit(let id): return try await edit(id, form, seller)
      case .delete(let id):
        let deleted = try await marketplace.delete(id: id, seller.credentials, client: client)
        return page.redirect(
          to: .sell, SellerNotice(deleted.expiry == nil ? .deletedForGood : .deleted, item: id))
      case .restore(let id):
        let item = try await marketplace.restore(id: id, sku: nil, seller.credentials, client: client)
        sellers.note(items: [id], in: seller)
        return page.redirect(to: item.url, SellerNotice(.restored))
      case .stock(let id): return try await record(id, form, seller)
      case .sale(let item, let movement):
        return try await change(sale: movement, ofItem: item, form, seller)
      case .review(let item, let review):
        return try await changeReview(review, ofItem: item, form, seller)
      }
    } catch {
      guard let (_, words) = SellerProblem.words(error) else { throw error }
      return try await again(action, form, page, words, status: page.status(of: error))
    }
  }

  /// Why a form of another session changes nothing.
  private static let stale: LocalizedPhrase =
    "You have signed in again since the form was opened. Check it, and send it again."

  /// The page of a form that was not done, with the reason, and the form again with what was typed where it has texts.
  private func again(
    _ action: Action, _ form: MultipartForm, _ page: PageRequest, _ words: LocalizedPhrase, status: Int
  ) async throws -> HTTPResponse {
    func goods() -> GoodsForm {
      var goods = GoodsForm(form)
      goods.note(words, in: nil)
      return goods
    }
    func itemPage(_ id: Int, _ form: String, _ text: String) async throws -> HTTPResponse {
      let attempt = FormAttempt(form: form, text: text, problem: words)
      return try await ItemPage(id: id, page.at(["goods", String(id)]), attempt).response(status: status)
    }
    switch action {
    case .add: return GoodsPage(goods(), page).response(status: status)
    case .edit(let id):
      let present = try await marketplace.item(id: id)
      guard try await page.isOwn(present) else { throw MarketplaceError.wrongPassword(id: id) }
      return GoodsPage(goods(), editing: present, page).response(status: status)
    case .stock(let id) where form.movesPieces:
      return try await itemPage(id, form["kind"]?.text ?? "", form.quantity)
    case .delete(let id):
      let page = page.at(["goods", String(id), "delete"])
      return try await SellerPage.response(id: id, "delete", page, problem: words, status: status)
    case .stock, .restore:
      return try await SellerHome(page.at(["sell"]), problem: words).response(status: status)
    case .sale(let item, let movement):
      guard let seller = page.seller else { throw PageError.foreignForm }
      return try await ReceiptPage(
        item: item, movement: movement, seller, page.at(["goods", String(item), "sales", String(movement)]),
        FormAttempt(
          form: form["kind"]?.text ?? "", text: form.quantity, isTicked: form["unsalable"] != nil,
          problem: words)
      ).response(status: status)
    case .review(let item, let review):
      return try await itemPage(item, "review-\(review)", form.answer ?? "")
    case .signIn, .signOut: throw PageError.foreignForm
    }
  }

  // MARK: Signing in

  private func signIn(_ form: MultipartForm, _ sellers: SellerSessions) async throws -> HTTPResponse {
    let item = form["item"]?.text.flatMap(PageRequest.positive)
    let (identifier, next) = (form["identifier"]?.text ?? "", form["then"]?.text)
    let secret = form["password"]?.text ?? ""
    let kept = KeptForm(sentIn: form)
    let credentials: Credentials =
      identifier.isEmpty ? .password(secret) : .vendor(identifier: identifier, secret: secret)
    func refusal(_ problem: SellerProblem, status: Int) -> HTTPResponse {
      SignInPage(page, item: item, identifier: identifier, next: next, problem: problem, kept: kept)
        .page(status: status)
    }
    if identifier.isEmpty, let key = OperatorKey(secret), try await marketplace.isOperator(with: key) {
      guard page.isConfidential else { return refusal(.exposedKey, status: 403) }
      return try await begin(.password(""), operatorKey: key, item: item, next: next, kept, form, sellers)
    }
    var vendor: StoredVendor?
    var own: [Int] = []
    do {
      try validatePassword(secret)
      if !identifier.isEmpty {
        guard identifier.utf8.count <= SellerSessions.identifierBytes else {
          throw MarketplaceError.unknownVendor
        }
        vendor = try await marketplace.vendor(identifier, secret: secret, client: client).vendor
      } else if let item {
        try await marketplace.check(credentials, ofItem: item, client: client)
      } else {
        // Counts as a guess, whether or not there are items.
        own = try await marketplace.items(
          of: credentials, before: nil, limit: SellerHome.rows, client: client
        ).map(\.id)
        if own.isEmpty, try await marketplace.trash(1, size: 1, credentials, client: client).total == 0,
          let problem = problem(ofNew: secret, again: form["again"]?.text ?? "")
        {
          return refusal(problem, status: 422)
        }
      }
    } catch let error as ValidationError {
      return refusal(.invalid(error), status: 422)
    } catch let error as MarketplaceError {
      guard let problem = SellerProblem(error) else { throw error }
      return refusal(
        problem, status: page.market.failure(error, of: page.request)?.status == 429 ? 429 : 403)
    }
    if vendor == nil, let item { own.append(item) }
    return try await begin(
      credentials, vendor: vendor, items: own, item: item, next: next, kept, form, sellers)
  }

  /// Begins a session in place of the former one, and leads to where the seller wanted to go: back to a form that was sent without a
  /// session, with what was typed.
  private func begin(
    _ credentials: Credentials, vendor: StoredVendor? = nil, operatorKey: OperatorKey? = nil,
    items: [Int] = [], item: Int?, next: String?, _ kept: KeptForm?, _ form: MultipartForm,
    _ sellers: SellerSessions
  ) async throws -> HTTPResponse {
    if let former = page.seller { sellers.end(former) }
    let session = sellers.begin(
      credentials, vendor: vendor, operatorKey: operatorKey, items: items, for: page.request,
      now: page.market.now)
    // An item that is gone, or another seller's, is no reason not to sign in.
    if let kept, let action = Action(kept.path),
      var response = try? await again(
        action, form, page.at(kept.path, seller: session), Self.stale, status: 200)
    {
      response.headers.append(.setCookie, SellerSessions.cookie(session, for: page))
      return response
    }
    return .redirect(
      to: SignInPage.following(item: item, next: next),
      cookie: SellerSessions.cookie(session, for: page))
  }

  /// Why a password that no item has does not begin yet: a mistyped one would open a shop of its own.
  private func problem(ofNew password: String, again: String) -> SellerProblem? {
    if again.isEmpty { return OperatorKey(password) == nil ? .unknownPassword : .otherKey }
    if password.count < SignInPage.shortest { return .shortPassword }
    return again == password ? nil : .notRepeated
  }

  // MARK: Items

  private func add(_ form: MultipartForm, _ seller: SellerSession) async throws -> HTTPResponse {
    var goods = GoodsForm(form)
    guard let draft = goods.draft() else { return try await again(goods, seller) }
    do {
      let (item, isRepeated, _) = try await marketplace.add(
        draft, images: goods.images, credentials: seller.credentials,
        key: goods.key.isEmpty ? nil : goods.key, client: client)
      page.sellers?.note(items: [item.id], in: seller)
      return page.redirect(
        to: item.url,
        isRepeated
          ? try await page.repeated(at: item.registrationDate, item: item.id)
          : SellerNotice(.added, item: item.id))
    } catch {
      return try await again(goods, after: error, seller)
    }
  }

  /// The form again, with the problem of an error and those that the market finds beside it, each beside its field.
  private func again(
    _ goods: GoodsForm, after error: (any Error)? = nil, editing item: StoredItem? = nil,
    _ seller: SellerSession
  ) async throws -> HTTPResponse {
    var goods = goods
    if let error {
      guard let (field, words) = SellerProblem.words(error) else { throw error }
      goods.note(words, in: field)
      // Sent again, it is another form.
      if words == FormAttempt.sentBefore { goods.key = "" }
      if error is ChangedItem, let item { goods.noteConflicts(with: item) }
      // Sent again, the form replaces what is there now.
      if let item { goods.see(item) }
    }
    let problems = try await marketplace.problems(
      of: Array(goods.images.prefix(ItemLimits.images)), goods.details, inItem: item?.id, seller.credentials,
      client: client)
    for (field, words) in problems.compactMap(SellerProblem.words) { goods.note(words, in: field) }
    return GoodsPage(goods, editing: item, page).response(status: error.map(page.status) ?? 422)
  }

  private func edit(_ id: Int, _ form: MultipartForm, _ seller: SellerSession) async throws -> HTTPResponse {
    var goods = GoodsForm(form)
    let present: StoredItem
    var isNotInTrash = false
    do {
      if form["restore"] != nil {
        do {
          goods.see(try await marketplace.restore(id: id, sku: nil, seller.credentials, client: client))
        } catch MarketplaceError.notInTrash {
          // Restored elsewhere, or gone for good.
          isNotInTrash = true
        }
      }
      present = try await marketplace.item(id: id)
    } catch MarketplaceError.noSuchItem {
      goods.note(
        isNotInTrash
          ? "The item is gone for good. You can add it as a new one."
          : "The item was deleted meanwhile. Restore it with these values, or add it as a new one.", in: nil)
      return GoodsPage(goods, deleted: isNotInTrash ? nil : id, page).response(status: 409)
    } catch {
      guard let (field, words) = SellerProblem.words(error) else { throw error }
      goods.note(words, in: field)
      return GoodsPage(goods, deleted: id, page).response(status: page.status(of: error))
    }
    let order = goods.order(of: present)
    guard let draft = goods.draft() else { return try await again(goods, editing: present, seller) }
    let changesStock = draft.draft.stock != goods.seenStock
    do {
      _ = try await marketplace.edit(
        id: id, images: order == nil ? nil : goods.images, order: order, isCount: changesStock,
        codes: draft.draft.details.codes, credentials: seller.credentials, client: client,
        expecting: { [goods] item in
          let isMoved = changesStock && goods.seenStock.map { $0 != item.draft.stock } == true
          guard goods.conflicts(with: item).isEmpty, !isMoved else { throw ChangedItem() }
        }
      ) { [goods] former in
        var edited = goods.edited(draft.draft, from: former)
        if !changesStock { edited.stock = former.stock }
        return edited
      }
      page.sellers?.note(items: [id], in: seller)
      return page.redirect(to: present.url, SellerNotice(.edited))
    } catch {
      guard SellerProblem.words(error) != nil else { throw error }
      return try await again(goods, after: error, editing: marketplace.item(id: id), seller)
    }
  }

  /// Records a sale or a delivery, corrects the stock by a piece from the table of the seller's items, or undoes one of these.
  private func record(_ id: Int, _ form: MultipartForm, _ seller: SellerSession) async throws -> HTTPResponse
  {
    let kind = form["kind"]?.text ?? ""
    let table = PageURL(["sell"], page.query, fragment: "i\(id)")
    let (action, done): (MovementRequest.Action, SellerNotice.Kind)
    switch kind {
    case "undo":
      let url = page.value(.then) == "item" ? PageURL("goods", id) : table
      return try await undo(form, ofItem: id, seller, to: url)
    case "fewer", "more": (action, done) = (.adjust(by: kind == "more" ? 1 : -1), .counted)
    case "sell": (action, done) = (.sell(quantity: try form.pieces, price: nil), .sold)
    case "restock": (action, done) = (.restock(quantity: try form.pieces, cost: nil), .restocked)
    default: throw PageError.invalid(name: "kind", value: kind)
    }
    // The form of the table has one key, and two buttons.
    let key = form["key"]?.text.map { done == .counted ? $0 + kind : $0 }
    let recorded = try await marketplace.record(
      [(MovementRequest(itemID: id, action), seller.secret)], key: key, client: client)
    page.sellers?.note(items: [id], in: seller)
    return page.redirect(
      to: done == .counted ? table : PageURL("goods", id), try await notice(done, recorded))
  }

  /// Undoes the movement of a form, which the message of a page before has offered.
  private func undo(
    _ form: MultipartForm, ofItem id: Int, _ seller: SellerSession, to url: PageURL
  ) async throws -> HTTPResponse {
    let movement = form["movement"]?.text.flatMap(PageRequest.positive) ?? 0
    let undone = try await marketplace.undo(
      movement: movement, ofItem: id, seller.credentials, client: client)
    var notice = undone.isRepeated ? try await page.repeated(at: undone.date) : SellerNotice(.undone)
    let item = try await marketplace.item(id: id)
    notice.count = (item.draft.title, item.draft.stock, movement)
    return page.redirect(to: url, notice)
  }

  /// Undoes a sale, or records a return of its pieces.
  private func change(
    sale movement: Int, ofItem id: Int, _ form: MultipartForm, _ seller: SellerSession
  ) async throws -> HTTPResponse {
    let receipt = try await marketplace.receipt(
      ofMovement: movement, item: id, seller.credentials, client: client)
    let address = PageURL(["goods", String(id), "sales", String(movement)])
    if form["movement"] != nil { return try await undo(form, ofItem: id, seller, to: address) }
    var request = MovementRequest(itemID: id, .correct(entry: receipt.movement.id, quantity: 0))
    if form.isReturn {
      request.action = .return(
        quantity: try form.pieces, isResellable: form["unsalable"] == nil)
      request.sale = receipt.sale
    }
    let recorded = try await marketplace.record(
      [(request, seller.secret)], key: form["key"]?.text, client: client)
    return page.redirect(to: address, try await notice(form.isReturn ? .returned : .undone, recorded))
  }

  /// The message about a movement that was recorded, or was there already: a sale has a receipt, and another one can be undone.
  private func notice(_ kind: SellerNotice.Kind, _ recorded: RecordedMovements) async throws -> SellerNotice {
    guard let first = recorded.movements.first else { return SellerNotice(kind) }
    let movement = first.movement
    var notice = recorded.isRepeated ? try await page.repeated(at: movement.recordedAt) : SellerNotice(kind)
    if kind == .sold {
      notice.item = movement.itemID
      notice.sale = (movement.id, -movement.quantity, movement.total)
    } else if !recorded.isRepeated, kind != .undone {
      notice.item = movement.itemID
      notice.count = (first.title, movement.stock, movement.id)
    }
    return notice
  }

  /// Folds or answers a review.
  private func changeReview(
    _ id: Int, ofItem item: Int, _ form: MultipartForm, _ seller: SellerSession
  ) async throws -> HTTPResponse {
    guard try await marketplace.review(id: id).itemID == item else { throw PageError.notFound }
    let answer = form.answer
    if let answer {
      _ = try await marketplace.answer(review: id, answer, password: seller.secret, client: client)
    } else {
      _ = try await marketplace.fold(review: id, password: seller.secret, client: client)
    }
    page.sellers?.note(items: [item], in: seller)
    let query = page.query.filter { ["order", "reviews"].contains($0.name) }
    return page.redirect(
      to: PageURL(["goods", String(item)], query), SellerNotice(answer == nil ? .folded : .answered))
  }
}

extension MultipartForm {
  /// Whether it records a sale or a delivery.
  fileprivate var movesPieces: Bool { ["sell", "restock"].contains(self["kind"]?.text) }
  /// Whether it records a return.
  fileprivate var isReturn: Bool { self["kind"]?.text == "return" }
  /// The number of pieces as it was typed.
  fileprivate var quantity: String { (self["quantity"]?.text ?? "").trimmingCharacters(in: .whitespaces) }
  fileprivate var pieces: Int {
    get throws(ValidationError) { try ItemField.quantity.writtenNumber(quantity) }
  }
  /// The answer to a review; nil in a form that folds it.
  fileprivate var answer: String? { self["answer"]?.text?.replacing("\r\n", with: "\n") }
}

extension PageURL {
  static let sell = SitePage.sell.url
}
